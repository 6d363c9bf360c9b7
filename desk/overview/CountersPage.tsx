import { useState } from 'react'
import { Title, useGetList } from 'react-admin'
import type { DayCount } from '#contract/overview.ts'
import { Charts, DaysTable } from '../charts/Charts.tsx'
import { resourceName, t } from '../i18n.ts'
import { DialogSelect } from '../parts/Dialog.tsx'

const SPANS = ['7', '30', '90', '365'] as const

const CountersPage = () => {
  const [days, setDays] = useState<(typeof SPANS)[number]>('30')
  const { data = [] } = useGetList<DayCount>('counters', {
    filter: { days: Number(days) },
    pagination: { page: 1, perPage: 366 },
    sort: { field: 'id', order: 'ASC' },
  })
  return (
    <div>
      <Title title={resourceName('counters')} />
      <div className="desk-select" style={{ maxWidth: 160, paddingTop: 12 }}>
        <DialogSelect
          choices={SPANS.map((span) => [span, span])}
          label={t('counters.days')}
          onChange={setDays}
          value={days}
        />
      </div>
      <section className="desk-card">
        <Charts days={data} />
      </section>
      <DaysTable days={data} />
    </div>
  )
}

export const counters = { list: CountersPage }
