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
    // All of it is read before the first change makes React draw.
    const changes = [...document.querySelectorAll<Field>('input, textarea')].flatMap(changeOf)
    for (const repeat of changes) repeat()
    if (pressed?.isConnected) pressed.click()
  }
}

const tell = (field: Field) => field.dispatchEvent(new Event('input', { bubbles: true }))

/** React takes what it finds in a field as its own: it must see the old content first, and then the change. */
function changeOf(field: Field): (() => void)[] {
  const { value, defaultValue } = field
  if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) {
    const { defaultChecked } = field
    return [
      () => {
        // Makes React take over the part of the page around the field, now.
        tell(field)
        field.checked = defaultChecked
        field.click()
      },
    ]
  }
  if (value === defaultValue) return []
  return [
    () => {
      tell(field)
      field.value = defaultValue
      // React watches the property of the element itself.
      const prototype: unknown = Object.getPrototypeOf(field)
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
      tell(field)
    },
  ]
}
