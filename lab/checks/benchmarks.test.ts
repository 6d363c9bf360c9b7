import { readArguments } from '../bench/arguments.ts'
import { earlierIn, worsening } from '../bench/comparison.ts'
import type { Figure, Report } from '../bench/figures.ts'
import { type PageTurn, pageFigures } from '../bench/pageFigures.ts'
import { asMarkdown, worseLines } from '../bench/report.ts'

const lcp: Figure = {
  subject: 'landing',
  name: 'LCP',
  value: 1400,
  unit: 'ms',
  better: 'lower',
  goal: 1500,
}
const rate: Figure = {
  subject: 'news',
  name: 'rate',
  value: 1000,
  unit: 'requests/s',
  better: 'higher',
  goal: 1200,
}
const reportOf = (...figures: Figure[]): Report => ({
  date: '2026-06-01T12:00:00.000Z',
  commit: 'abc1234',
  isQuick: false,
  machine: {
    cpu: 'Example CPU',
    cores: 2,
    memoryGb: 8,
    platform: 'Linux',
    load: 0.3,
    node: 'v24.0.0',
  },
  parts: [{ name: 'api', title: 'Server', about: 'What it is.', figures, notes: ['A note.'] }],
})

describe('a figure is worse than before', () => {
  test.each([
    ['a time that is 16 % longer', lcp, 1400 / 1.16, 0.16],
    ['a rate that was 20 % higher', rate, 1200, 0.2],
    ['anything after nothing', { ...lcp, unit: 'score', value: 0.1 }, 0, Infinity],
  ] as const)('%s', (_, figure, earlier, share) => {
    expect(worsening(figure, earlier)).toBeCloseTo(share)
  })

  test.each([
    ['a time that is 14 % longer', lcp, 1400 / 1.14],
    ['a shorter time', lcp, 2000],
    ['a higher rate', rate, 500],
    ['less than a millisecond more, whatever its share', { ...lcp, value: 1 }, 0.2],
    ['a figure that was not measured before', lcp, undefined],
  ] as const)('but not %s', (_, figure, earlier) => {
    expect(worsening(figure, earlier)).toBeUndefined()
  })
})

describe('the report', () => {
  const before = earlierIn(reportOf({ ...lcp, value: 1000 }, { ...rate, value: 1050 }))
  const markdown = asMarkdown(reportOf(lcp, rate), before)

  test('says when, of which commit and on which machine it was measured', () => {
    expect(markdown).toContain(
      'Measured at 2026-06-01 12:00 UTC, commit abc1234, on 2 cores of Example CPU, 8 GB, Linux, Node v24.0.0; load 0.3 before it began.',
    )
  })

  test('has every goal beside its figure and says whether it is reached', () => {
    expect(markdown).toContain('1 of 2 are reached.')
    expect(markdown).toContain('| Server | landing | LCP | 1,400 ms | ≤ 1,500 ms | yes |')
    expect(markdown).toContain(
      '| Server | news | rate | 1,000 requests/s | ≥ 1,200 requests/s | **no** |',
    )
  })

  test('has a row per subject and a column per name, with what each part is about', () => {
    expect(markdown).toContain(
      [
        '## Server (`api`)',
        '',
        'What it is.',
        '',
        '|  | LCP, ms ↓ | rate, requests/s ↑ |',
        '| --- | ---: | ---: |',
        '| landing | 1,400 (≤ 1,500 ms) ▲ +40 % |  |',
        '| news |  | 1,000 (≥ 1,200 requests/s: **no**) |',
        '',
        'A note.',
      ].join('\n'),
    )
  })

  test('lists what is worse than before, and has no such section otherwise', () => {
    expect(worseLines(reportOf(lcp, rate), before)).toEqual([
      'Server, landing, LCP: 1,400 ms after 1,000 ms (+40 %)',
    ])
    expect(markdown).toContain('## Worse than before\n\n- ▲ Server, landing, LCP')
    expect(asMarkdown(reportOf(lcp), earlierIn(undefined))).not.toContain('Worse than before')
  })
})

describe('the command', () => {
  const parts = ['pages', 'api', 'growth']

  test.each([
    ['everything', [], { isQuick: false, parts, out: 'lab/bench' }],
    ['quick', ['quick'], { isQuick: true, parts: ['pages', 'api'], out: 'dist/bench' }],
    [
      'named parts, in their own order',
      ['api', 'pages'],
      { isQuick: false, parts: ['pages', 'api'], out: 'dist/bench' },
    ],
    ['a long part, quick', ['quick', 'growth'], { isQuick: true, parts: ['growth'] }],
    ['a folder', ['quick', '--out', 'docs'], { isQuick: true, out: 'docs' }],
  ])('%s', (_, args, expected) => {
    expect(readArguments(args, parts)).toMatchObject(expected)
  })

  test('refuses an unknown part', () => {
    expect(() => readArguments(['page'], parts)).toThrow(
      'No such part: page. There are: pages, api, growth',
    )
  })
})

test('a page is compared with its copy turn by turn, so that load of the machine affects both', () => {
  const kb = { document: 0, script: 0, style: 0, font: 0, image: 0, fetch: 0, other: 0, total: 0 }
  const visit = (ms: number) => ({
    lcp: ms,
    fcp: ms,
    tbt: 0,
    cls: 0.0002,
    speedIndex: ms,
    scores: {},
    kb,
  })
  const turn = (page: number, copy: number): PageTurn => ({ page: visit(page), copy: visit(copy) })
  const figures = pageFigures('landing', [turn(1200, 1000), turn(2600, 2000), turn(1100, 1000)])
  const valueIn = (wanted: string) => figures.find(({ name }) => name === wanted)?.value
  expect(valueIn('LCP')).toBe(1200)
  expect(valueIn('LCP to copy')).toBe(1.2)
  expect(valueIn('CLS')).toBe(0)
})
