import { useLayoutEffect } from 'react'
import { dropServedHead } from '#src/platform/servedHead.ts'

/** Keyed by the path: whoever leaves the page that was served leaves its description behind. */
export function ServedHead() {
  useLayoutEffect(() => dropServedHead, [])
  return null
}
