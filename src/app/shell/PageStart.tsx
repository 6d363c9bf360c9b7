import { useLayoutEffect } from 'react'
import { scrollToTop } from '#src/platform/page.ts'
import { dropServedHead } from '#src/platform/servedHead.ts'

/**
 * Keyed by the path, that is for every route change: a page begins at its top (behaviour 2), and whoever leaves the one that
 * was served leaves its description behind.
 */
export function PageStart() {
  useLayoutEffect(() => {
    scrollToTop()
    return dropServedHead
  }, [])
  return null
}
