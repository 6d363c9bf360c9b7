const query = '(prefers-reduced-motion: reduce)'

export const prefersReducedMotion = (): boolean => window.matchMedia(query).matches

/** Calls back when the preference changes; returns the call that stops. */
export function watchReducedMotion(onChange: () => void): () => void {
  const media = window.matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Scrolls the element to the top of the window and focuses it. */
export function goToElement(element: HTMLElement): void {
  element.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth', block: 'start' })
  element.focus({ preventScroll: true })
}
