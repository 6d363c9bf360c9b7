import { lazy, type Ref, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { hides } from '#src/platform/page.ts'
import { goToElement } from '#src/platform/viewport.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import type { PageData } from '#src/store/reducer.ts'
import { selectIsMember } from '#src/store/session/slice.ts'
import { IconButton, LinkButton } from '#src/ui/Button.tsx'
import { Hero } from '#src/ui/Hero.tsx'
import { LatePicture } from '#src/ui/LatePicture.tsx'
import { useKit, useSitePicture } from '#src/ui/useKit.ts'

// Not part of the first load: this part is below the fold, and only it calls the server.
const loadLower = () => import(/* webpackChunkName: "news-and-contact" */ './NewsAndContact.tsx')
const NewsAndContact = lazy(async () => ({ default: (await loadLower()).NewsAndContact }))

export const pageData: PageData = {
  fetch: async (dispatch, url) =>
    hides('news', url.kit) ? undefined : (await loadLower()).fetchLatest(dispatch, url),
}

/** Members reach it too, by the brand and by every redirect. */
function LandingPage() {
  const { t } = useTranslation()
  const isMember = useAppSelector(selectIsMember)
  const isLeftOut = hides('introduction', useKit())
  // A community that leaves out the title has no introduction either (ruling 88).
  const hasIntroduction = t('landing_page.introduction_title') !== '' && !isLeftOut
  const introduction = useRef<HTMLElement>(null)
  const handleScroll = () => {
    if (introduction.current) goToElement(introduction.current)
  }
  return (
    <>
      <title>{t('navbar.page_title', { heading: t('landing_page.title') })}</title>
      <LandingHero isMember={isMember} onScroll={hasIntroduction ? handleScroll : undefined} />
      {hasIntroduction && <WorldIntroduction ref={introduction} />}
      <Suspense fallback={<div className="min-h-screen" />}>
        <NewsAndContact isMember={isMember} />
      </Suspense>
    </>
  )
}

type HeroProps = { isMember: boolean; onScroll: (() => void) | undefined }

function LandingHero({ isMember, onScroll }: HeroProps) {
  const { t } = useTranslation()
  const hasMoon = !useKit()?.landing
  const [kicker, whatToDo] = [t('landing_page.kicker'), t('landing_page.what_to_do')]
  return (
    <Hero
      picture="landing"
      size="full"
      glow={hasMoon && <MoonGlow />}
      contentClassName="max-landscape:pb-2"
      foot={
        onScroll && (
          <IconButton
            label={t('landing_page.scroll_to_introduction')}
            icon="arrowDown"
            onClick={onScroll}
            className="relative mx-auto mb-4 shrink-0 rounded-full bg-night/80 text-2xl text-gold-light"
          />
        )
      }
    >
      <div className="max-w-xl">
        {kicker && (
          <p className="font-sans text-ui font-medium tracking-wide text-gold-light">{kicker}</p>
        )}
        <h1 className="mt-3 font-heading text-3xl font-bold sm:text-5xl xl:text-6xl">
          {t('landing_page.title')}
        </h1>
        <p className="mt-4 text-base text-snow/90 sm:mt-5 sm:text-lg">{t('landing_page.lead')}</p>
        {whatToDo && (
          <p className="mt-3 font-sans text-ui font-medium text-gold-light">{whatToDo}</p>
        )}
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

function WorldIntroduction({ ref }: { ref: Ref<HTMLElement> }) {
  const { t } = useTranslation()
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={t('landing_page.introduction')}
      className="py-20 outline-none sm:py-28"
    >
      <div className="mx-auto grid max-w-page gap-x-12 gap-y-8 px-4 lg:grid-cols-12">
        <h2 className="font-heading text-3xl font-bold sm:text-4xl lg:col-span-4">
          {t('landing_page.introduction_title')}
        </h2>
        <div className="max-w-measure space-y-5 text-lg leading-relaxed first-letter:float-start first-letter:mt-1.5 first-letter:me-2.5 first-letter:font-heading first-letter:text-6xl first-letter:leading-[0.8] first-letter:font-bold first-letter:text-gold-deep lg:col-span-8">
          {([1, 2, 3] as const).map((number) => {
            const text = t(`landing_page.introduction_${number}`)
            return text && <p key={number}>{text}</p>
          })}
          <div className="flex flex-wrap gap-3 pt-3">
            <LinkButton to="/discordia/rules">{t('landing_page.introduction_rules')}</LinkButton>
            <LinkButton to="/discordia/world">{t('landing_page.introduction_world')}</LinkButton>
          </div>
        </div>
      </div>
      {!hides('plates', useKit()) && (
        <div className="mx-auto mt-16 drawn-late grid max-w-page gap-10 px-4 sm:mt-20 sm:grid-cols-3 sm:gap-6 lg:gap-10">
          <Plate scene="news" name="halm" />
          <Plate scene="downloads" name="glass" />
          <Plate scene="initiative" name="harrow" />
        </div>
      )}
    </section>
  )
}

function Plate({ scene, name }: { scene: string; name: 'halm' | 'glass' | 'harrow' }) {
  const { t } = useTranslation()
  const sitePicture = useSitePicture()
  const place = t(`landing_page.place_${name}`)
  const file = `/images/hero-${scene}-tall-600`
  if (place === '') return null
  return (
    <figure className="group relative m-0">
      <LatePicture className="aspect-4/3 overflow-hidden rounded bg-night sm:aspect-3/4">
        <picture>
          <source type="image/avif" srcSet={sitePicture(`${file}.avif`)} />
          <img
            src={sitePicture(`${file}.webp`)}
            alt=""
            width={600}
            height={800}
            decoding="async"
            className="size-full object-cover object-[50%_60%]"
          />
        </picture>
      </LatePicture>
      <figcaption className="mt-4">
        <h3 className="font-heading text-xl font-bold">
          <Link
            to={`/discordia/world?search=${encodeURIComponent(place)}`}
            className="text-ink no-underline decoration-gold underline-offset-4 group-hover:underline after:absolute after:inset-0"
          >
            {place}
          </Link>
        </h3>
        <p className="mt-1 text-base text-ink-soft">{t(`landing_page.place_${name}_text`)}</p>
      </figcaption>
    </figure>
  )
}

export { LandingPage as Screen }
