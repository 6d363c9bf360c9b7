import { useLayoutEffect } from 'react'
import { scrollToTop } from '#src/platform/page.ts'
import { dropServedHead } from '#src/platform/servedHead.ts'

/** Keyed by the path: every route starts at its top (behaviour 2), and leaving the served page drops its head. */
export function PageStart() {
  useLayoutEffect(() => {
    scrollToTop()
    return dropServedHead
  }, [])
  return null
}
