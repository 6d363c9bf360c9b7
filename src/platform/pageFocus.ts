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

/* Browsers move the focus of a removed control to the body, where the keyboard starts again. */

/** Excludes `main`: a new page focuses its own heading. */
const REGION = '[tabindex="-1"]:not(main)'

/** The regions around a control that may get the focus when it is removed, innermost first. */
export function regionsOf(control: Element): readonly HTMLElement[] {
  const regions: HTMLElement[] = []
  let region = control.closest<HTMLElement>(REGION)
  while (region) {
    regions.push(region)
    region = region.parentElement?.closest<HTMLElement>(REGION) ?? null
  }
  return regions
}

/** Focuses the first region that is still in the page, or the element with `data-autofocus` in it. */
export function focusRegion(regions: readonly HTMLElement[]): void {
  const region = regions.find(({ isConnected }) => isConnected)
  const wanted = region?.querySelector<HTMLElement>('[data-autofocus]')
  if (wanted) wanted.focus()
  else region?.focus({ preventScroll: true })
}
