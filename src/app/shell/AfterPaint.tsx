import { useEffect } from 'react'
import { pressSearchOnKeys } from '#src/platform/siteSearchKeys.ts'
import { PageHead } from './PageHead.tsx'
import { ToastLayer } from './ToastLayer.tsx'

/** What a page can do without until its first paint. */
export function AfterPaint() {
  useEffect(pressSearchOnKeys, [])
  return (
    <>
      <PageHead />
      <ToastLayer />
    </>
  )
}
