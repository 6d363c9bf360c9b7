import { useId, useState } from 'react'
import { Title, useGetList } from 'react-admin'
import { texts } from '../texts.ts'

const words = texts.counters
const COUNTS = ['visits', 'members', 'groups', 'entries'] as const
type Count = (typeof COUNTS)[number]
type Day = { id: string } & Record<Count, number>
const SPANS = [7, 30, 90, 365] as const

const CountersPage = () => {
  const [days, setDays] = useState(30)
  const field = useId()
  const { data = [] } = useGetList<Day>('counters', {
    filter: { days },
    pagination: { page: 1, perPage: 366 },
    sort: { field: 'id', order: 'ASC' },
  })
  return (
    <div>
      <Title title={texts.resources.counters} />
      <p className="desk-actions">
        <label htmlFor={field}>{words.days}</label>
        <select
          className="desk-plain"
          id={field}
          onChange={(event) => setDays(Number(event.target.value))}
          value={days}
        >
          {SPANS.map((span) => (
            <option key={span}>{span}</option>
          ))}
        </select>
      </p>
      <div className="desk-charts">
        {COUNTS.map((count) => (
          <Chart count={count} days={data} key={count} />
        ))}
      </div>
      <Table days={data} />
    </div>
  )
}

const WIDTH = 400
const HEIGHT = 120

/** Bars of one count; the numbers themselves stand in the table below. */
const Chart = ({ count, days }: { count: Count; days: readonly Day[] }) => {
  const most = Math.max(1, ...days.map((day) => day[count]))
  const total = days.reduce((sum, day) => sum + day[count], 0)
  const step = WIDTH / Math.max(1, days.length)
  const label = words.sum(words[count], total)
  return (
    <figure className="desk-card">
      <figcaption>{label}</figcaption>
      <svg aria-label={label} role="img" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
        {days.map((day, index) => {
          const height = (day[count] / most) * (HEIGHT - 2)
          return (
            <rect
              height={height}
              key={day.id}
              width={Math.max(0.5, step * 0.8)}
              x={index * step}
              y={HEIGHT - 1 - height}
            >
              <title>{`${day.id}: ${day[count]}`}</title>
            </rect>
          )
        })}
        <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      </svg>
    </figure>
  )
}

const Table = ({ days }: { days: readonly Day[] }) => (
  <details className="desk-card">
    <summary>{words.table}</summary>
    <table className="desk-table">
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          {COUNTS.map((count) => (
            <th key={count} scope="col">
              {words[count]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.id}>
            <th scope="row">{day.id}</th>
            {COUNTS.map((count) => (
              <td key={count}>{day[count]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </details>
)

export const counters = { list: CountersPage }
