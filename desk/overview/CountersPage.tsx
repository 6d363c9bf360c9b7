import { useId, useState } from 'react'
import { Title, useGetList } from 'react-admin'
import type { DayCount } from '#contract/overview.ts'
import { Charts, DaysTable } from '../charts/Charts.tsx'
import { resourceName, t } from '../i18n.ts'

const SPANS = [7, 30, 90, 365] as const

const CountersPage = () => {
  const [days, setDays] = useState(30)
  const field = useId()
  const { data = [] } = useGetList<DayCount>('counters', {
    filter: { days },
    pagination: { page: 1, perPage: 366 },
    sort: { field: 'id', order: 'ASC' },
  })
  return (
    <div>
      <Title title={resourceName('counters')} />
      <div className="desk-select" style={{ maxWidth: 160, paddingTop: 12 }}>
        <label htmlFor={field}>{t('counters.days')}</label>
        <select id={field} onChange={(event) => setDays(Number(event.target.value))} value={days}>
          {SPANS.map((span) => (
            <option key={span}>{span}</option>
          ))}
        </select>
      </div>
      <section className="desk-card">
        <Charts days={data} />
      </section>
      <DaysTable days={data} />
    </div>
  )
}

export const counters = { list: CountersPage }
