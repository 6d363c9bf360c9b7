/** The field that names the account to password managers, in the form of a password field. */
export const ownerIn = (field: HTMLElement): HTMLInputElement | null =>
  field.closest('form')?.querySelector<HTMLInputElement>('input[autocomplete=username]') ?? null
