import { styled } from '@mui/material/styles'
import { deskLocale, t } from '../i18n.ts'
import { wholeDay } from '../parts/times.ts'
import { line, lining } from '../theme/shared.ts'
import { barsOf, isWeekly, type Point } from './buckets.ts'
import { labelsAlong, ticksTo } from './scale.ts'

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

type Props = { name: string; points: readonly Point[] }

/** Counts by day, or by week where there are many days. `DaysTable` has the same numbers as text. */
export const BarChart = ({ name, points }: Props) => {
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
