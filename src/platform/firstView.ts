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

/** Path and query of the page. */
export const currentUrl = (): string => window.location.pathname + window.location.search

/** Events that show that the visitor uses the page. */
const FIRST_SIGNS = ['pointerdown', 'keydown', 'focusin'] as const
/** Longest wait: a picture may never arrive. */
const LIMIT_MS = 4000

/** Calls back once the first contentful paint is on the screen, which is later than the end of its frame. */
function afterContentfulPaint(callback: () => void): void {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint')) {
    callback()
    return
  }
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    callback()
  })
  observer.observe({ type: 'paint', buffered: true })
}

/**
 * Calls back once the page and its pictures are loaded and painted and the browser is idle, or at the visitor's first
 * input.
 */
export function afterFirstView(callback: () => unknown): void {
  let hasStarted = false
  const start = () => {
    if (hasStarted) return
    hasStarted = true
    callback()
  }
  for (const sign of FIRST_SIGNS)
    window.addEventListener(sign, start, { once: true, capture: true, passive: true })
  setTimeout(start, LIMIT_MS)
  const whenIdle = () => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) window.requestIdleCallback(start)
    else setTimeout(start, 100)
  }
  const afterLoad = () => afterContentfulPaint(whenIdle)
  if (document.readyState === 'complete') afterLoad()
  else window.addEventListener('load', afterLoad, { once: true })
}
