/**
 * Keeps the last press of a button on a page that the scripts have not taken over yet; it neither submits a form nor
 * gets lost. Links work by themselves. Returns the call that repeats the press and ends this.
 */
export function keepEarlyPress(): () => void {
  let pressed: HTMLElement | null = null
  const keep = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (!button) return
    pressed = button
    event.preventDefault()
  }
  document.addEventListener('click', keep, true)
  return () => {
    document.removeEventListener('click', keep, true)
    if (pressed?.isConnected) pressed.click()
  }
}
