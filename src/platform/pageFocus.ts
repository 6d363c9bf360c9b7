const nothing = (): void => {}

/** Moves the focus to the heading of a page, if it says something already. */
function focusHeading(main: HTMLElement): boolean {
  const heading = main.querySelector('h1')
  if (!heading?.textContent.trim()) return false
  heading.tabIndex = -1
  // Browsers draw a ring as for a keyboard as long as nobody has touched anything.
  if (navigator.userActivation?.hasBeenActive === false) heading.classList.add('outline-none')
  heading.focus({ preventScroll: true })
  return true
}

/**
 * Puts the focus where a newly opened page begins, so that it is read aloud and the keyboard goes on from there: on
 * its heading, or on `main` until the heading has come. A page that has placed the focus itself, such as at an anchor,
 * keeps it. Returns the call that stops waiting.
 */
export function focusNewPage(main: HTMLElement | null): () => void {
  const { activeElement, body } = document
  if (!main || (activeElement !== main && main.contains(activeElement))) return nothing
  if (focusHeading(main)) return nothing
  main.focus({ preventScroll: true })
  const waiting = new MutationObserver(() => {
    // Somebody who has gone on meanwhile is not called back.
    const hasMovedOn = ![main, body].includes(document.activeElement as HTMLElement)
    if (hasMovedOn || focusHeading(main)) waiting.disconnect()
  })
  waiting.observe(main, { childList: true, characterData: true, subtree: true })
  return () => waiting.disconnect()
}

/** Whether nothing has the focus, as after the removal of what had it. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body
