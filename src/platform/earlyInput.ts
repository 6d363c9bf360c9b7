type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * Keeps what a visitor does on a page that the scripts have not taken over yet: the last press of a button, which
 * submits nothing, and what is typed and chosen. Links work by themselves. Returns the call that does it all again
 * for the scripts, and ends this.
 */
export function keepEarlyInput(): () => void {
  let pressed: HTMLElement | null = null
  const keep = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (!button) return
    pressed = button
    event.preventDefault()
  }
  document.addEventListener('click', keep, true)
  return () => {
    document.removeEventListener('click', keep, true)
    for (const field of document.querySelectorAll<Field>('input, textarea')) repeat(field)
    if (pressed?.isConnected) pressed.click()
  }
}

const isChanged = (field: Field): boolean =>
  field.value !== field.defaultValue ||
  (field instanceof HTMLInputElement && field.checked !== field.defaultChecked)

const tell = (field: Field) => field.dispatchEvent(new Event('input', { bubbles: true }))

/** React takes what it finds in a field as its own: it must see the old content first, and then the change. */
function repeat(field: Field): void {
  if (!isChanged(field)) return
  // Makes React take over the part of the page around the field, now.
  tell(field)
  if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) {
    field.checked = field.defaultChecked
    field.click()
    return
  }
  const typed = field.value
  field.value = field.defaultValue
  // React watches the property of the element itself.
  const prototype: unknown = Object.getPrototypeOf(field)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, typed)
  tell(field)
}
