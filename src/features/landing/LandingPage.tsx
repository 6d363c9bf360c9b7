import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { goToElement } from '#src/platform/viewport.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectIsMember } from '#src/store/session/slice.ts'
import { IconButton, LinkButton } from '#src/ui/Button.tsx'
import { Hero } from '#src/ui/Hero.tsx'
import { WorldIntroduction } from './WorldIntroduction.tsx'

// Below the fold, with all calls to the server: not part of the first load.
const NewsAndContact = lazy(async () => ({
  default: (await import(/* webpackChunkName: "news-and-contact" */ './NewsAndContact.tsx'))
    .NewsAndContact,
}))

/** Members reach it too, by the brand and by every redirect. */
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

function LandingHero({ isMember, onScroll }: { isMember: boolean; onScroll: () => void }) {
  const { t } = useTranslation()
  return (
    <Hero
      picture="landing"
      size="full"
      glow={<MoonGlow />}
      contentClassName="max-landscape:pb-2"
      foot={
        <IconButton
          label={t('landing_page.scroll_to_introduction')}
          icon="arrowDown"
          onClick={onScroll}
          className="relative mx-auto mb-4 shrink-0 rounded-full bg-night/80 text-2xl text-gold-light"
        />
      }
    >
      <div className="max-w-xl">
        <p className="font-sans text-ui font-medium tracking-wide text-gold-light">
          {t('landing_page.kicker')}
        </p>
        <h1 className="mt-3 font-heading text-3xl font-bold sm:text-5xl xl:text-6xl">
          {t('landing_page.title')}
        </h1>
        <p className="mt-4 text-base text-snow/90 sm:mt-5 sm:text-lg">{t('landing_page.lead')}</p>
        <LinkButton
          variant="primary"
          to={isMember ? '/discordia/dashboard' : '/auth/register'}
          className="mt-6 min-w-40 sm:mt-8 px-8 py-3 text-lg"
        >
          {isMember ? t('landing_page.my_account') : t('landing_page.join_now')}
        </LinkButton>
      </div>
    </Hero>
  )
}

/** A slow glow over the moon of the picture. Its position follows from the size of the box (cqw, cqh), which the picture covers. */
function MoonGlow() {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 [container-type:size]">
      <div className="absolute top-[calc(50cqh-max(25cqh,10.4cqw))] left-[69.8cqw] size-[max(26cqw,62cqh)] -translate-1/2 animate-pulse bg-radial from-gold-light/30 to-transparent to-60% [animation-duration:10s]" />
    </div>
  )
}
