/** What a password manager finds of the account in the form of a field. */
export const ownerIn = (field: HTMLElement): HTMLInputElement | null =>
  field.closest('form')?.querySelector<HTMLInputElement>('input[autocomplete=username]') ?? null
