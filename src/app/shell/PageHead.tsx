import { useContext, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { canonicalAddress, pageTags } from '#shared/pageTags.ts'
import { canonicalUrl, servedSite, writeHead } from '#src/platform/servedHead.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { ServedFacts } from '#src/ui/servedFacts.ts'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { describePage } from './describePage.ts'

/** Writes the head of each page opened by a click as the server would, once the data of the page are loaded. */
export function PageHead() {
  const { t } = useTranslation()
  const language = useLanguage()
  const location = useLocation()
  const { pathname, search } = location
  const state: unknown = location.state
  const timeZone = useContext(ServedFacts)?.timeZone
  const queries = useAppSelector((root) => root.api.queries)
  useEffect(() => {
    const site = servedSite()
    if (site === null) return
    const page = describePage({ pathname, search, state }, queries, {
      t,
      language,
      publicUrl: site.publicUrl,
      timeZone: timeZone ?? readerTimeZone(),
    })
    if (page && canonicalUrl() !== canonicalAddress(site, page.path))
      writeHead(pageTags(site, page))
  }, [pathname, search, state, queries, t, language, timeZone])
  return null
}
