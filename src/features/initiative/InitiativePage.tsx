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
        <TextSection name="what" />
        <TextSection name="schools">
          <SchoolFacts />
        </TextSection>
        <TextSection name="people" />
        <TextSection name="online" />
      </div>
      <BookSection />
    </>
  )
}

function SchoolFacts() {
  const { t } = useTranslation()
  return (
    <dl className="mt-10 grid grid-cols-2 gap-x-8 gap-y-8 sm:grid-cols-4">
      {(['count', 'years', 'start', 'countries'] as const).map((fact) => (
        <div key={fact} className="flex flex-col-reverse justify-end border-t-2 border-gold pt-3">
          <dt className="mt-1 font-sans text-sm text-ink-soft">
            {t(`initiative.schools_fact_${fact}_label`)}
          </dt>
          <dd className="font-heading text-2xl font-bold">
            {t(`initiative.schools_fact_${fact}`)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Props = { name: 'what' | 'schools' | 'people' | 'online'; children?: ReactNode }

function TextSection({ name, children }: Props) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-x-12 gap-y-5 py-12 sm:py-16 lg:grid-cols-12">
      <h2 id={id} className="font-heading text-2xl font-bold sm:text-3xl lg:col-span-4">
        {t(`initiative.${name}_title`)}
      </h2>
      <div className="lg:col-span-8">
        <div className="max-w-measure space-y-4 text-lg">
          <p>{t(`initiative.${name}_1`)}</p>
          <p>{t(`initiative.${name}_2`)}</p>
        </div>
        {children}
      </div>
    </section>
  )
}
