import { useLayoutEffect } from 'react'
import { scrollToTop } from '#src/platform/page.ts'

/** Scrolls when it appears; keyed by the address, that is on every route change (SPEC 2). */
export function ScrollToTop() {
  useLayoutEffect(scrollToTop, [])
  return null
}
