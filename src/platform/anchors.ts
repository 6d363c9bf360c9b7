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
