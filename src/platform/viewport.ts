import { listen } from './listen.ts'

const query = '(prefers-reduced-motion: reduce)'

export const prefersReducedMotion = (): boolean => window.matchMedia(query).matches

/** Calls back when the preference changes; returns a function that stops it. */
export function watchReducedMotion(onChange: () => void): () => void {
  const media = window.matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

export function goToElement(element: HTMLElement): void {
  element.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth', block: 'start' })
  element.focus({ preventScroll: true })
}

/** CSS pixels, scroll bar included. */
export const windowWidth = (): number => window.innerWidth

export const watchWindowWidth = (onChange: () => void): (() => void) =>
  listen(window, { resize: onChange })

/** The element of a hash such as `#rule-two-dice`, or null. */
export function elementAt(hash: string): HTMLElement | null {
  if (hash.length < 2) return null
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    // A malformed escape sequence.
    return null
  }
}
