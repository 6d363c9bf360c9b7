/**
 * Whether the key belongs to an input method. Safari ends the composition before the key that confirms it, which code
 * 229 alone gives away.
 */
export const isComposing = (event: KeyboardEvent): boolean =>
  event.isComposing || event.keyCode === 229

/**
 * Calls back for keys (by KeyboardEvent.key) inside the element, or while nothing has the focus; ignores shortcuts.
 * Returns a function that stops it.
 */
export function onKeys(
  within: HTMLElement,
  callbacks: Record<string, (() => void) | undefined>,
): () => void {
  const handleKey = (event: KeyboardEvent) => {
    const isShortcut = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    const target = event.target
    const isHere = target === document.body || (target instanceof Node && within.contains(target))
    if (isHere && !isShortcut && !isComposing(event)) callbacks[event.key]?.()
  }
  document.addEventListener('keydown', handleKey)
  return () => document.removeEventListener('keydown', handleKey)
}
