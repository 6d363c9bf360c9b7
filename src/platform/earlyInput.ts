type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * Keeps what a visitor does on a page before React listens: the last press of a button, which submits nothing, and the
 * fields that are changed. Links work by themselves.
 * @returns the call that ends this, which returns another one: that does it all again on the same page, for React
 */
export function keepEarlyInput(): () => () => void {
  let pressed: HTMLElement | null = null
  const changed = new Set<EventTarget | null>()
  const keep = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (!button) return
    pressed = button
    event.preventDefault()
  }
  const note = ({ target }: Event) => changed.add(target)
  document.addEventListener('click', keep, true)
  document.addEventListener('input', note, true)
  return () => {
    document.removeEventListener('click', keep, true)
    document.removeEventListener('input', note, true)
    return () => {
      // All of it is read before the first change makes React draw.
      const changes = [...document.querySelectorAll<Field>('input, textarea')]
        .filter((field) => changed.has(field))
        .flatMap(changeOf)
      for (const repeat of changes) repeat()
      if (pressed?.isConnected) pressed.click()
    }
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
