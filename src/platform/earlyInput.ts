type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * Records a visitor's input on a page before React listens: the last press of a button, which submits nothing, and
 * changed fields. Links work by themselves.
 * @returns a function that stops the recording and returns another one, which repeats the input for React
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
      repeatInput(document, (field) => changed.has(field))
      if (pressed?.isConnected) pressed.click()
    }
  }
}

/**
 * Reads a form when it is submitted, before React does: password managers and the browsers in apps may fill in fields
 * without an event. Returns a function that stops it.
 */
export function readAtSubmission(form: HTMLFormElement): () => void {
  const handleSubmit = () => repeatInput(form, ({ type }) => !/^(checkbox|radio|file)$/.test(type))
  form.addEventListener('submit', handleSubmit, true)
  return () => form.removeEventListener('submit', handleSubmit, true)
}

/** All fields are read before the first change makes React render. */
function repeatInput(within: ParentNode, isMeant: (field: Field) => boolean): void {
  const fields = [...within.querySelectorAll<Field>('input, textarea')].filter(isMeant)
  for (const repeat of fields.flatMap(changeOf)) repeat()
}

const dispatchInput = (field: Field) => field.dispatchEvent(new Event('input', { bubbles: true }))

/** Restores the old content first: React takes the content of a field for its own, and would miss the change. */
function changeOf(field: Field): (() => void)[] {
  const { value, defaultValue } = field
  if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) {
    const { defaultChecked } = field
    return [
      () => {
        // Makes React hydrate the part of the page around the field now.
        dispatchInput(field)
        field.checked = defaultChecked
        field.click()
      },
    ]
  }
  if (value === defaultValue) return []
  return [
    () => {
      dispatchInput(field)
      field.value = defaultValue
      // Bypasses the property that React sets on the element itself to watch it.
      const prototype: unknown = Object.getPrototypeOf(field)
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
      dispatchInput(field)
    },
  ]
}
