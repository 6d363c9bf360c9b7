import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#src/ui/Button.tsx'

const paragraphs = [
  'landing_page.introduction_1',
  'landing_page.introduction_2',
  'landing_page.introduction_3',
] as const

const places = [
  { scene: 'news', name: 'landing_page.place_halm', text: 'landing_page.place_halm_text' },
  { scene: 'downloads', name: 'landing_page.place_glass', text: 'landing_page.place_glass_text' },
  {
    scene: 'initiative',
    name: 'landing_page.place_harrow',
    text: 'landing_page.place_harrow_text',
  },
] as const

export function WorldIntroduction({ ref }: { ref: Ref<HTMLElement> }) {
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
        <div className="max-w-measure space-y-5 text-lg leading-relaxed first-letter:float-left first-letter:mt-1.5 first-letter:mr-2.5 first-letter:font-heading first-letter:text-6xl first-letter:leading-[0.8] first-letter:font-bold first-letter:text-gold-deep lg:col-span-8">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{t(paragraph)}</p>
          ))}
          <div className="flex flex-wrap gap-3 pt-3">
            <LinkButton to="/discordia/rules">{t('landing_page.introduction_rules')}</LinkButton>
            <LinkButton to="/discordia/world">{t('landing_page.introduction_world')}</LinkButton>
          </div>
        </div>
      </div>
      <div className="mx-auto mt-16 grid max-w-page gap-10 px-4 sm:mt-20 sm:grid-cols-3 sm:gap-6 lg:gap-10">
        {places.map(({ scene, name, text }) => (
          <Plate key={scene} scene={scene} name={t(name)} text={t(text)} />
        ))}
      </div>
    </section>
  )
}

type PlateProps = { scene: 'news' | 'downloads' | 'initiative'; name: string; text: string }

function Plate({ scene, name, text }: PlateProps) {
  const file = `/images/hero-${scene}-tall-600`
  return (
    <figure className="m-0">
      <picture>
        <source type="image/avif" srcSet={`${file}.avif`} />
        <img
          src={`${file}.webp`}
          alt=""
          width={600}
          height={800}
          loading="lazy"
          decoding="async"
          className="aspect-4/3 w-full rounded bg-night object-cover object-[50%_60%] sm:aspect-3/4"
        />
      </picture>
      <figcaption className="mt-4">
        <h3 className="font-heading text-xl font-bold">{name}</h3>
        <p className="mt-1 text-base text-ink-soft">{text}</p>
      </figcaption>
    </figure>
  )
}
