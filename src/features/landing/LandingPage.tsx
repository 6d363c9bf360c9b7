import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { goToElement } from '#src/platform/motion.ts'
import { useLogVisitQuery } from '#src/store/api/contentApi.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectIsMember } from '#src/store/slices/session.ts'
import { ContactSection } from './ContactSection.tsx'
import { LandingHero } from './LandingHero.tsx'
import { LatestNews } from './LatestNews.tsx'
import { WorldIntroduction } from './WorldIntroduction.tsx'

/** Landing page (SPEC 2). Members reach it too, by the brand and by every redirect. */
export function LandingPage() {
  const { t } = useTranslation()
  const isMember = useAppSelector(selectIsMember)
  const introduction = useRef<HTMLElement>(null)
  // As specified: counted when the page loads; a failure is logged and nobody hears of it (SPEC 7, 8).
  useLogVisitQuery()

  const handleScroll = () => {
    if (introduction.current) goToElement(introduction.current)
  }
  return (
    <>
      <title>{t('navbar.page_title', { heading: t('landing_page.title') })}</title>
      <LandingHero isMember={isMember} onScroll={handleScroll} />
      <WorldIntroduction ref={introduction} />
      <LatestNews />
      {!isMember && <ContactSection />}
    </>
  )
}
