import { isInternalLink } from './links.ts'
import type { HistoryMove } from './page.ts'

export type Leaving = {
  readonly path: string
  readonly proceed: () => void
}

type Entry = { key?: string; idx?: number } | null
const historyState = (): Entry => window.history.state as Entry

/** Whether the router would handle this click: not for another tab, another site or a file. */
const isFollowed = (event: MouseEvent, link: HTMLAnchorElement): boolean =>
  event.button === 0 &&
  !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) &&
  isInternalLink(link)

/**
 * Calls back before a navigation by a link or the history of the tab, and blocks it if the callback returns true. The
 * router's own blocker would add 15 kB to the first load. Navigations by the program, such as to the login page at the
 * end of a session, are not blocked.
 * @param key key of the history entry that the router shows
 * @returns a listener that must get history moves before the router does, and a function that stops it
 */
export function watchLeaving(
  key: string,
  isBlocked: (leaving: Leaving) => boolean,
): { handleMove: HistoryMove; stop: () => void } {
  const index = historyState()?.idx ?? 0
  let isProceeding = false

  const handleClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (isProceeding || !link?.href || !isFollowed(event, link)) return
    const proceed = () => {
      isProceeding = true
      link.click()
      isProceeding = false
    }
    if (!isBlocked({ path: link.pathname, proceed })) return
    event.preventDefault()
    event.stopPropagation()
  }

  const handleMove: HistoryMove = (event) => {
    // The history is back at the entry that the router has never left.
    if ((historyState()?.key ?? 'default') === key) return event.stopImmediatePropagation()
    const delta = (historyState()?.idx ?? index) - index
    const proceed = () => {
      isProceeding = true
      window.history.go(delta)
    }
    if (isProceeding || delta === 0) {
      isProceeding = false
      return
    }
    if (!isBlocked({ path: window.location.pathname, proceed })) return
    // The URL has changed already: restore it.
    event.stopImmediatePropagation()
    window.history.go(-delta)
  }

  document.addEventListener('click', handleClick, { capture: true })
  return {
    handleMove,
    stop: () => document.removeEventListener('click', handleClick, { capture: true }),
  }
}
