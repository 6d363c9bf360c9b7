import { t } from '../i18n.ts'
import { dayOf } from '../parts/ago.ts'
import { COUNTS, type Day, nameOfCount } from './counts.ts'

/** The numbers of the charts, the newest day first. */
export const DaysTable = ({ days }: { days: readonly Day[] }) => (
  <details className="desk-card">
    <summary>{t('counters.table')}</summary>
    <div className="desk-scroll">
      <table className="desk-table">
        <thead>
          <tr>
            <th scope="col">{t('counters.day')}</th>
            {COUNTS.map((count) => (
              <th key={count} scope="col">
                {nameOfCount(count)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.id}>
              <th scope="row">{dayOf(`${day.id}T12:00`)}</th>
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
