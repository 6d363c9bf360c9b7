import { prefersReducedMotion } from './viewport.ts'

const FADE_MS = 150

/**
 * Animates only the old picture of the element, over the new page, which can be seen and used from the start. The bars
 * at the top and the bottom of the window stay uncovered.
 * @param top lower edge of the bar above the element, in pixels of the window
 */
const styleOf = (top: number) => `
  :root { view-transition-name: none }
  ::view-transition { pointer-events: none; clip-path: inset(${top}px 0 var(--bottom-bar, 0px)) }
  ::view-transition-group(*), ::view-transition-old(*) {
    animation-duration: ${FADE_MS}ms;
    animation-timing-function: ease-out;
  }
`

/**
 * Renders a new page and fades the old content of the element out over it, if the browser supports it and the visitor
 * wants motion.
 * @param draw renders synchronously; called once, at once or after the browser has captured the old page
 */
export function crossFade(element: HTMLElement, draw: () => void): void {
  if (typeof document.startViewTransition !== 'function' || prefersReducedMotion()) {
    draw()
    return
  }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styleOf(element.previousElementSibling?.getBoundingClientRect().bottom ?? 0))
  document.adoptedStyleSheets.push(sheet)
  element.style.viewTransitionName = 'page'
  const transition = document.startViewTransition(() => {
    element.style.viewTransitionName = ''
    draw()
  })
  // Rejected if the transition is skipped, for a hidden tab or by the next page.
  transition.ready.catch(() => undefined)
  void transition.finished
    .catch(() => undefined)
    .then(() => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    })
}
