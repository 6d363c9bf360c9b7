import { useEffect } from 'react'
import { pressSearchOnKeys } from '#src/platform/siteSearchKeys.ts'
import { PageHead } from './PageHead.tsx'
import { ToastLayer } from './ToastLayer.tsx'

/** Parts that a page does not need before its first paint. */
export function AfterPaint() {
  useEffect(pressSearchOnKeys, [])
  return (
    <>
      <PageHead />
      <ToastLayer />
    </>
  )
}
