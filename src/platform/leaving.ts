import type { HistoryMove } from './historyMoves.ts'

export type Leaving = {
  /** The path that somebody is about to go to. */
  readonly path: string
  /** Goes there after all. */
  readonly proceed: () => void
}

type Entry = { key?: string; idx?: number } | null
const shown = (): Entry => window.history.state as Entry

/** Whether the router would follow this press itself: not in another tab, not to another site, not to a file. */
const isFollowed = (event: MouseEvent, link: HTMLAnchorElement): boolean =>
  event.button === 0 &&
  !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) &&
  link.origin === window.location.origin &&
  !link.hasAttribute('download') &&
  ['', '_self'].includes(link.target)

/**
 * Calls back when somebody is about to leave by a link or through the history of the tab, and holds them back if the
 * callback says so. The router's own way of blocking would cost 15 kB in the first load of every page. What the
 * program opens by itself, such as the login page at the end of a session, is not held back.
 * @param key of the entry of the history that the router shows
 * @returns what has to hear of moves in the history before the router does, and the call that stops
 */
export function watchLeaving(
  key: string,
  holdsBack: (leaving: Leaving) => boolean,
): { handleMove: HistoryMove; stop: () => void } {
  const place = shown()?.idx ?? 0
  let isPassing = false

  const handleClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (isPassing || !link?.href || !isFollowed(event, link)) return
    const proceed = () => {
      isPassing = true
      link.click()
      isPassing = false
    }
    if (!holdsBack({ path: link.pathname, proceed })) return
    event.preventDefault()
    event.stopPropagation()
  }

  const handleMove: HistoryMove = (event) => {
    // Back at the entry that the router has never left: it need not know.
    if ((shown()?.key ?? 'default') === key) return event.stopImmediatePropagation()
    const step = (shown()?.idx ?? place) - place
    const proceed = () => {
      isPassing = true
      window.history.go(step)
    }
    if (isPassing || step === 0) {
      isPassing = false
      return
    }
    if (!holdsBack({ path: window.location.pathname, proceed })) return
    // The address has changed already: it goes back, and the page stays.
    event.stopImmediatePropagation()
    window.history.go(-step)
  }

  document.addEventListener('click', handleClick, { capture: true })
  return {
    handleMove,
    stop: () => document.removeEventListener('click', handleClick, { capture: true }),
  }
}
