/** Asks the server for the document again. */
export const reloadPage = (): void => window.location.reload()

/** As specified: every route starts at its top (behaviour 2). */
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

/**
 * Tells the style sheet (`--bottom-bar`) how much of the window's foot this element hides, so that nothing is scrolled
 * to behind it; the result takes the room back.
 */
export function reserveBottom(element: HTMLElement): () => void {
  const { style } = document.documentElement
  const measure = () => style.setProperty('--bottom-bar', `${element.offsetHeight}px`)
  measure()
  window.addEventListener('resize', measure)
  return () => {
    window.removeEventListener('resize', measure)
    style.removeProperty('--bottom-bar')
  }
}

/** Focuses this element if it is still on the page, else the page's main heading. The page does not scroll. */
export function focusOrHeading(element: Element | null): void {
  const isThere = element instanceof HTMLElement && element.isConnected && element !== document.body
  const target = isThere ? element : document.querySelector<HTMLElement>('main h1')
  if (!isThere) target?.setAttribute('tabindex', '-1')
  target?.focus({ preventScroll: true })
}
