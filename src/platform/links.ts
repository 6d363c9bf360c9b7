/** Whether the router follows this link: not one to another tab, another site or a file. */
export const isInternalLink = (link: HTMLAnchorElement): boolean =>
  link.origin === window.location.origin &&
  !link.hasAttribute('download') &&
  ['', '_self'].includes(link.target)

/** How long a pointer or the focus rests on a link before it counts. A click takes two to four times as long. */
const REST_MS = 80

const linkOf = ({ target }: Event): HTMLAnchorElement | null => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  return link && isInternalLink(link) ? link : null
}

/**
 * Calls back when the visitor is about to follow a link of the site: when the pointer or the focus has rested on it for
 * `REST_MS`, and at once when it is pressed. Returns a function that stops it.
 */
export function watchLinks(onIntent: (target: URL) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let rested: HTMLAnchorElement | null = null
  const rest = (link: HTMLAnchorElement | null) => {
    if (link === rested) return
    clearTimeout(timer)
    rested = link
    if (link) timer = setTimeout(() => onIntent(new URL(link.href)), REST_MS)
  }
  const handleRest = (event: Event) => rest(linkOf(event))
  const handlePress = (event: PointerEvent) => {
    const link = event.button === 0 ? linkOf(event) : null
    if (!link) return
    rest(null)
    onIntent(new URL(link.href))
  }
  const options = { capture: true, passive: true }
  document.addEventListener('pointerover', handleRest, options)
  document.addEventListener('focusin', handleRest, options)
  document.addEventListener('pointerdown', handlePress, options)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('pointerover', handleRest, options)
    document.removeEventListener('focusin', handleRest, options)
    document.removeEventListener('pointerdown', handlePress, options)
  }
}
