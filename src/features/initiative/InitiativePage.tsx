import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Hero } from '#src/ui/Hero.tsx'
import { BookSection } from './BookSection.tsx'

/** The numbers are those of behaviour 2.9 and stay as they are (ruling 58). */
export function InitiativePage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{t('navbar.page_title', { heading: t('initiative.title') })}</title>
      <Hero picture="initiative" heading={t('initiative.title')} lead={t('initiative.lead')} />
      <div className="mx-auto max-w-page divide-y divide-line px-4 py-8 sm:py-12">
        <TextSection
          title={t('initiative.what_title')}
          paragraphs={[t('initiative.what_1'), t('initiative.what_2')]}
        />
        <TextSection
          title={t('initiative.schools_title')}
          paragraphs={[t('initiative.schools_1'), t('initiative.schools_2')]}
        >
          <SchoolFacts />
        </TextSection>
        <TextSection
          title={t('initiative.people_title')}
          paragraphs={[t('initiative.people_1'), t('initiative.people_2')]}
        />
        <TextSection
          title={t('initiative.online_title')}
          paragraphs={[t('initiative.online_1'), t('initiative.online_2')]}
        />
      </div>
      <BookSection />
    </>
  )
}

const facts = [
  { fact: 'initiative.schools_fact_count', label: 'initiative.schools_fact_count_label' },
  { fact: 'initiative.schools_fact_years', label: 'initiative.schools_fact_years_label' },
  { fact: 'initiative.schools_fact_start', label: 'initiative.schools_fact_start_label' },
  { fact: 'initiative.schools_fact_countries', label: 'initiative.schools_fact_countries_label' },
] as const

function SchoolFacts() {
  const { t } = useTranslation()
  return (
    <dl className="mt-10 grid grid-cols-2 gap-x-8 gap-y-8 sm:grid-cols-4">
      {facts.map(({ fact, label }) => (
        <div key={fact} className="flex flex-col-reverse justify-end border-t-2 border-gold pt-3">
          <dt className="mt-1 font-sans text-sm text-ink-soft">{t(label)}</dt>
          <dd className="font-heading text-2xl font-bold">{t(fact)}</dd>
        </div>
      ))}
    </dl>
  )
}

type Props = { title: string; paragraphs: readonly string[]; children?: ReactNode }

function TextSection({ title, paragraphs, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-x-12 gap-y-5 py-12 sm:py-16 lg:grid-cols-12">
      <h2 id={id} className="font-heading text-2xl font-bold sm:text-3xl lg:col-span-4">
        {title}
      </h2>
      <div className="lg:col-span-8">
        <div className="max-w-measure space-y-4 text-lg">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        {children}
      </div>
    </section>
  )
}
