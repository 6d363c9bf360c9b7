/** Asks the server for the document again. */
export const reloadPage = (): void => window.location.reload()

/** As specified: every route starts at its top (SPEC 2). */
export function scrollToTop(): void {
  // Not the result of the call: browsers have begun to return a promise, which an effect would take for its cleanup.
  window.scrollTo(0, 0)
}

/** Stops the page behind something from scrolling; the result lets it scroll again. */
export function lockScroll(): () => void {
  const { style } = document.documentElement
  const before = style.overflow
  style.overflow = 'hidden'
  return () => {
    style.overflow = before
  }
}

/** Calls back for the Escape key, wherever the focus is; returns the call that stops. */
export function onEscape(callback: () => void): () => void {
  const handleKey = ({ key }: KeyboardEvent) => key === 'Escape' && callback()
  document.addEventListener('keydown', handleKey)
  return () => document.removeEventListener('keydown', handleKey)
}

/** Lets the browser ask before the tab is closed or loaded again; the result stops that. */
export function askBeforeUnload(): () => void {
  const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', handleUnload)
  return () => window.removeEventListener('beforeunload', handleUnload)
}
