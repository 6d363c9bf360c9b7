import { useTranslation } from 'react-i18next'

const facts = [
  { fact: 'initiative.schools_fact_count', label: 'initiative.schools_fact_count_label' },
  { fact: 'initiative.schools_fact_years', label: 'initiative.schools_fact_years_label' },
  { fact: 'initiative.schools_fact_start', label: 'initiative.schools_fact_start_label' },
  { fact: 'initiative.schools_fact_countries', label: 'initiative.schools_fact_countries_label' },
] as const

/** The programme in four figures. */
export function SchoolFacts() {
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
