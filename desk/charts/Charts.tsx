import { styled } from '@mui/material/styles'
import type { DayCount } from '#contract/overview.ts'
import { deskLocale, t } from '../i18n.ts'
import { PlainTable } from '../parts/PlainTable.tsx'
import { wholeDay } from '../parts/times.ts'
import { line, lining } from '../theme/shared.ts'

type Point = { readonly day: string; readonly value: number }

/** Number of days above which each bar is a week: bars of days would be thinner than a pixel. */
const DAYS_MAX = 120
const WEEK = 7

const isWeekly = (days: number): boolean => days > DAYS_MAX

/** One point for each bar; a week is named after its first day, and only the oldest may be shorter. */
export function barsOf(points: readonly Point[]): Point[] {
  if (!isWeekly(points.length)) return [...points]
  const weeks: Point[] = []
  for (let end = points.length; end > 0; end -= WEEK) {
    const week = points.slice(Math.max(0, end - WEEK), end)
    const value = week.reduce((sum, point) => sum + point.value, 0)
    weeks.unshift({ day: week[0]?.day ?? '', value })
  }
  return weeks
}

/** Ticks of an axis from zero: whole, round numbers, at most five of them, the last not below `most`. */
export function ticksTo(most: number): number[] {
  const rough = Math.max(1, most) / 4
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)))
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? 10 * power
  const count = Math.ceil(Math.max(1, most) / step)
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}

/** Indexes of at most `count` labels along `length` bars, always with the first and the last. */
export function labelsAlong(length: number, count: number): number[] {
  if (length <= count) return Array.from({ length }, (_, at) => at)
  return Array.from({ length: count }, (_, at) => Math.round((at * (length - 1)) / (count - 1)))
}

const LABELS = 4
/** Units of the drawing, which is stretched; the texts around it are not. */
const HEIGHT = 100
const BAR = 10
const GAP = 2

const SHORT = new Intl.DateTimeFormat(deskLocale(), {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

type BarChartProps = { name: string; points: readonly Point[] }

/** Counts by day, or by week where there are many days. `DaysTable` has the same numbers as text. */
export const BarChart = ({ name, points }: BarChartProps) => {
  const bars = barsOf(points)
  const isByWeek = isWeekly(points.length)
  const when = ({ day }: Point) => {
    const date = wholeDay(day)
    return isByWeek ? t('charts.week_of', { day: date }) : date
  }
  const total = points.reduce((sum, { value }) => sum + value, 0)
  const highest = bars.reduce<Point | undefined>(
    (best, bar) => (best === undefined || bar.value > best.value ? bar : best),
    undefined,
  )
  const ticks = ticksTo(highest?.value ?? 0)
  const top = ticks.at(-1) ?? 1
  const summary =
    highest === undefined || total === 0
      ? t('charts.summary_empty', { name })
      : t('charts.summary', { name, total, most: highest.value, when: when(highest) })
  return (
    <Figure>
      <figcaption>
        <span>{t('charts.total', { name, total })}</span>{' '}
        <span className="desk-quiet">{isByWeek ? t('charts.by_week') : t('charts.by_day')}</span>
      </figcaption>
      <Plot aria-label={summary} role="img">
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
            {tick}
          </span>
        ))}
        <svg
          aria-hidden="true"
          className="desk-mirrored"
          preserveAspectRatio="none"
          viewBox={`0 0 ${Math.max(1, bars.length) * BAR} ${HEIGHT}`}
        >
          {bars.map((bar, at) => {
            const height = (bar.value / top) * HEIGHT
            return (
              <rect
                height={height}
                key={bar.day}
                width={BAR - GAP}
                x={at * BAR + GAP / 2}
                y={HEIGHT - height}
              >
                <title>{t('charts.value', { when: when(bar), count: bar.value })}</title>
              </rect>
            )
          })}
        </svg>
      </Plot>
      <ul aria-hidden="true">
        {labelsAlong(bars.length, LABELS).map((at) => (
          <li key={at}>{SHORT.format(new Date(bars[at]?.day ?? ''))}</li>
        ))}
      </ul>
    </Figure>
  )
}

const Figure = styled('figure')({
  margin: 0,
  '& figcaption': { fontWeight: 500 },
  '& ul': {
    display: 'flex',
    justifyContent: 'space-between',
    margin: '4px 0 0',
    marginInlineStart: 28,
    padding: 0,
    color: 'var(--ink-soft)',
    fontSize: 13,
    listStyle: 'none',
  },
})

const Plot = styled('div')({
  position: 'relative',
  height: 120,
  margin: '18px 0 0',
  marginInlineStart: 28,
  borderBottom: '1px solid var(--field)',
  '& svg': { position: 'relative', display: 'block', width: '100%', height: '100%' },
  '& rect': { fill: 'var(--gold)', '&:hover': { fill: 'var(--gold-deep)' } },
  '@media (forced-colors: active)': { '& rect': { fill: 'CanvasText' } },
  '& > span': {
    position: 'absolute',
    insetInline: '-28px 0',
    borderBottom: line,
    color: 'var(--ink-soft)',
    fontSize: 13,
    lineHeight: 1,
    ...lining,
  },
  '& > span:first-of-type': { border: 0 },
})

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

export const DaysTable = ({ days }: Props) => (
  <details className="desk-card">
    <summary>{t('counters.table')}</summary>
    <div style={{ overflowX: 'auto' }}>
      <PlainTable
        heads={[t('counters.day'), ...COUNTS.map((count) => t(`counters.${count}`))]}
        isNamed
        rows={days.toReversed().map((day) => [wholeDay(day.id), ...COUNTS.map((of) => day[of])])}
      />
    </div>
  </details>
)
