const query = '(prefers-reduced-motion: reduce)'

/** Whether the visitor has asked the system for less motion. */
export const prefersReducedMotion = (): boolean => window.matchMedia(query).matches

/** Calls back when that wish changes; returns the call that stops. */
export function watchReducedMotion(onChange: () => void): () => void {
  const wish = window.matchMedia(query)
  wish.addEventListener('change', onChange)
  return () => wish.removeEventListener('change', onChange)
}

/** Brings the element to the top of the window, smoothly where motion is welcome, and moves the focus to it. */
export function goToElement(element: HTMLElement): void {
  element.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth', block: 'start' })
  element.focus({ preventScroll: true })
}
