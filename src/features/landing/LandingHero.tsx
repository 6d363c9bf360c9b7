import { useTranslation } from 'react-i18next'
import { Hero } from '#src/ui/Hero.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { MoonGlow } from './MoonGlow.tsx'

type Props = { isMember: boolean; onScroll: () => void }

/** Headline, main button, and the arrow down to the introduction (behaviour 2). */
export function LandingHero({ isMember, onScroll }: Props) {
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
