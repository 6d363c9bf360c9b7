import { styled } from '@mui/material/styles'
import type { DayCount } from '#contract/overview.ts'
import { t } from '../i18n.ts'
import { wholeDay } from '../parts/times.ts'
import { BarChart } from './BarChart.tsx'

const COUNTS = ['visits', 'members', 'groups', 'entries'] as const

type Props = { days: readonly DayCount[] }

export const Charts = ({ days }: Props) => (
  <Grid>
    {COUNTS.map((count) => (
      <BarChart
        key={count}
        name={t(`counters.${count}`)}
        points={days.map((day) => ({ day: day.id, value: day[count] }))}
      />
    ))}
  </Grid>
)

const Grid = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(230px, 100%), 1fr))',
  gap: '16px 24px',
})

/** The numbers of the charts, the newest day first. */
export const DaysTable = ({ days }: Props) => (
  <details className="desk-card">
    <summary>{t('counters.table')}</summary>
    <div style={{ overflowX: 'auto' }}>
      <table className="desk-table">
        <thead>
          <tr>
            <th scope="col">{t('counters.day')}</th>
            {COUNTS.map((count) => (
              <th key={count} scope="col">
                {t(`counters.${count}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.id}>
              <th scope="row">{wholeDay(day.id)}</th>
              {COUNTS.map((count) => (
                <td key={count}>{day[count]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)
