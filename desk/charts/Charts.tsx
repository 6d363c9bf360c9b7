import { BarChart } from './BarChart.tsx'
import { COUNTS, type Day, nameOfCount } from './counts.ts'

/** A chart for each count. */
export const Charts = ({ days }: { days: readonly Day[] }) => (
  <div className="desk-charts">
    {COUNTS.map((count) => (
      <BarChart
        key={count}
        name={nameOfCount(count)}
        points={days.map((day) => ({ day: day.id, value: day[count] }))}
      />
    ))}
  </div>
)
