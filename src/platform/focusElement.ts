/** Focuses an element with `tabIndex={-1}`, which scrolls it into view. */
export const focusElement = (id: string): void => document.getElementById(id)?.focus()
