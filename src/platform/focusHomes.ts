/* Browsers move the focus of a removed control to the body, where the keyboard starts again. */

/** A new page in `main` focuses its own heading. */
const HOME = '[tabindex="-1"]:not(main)'

/** The regions around a control that take the focus when it is gone, innermost first. */
export function homesOf(control: Element): readonly HTMLElement[] {
  const homes: HTMLElement[] = []
  let home = control.closest<HTMLElement>(HOME)
  while (home) {
    homes.push(home)
    home = home.parentElement?.closest<HTMLElement>(HOME) ?? null
  }
  return homes
}

/** Focuses the first of the regions that is still there, or what has `data-autofocus` in it. */
export function focusHome(homes: readonly HTMLElement[]): void {
  const home = homes.find(({ isConnected }) => isConnected)
  const wanted = home?.querySelector<HTMLElement>('[data-autofocus]')
  if (wanted) wanted.focus()
  else home?.focus({ preventScroll: true })
}
