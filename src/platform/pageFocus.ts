const noop = (): void => {}

function focusHeading(main: HTMLElement): boolean {
  const heading = main.querySelector('h1')
  if (!heading?.textContent.trim()) return false
  heading.tabIndex = -1
  // Browsers show a focus ring until the first interaction, as for a keyboard.
  if (navigator.userActivation?.hasBeenActive === false) heading.classList.add('outline-none')
  heading.focus({ preventScroll: true })
  return true
}

/**
 * Focuses the heading of a newly opened page, or `main` until the heading is rendered, for screen readers and the
 * keyboard. A page that has set the focus itself, such as at an anchor, keeps it. Returns a function that stops it.
 */
export function focusNewPage(main: HTMLElement | null): () => void {
  const { activeElement, body } = document
  if (!main || (activeElement !== main && main.contains(activeElement))) return noop
  if (focusHeading(main)) return noop
  main.focus({ preventScroll: true })
  const observer = new MutationObserver(() => {
    // The visitor may have moved the focus before the heading was rendered.
    const hasMovedOn = ![main, body].includes(document.activeElement as HTMLElement)
    if (hasMovedOn || focusHeading(main)) observer.disconnect()
  })
  observer.observe(main, { childList: true, characterData: true, subtree: true })
  return () => observer.disconnect()
}

/** Whether no element has the focus, as after the removal of the focused one. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body
