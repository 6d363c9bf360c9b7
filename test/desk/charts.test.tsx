import { render, screen, within } from '@testing-library/react'
import { BarChart } from '#desk/charts/BarChart.tsx'
import { barsOf } from '#desk/charts/buckets.ts'
import { DaysTable } from '#desk/charts/Charts.tsx'
import { labelsAlong, ticksTo } from '#desk/charts/scale.ts'

const dayAfter = (at: number) => new Date(Date.UTC(2026, 10, 1 + at)).toISOString().slice(0, 10)
const points = (values: readonly number[]) =>
  values.map((value, at) => ({ day: dayAfter(at), value }))

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [41, [0, 20, 40, 60]],
  [100, [0, 50, 100]],
  [1234, [0, 500, 1000, 1500]],
])('an axis for at most %p has the ticks %p', (most, ticks) => {
  expect(ticksTo(most)).toEqual(ticks)
})

test('labels along an axis have its first and its last day, and are spread between', () => {
  expect(labelsAlong(3, 4)).toEqual([0, 1, 2])
  expect(labelsAlong(30, 4)).toEqual([0, 10, 19, 29])
})

test('a chart says its sum, its highest day, its numbers and its dates', () => {
  const { container } = render(<BarChart name="Visits" points={points([0, 4, 12, 3])} />)
  expect(screen.getByText('Visits: 19').parentElement).toHaveTextContent('by day')
  const drawing = screen.getByRole('img', {
    name: 'Visits: 19 in all, at most 12 (3 November 2026)',
  })
  for (const tick of ['0', '5', '10', '15'])
    expect(within(drawing).getByText(tick)).toBeInTheDocument()
  for (const day of ['1 Nov', '2 Nov', '3 Nov', '4 Nov'])
    expect(screen.getByText(day)).toBeInTheDocument()
  const heights = [...container.querySelectorAll('rect')].map((bar) => bar.getAttribute('height'))
  expect(heights.map(Number)).toEqual([0, (4 / 15) * 100, 80, 20])
})

test('a year is drawn by week, and every day counts once', () => {
  const bars = barsOf(points(Array.from({ length: 365 }, () => 1)))
  expect(bars).toHaveLength(53)
  expect(bars.map(({ value }) => value)).toEqual([1, ...Array.from({ length: 52 }, () => 7)])
  expect(bars.at(-1)?.day).toBe(dayAfter(358))
})

test('nothing at all is a chart with an axis and without bars of a height', () => {
  render(<BarChart name="Visits" points={points([0, 0])} />)
  expect(screen.getByRole('img', { name: 'Visits: none' })).toHaveTextContent('01')
})

test('the table has the numbers of the charts, the newest day first', () => {
  const days = [0, 1].map((at) => ({
    id: dayAfter(at),
    visits: 10 + at,
    members: 1,
    groups: 0,
    entries: 2,
  }))
  render(<DaysTable days={days} />)
  const rows = screen.getAllByRole('row', { hidden: true }).map((row) => row.textContent)
  expect(rows).toEqual([
    'DayVisitsNew membersNew groupsGlossary entries sent',
    '2 November 202611102',
    '1 November 202610102',
  ])
})
