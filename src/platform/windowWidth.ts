/** CSS pixels, scroll bar included. */
export const windowWidth = (): number => window.innerWidth

/** Calls back when the window changes its size; returns the call that stops. */
export function watchWindowWidth(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}
