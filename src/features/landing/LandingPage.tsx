import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { goToElement } from '#src/platform/motion.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectIsMember } from '#src/store/session/slice.ts'
import { LandingHero } from './LandingHero.tsx'
import { WorldIntroduction } from './WorldIntroduction.tsx'

// Below the fold, with all calls to the server: not part of the first load.
const NewsAndContact = lazy(async () => ({
  default: (await import(/* webpackChunkName: "news-and-contact" */ './NewsAndContact.tsx'))
    .NewsAndContact,
}))

/** Landing page (behaviour 2). Members reach it too, by the brand and by every redirect. */
export function LandingPage() {
  const { t } = useTranslation()
  const isMember = useAppSelector(selectIsMember)
  const introduction = useRef<HTMLElement>(null)
  const handleScroll = () => {
    if (introduction.current) goToElement(introduction.current)
  }
  return (
    <>
      <title>{t('navbar.page_title', { heading: t('landing_page.title') })}</title>
      <LandingHero isMember={isMember} onScroll={handleScroll} />
      <WorldIntroduction ref={introduction} />
      <Suspense fallback={<div className="min-h-screen" />}>
        <NewsAndContact isMember={isMember} />
      </Suspense>
    </>
  )
}
