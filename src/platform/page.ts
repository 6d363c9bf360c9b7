export const reloadPage = (): void => window.location.reload()
export const printPage = (): void => window.print()

/** As specified: every route starts at its top (behaviour 2.1). */
export function scrollToTop(): void {
  // No return value: newer browsers return a promise, which an effect would take for its cleanup.
  window.scrollTo(0, 0)
}

/** Stops the page from scrolling until the returned function is called. */
export function lockScroll(): () => void {
  const { style } = document.documentElement
  const before = style.overflow
  style.overflow = 'hidden'
  return () => {
    style.overflow = before
  }
}

/** Calls back for the Escape key, wherever the focus is; returns a function that stops it. */
export function onEscape(callback: () => void): () => void {
  const handleKey = ({ key }: KeyboardEvent) => key === 'Escape' && callback()
  document.addEventListener('keydown', handleKey)
  return () => document.removeEventListener('keydown', handleKey)
}

/** Lets the browser confirm before the tab is closed or reloaded, until the returned function is called. */
export function askBeforeUnload(): () => void {
  const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', handleUnload)
  return () => window.removeEventListener('beforeunload', handleUnload)
}

/** Focuses this element if it is still connected, else the main heading. The page does not scroll. */
export function focusOrHeading(element: Element | null): void {
  const isConnected =
    element instanceof HTMLElement && element.isConnected && element !== document.body
  const target = isConnected ? element : document.querySelector<HTMLElement>('main h1')
  if (!isConnected) target?.setAttribute('tabindex', '-1')
  target?.focus({ preventScroll: true })
}

export type HistoryMove = (event: PopStateEvent) => void

/** Window listeners are called in the order of registration, capturing or not. Returns a function that stops it. */
export function onHistoryMove(callback: HistoryMove): () => void {
  window.addEventListener('popstate', callback)
  return () => window.removeEventListener('popstate', callback)
}
