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
