import { type RefObject, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** After the first navigation. */
const MOVED = ''

type Props = {
  /** The entry of the history that the visit has begun with; null before the first page. */
  firstEntryRef: RefObject<string | null>
}

/**
 * Takes the focus to a page when it appears; keyed by the path, that is on every route change. The first page of a
 * visit leaves it to the browser. No region announces the change besides: what gets the focus is read aloud.
 */
export function ArrivalFocus({ firstEntryRef }: Props) {
  const [key] = useState(useLocation().key)
  useEffect(() => {
    firstEntryRef.current ??= key
    if (firstEntryRef.current === key) return
    firstEntryRef.current = MOVED
    // Fetched right after the first paint; without it the browser keeps the focus where it can.
    let stop: (() => void) | undefined
    let hasLeft = false
    import(/* webpackChunkName: "after-paint" */ '#src/platform/pageFocus.ts').then(
      ({ focusNewPage }) => {
        if (!hasLeft) stop = focusNewPage(document.getElementById('main'))
      },
      () => undefined,
    )
    return () => {
      hasLeft = true
      stop?.()
    }
  }, [firstEntryRef, key])
  return null
}
