import { type RefObject, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { dropOwnText } from '#src/platform/keptTexts.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import type { AppThunk } from '#src/store/reducer.ts'
import { selectOwner } from '#src/store/session/slice.ts'
import { isLostByOpening } from '#src/store/unsaved/selectors.ts'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { isInternalLink } from '../platform/links.ts'
import { listen } from '../platform/listen.ts'
import type { HistoryMove } from '../platform/page.ts'

type Leaving = {
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
function watchLeaving(
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

  return { handleMove, stop: listen(document, { click: handleClick }, { capture: true }) }
}

const discardTexts = (): AppThunk => (_dispatch, getState) => {
  for (const form of getState().unsaved.forms) dropOwnText(selectOwner(getState()), form)
}

export function LeaveDialog({ moveRef }: { moveRef: RefObject<HistoryMove | null> }) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const { pathname, key } = useLocation()
  const confirm = useConfirm()

  useEffect(() => {
    const ask = (proceed: () => void) =>
      confirm({
        title: t('leave.title'),
        text: t('leave.text'),
        yes: t('leave.confirm'),
        no: t('leave.stay'),
        action: () => {
          dispatch(discardTexts())
          proceed()
        },
      })
    const { handleMove, stop } = watchLeaving(key, ({ path, proceed }) => {
      // Read at the time of the click: the end of a session resets everything.
      const isLost =
        path !== pathname && dispatch((_dispatch, getState) => isLostByOpening(getState(), path))
      if (isLost) ask(proceed)
      return isLost
    })
    moveRef.current = handleMove
    return () => {
      moveRef.current = null
      stop()
    }
  }, [confirm, dispatch, key, moveRef, pathname, t])

  return null
}
