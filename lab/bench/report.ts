import { type Earlier, TOLERANCE, worsening } from './comparison.ts'
import { type Figure, isReached, type Report, type ReportedPart, type Unit } from './figures.ts'

/** The report in Markdown. @param earlier finds the figures of the last committed report */
export function asMarkdown(report: Report, earlier: Earlier): string {
  return [
    '# Benchmarks',
    introduction(report),
    section('Goals', goals(report)),
    section('Worse than before', worse(report, earlier)),
    ...report.parts.map((part) => partSection(part, earlier)),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
    .concat('\n')
}

function introduction({ date, commit, isQuick, machine, parts }: Report): string {
  const { cpu, cores, load, memoryGb, node, platform } = machine
  return [
    `Measured at ${date.slice(0, 16).replace('T', ' ')} UTC, commit ${commit}, on ${cores} cores of ${cpu}, ` +
      `${memoryGb} GB, ${platform}, Node ${node}; load ${load} before it began. One run of ${parts.map(({ name }) => name).join(', ')}` +
      `${isQuick ? '; **quick**: fewer rounds of less, for orientation only' : ''}.`,
    [
      '```',
      'npm run lab -- bench             # everything; writes lab/bench/benchmarks.md and lab/bench/benchmarks.json',
      'npm run lab -- bench quick       # in five minutes; writes below dist/bench',
      'npm run lab -- bench pages api   # these parts; writes below dist/bench',
      'npm run lab -- bench quick --out lab/bench',
      '```',
    ].join('\n'),
    'Every run starts its own servers with fresh data. Figures depend on the machine and its other load: compare those of one ' +
      `run. A figure that is worse than the committed one by more than ${TOLERANCE * 100} % is marked with ▲ and that share.`,
  ].join('\n\n')
}

const section = (title: string, text: string): string =>
  text === '' ? '' : `## ${title}\n\n${text}`

function goals({ parts }: Report): string {
  const rows = parts.flatMap(({ title, figures }) =>
    figures
      .filter(({ goal }) => goal !== undefined)
      .map((figure) => [
        placeOf(title, figure),
        figure.subject,
        figure.name,
        withUnit(figure.value, figure.unit),
        goalOf(figure),
        isReached(figure) ? 'yes' : '**no**',
      ]),
  )
  if (rows.length === 0) return ''
  const reached = rows.filter((row) => row.at(-1) === 'yes').length
  return [
    `${reached} of ${rows.length} are reached.`,
    table(['part', 'what', 'figure', 'value', 'goal', 'reached'], rows, 3),
  ].join('\n\n')
}

const placeOf = (part: string, { table }: Figure): string =>
  table === undefined ? part : `${part}, ${table}`

/** The figures that are worse than before, one line each. */
export function worseLines({ parts }: Report, earlier: Earlier): string[] {
  return parts.flatMap(({ name, title, figures }) =>
    figures.flatMap((figure) => {
      const before = earlier(name, figure)
      const share = worsening(figure, before)
      if (share === undefined || before === undefined) return []
      const { subject, value, unit } = figure
      return [
        `${placeOf(title, figure)}, ${subject}, ${figure.name}: ${withUnit(value, unit)} after ${withUnit(before, unit)} (${percent(share)})`,
      ]
    }),
  )
}

const worse = (report: Report, earlier: Earlier): string =>
  worseLines(report, earlier)
    .map((line) => `- ▲ ${line}`)
    .join('\n')

function partSection(
  { name, title, about, figures, notes }: ReportedPart,
  earlier: Earlier,
): string {
  const tables = [...Map.groupBy(figures, (figure) => figure.table ?? '')].map(
    ([heading, rows]) =>
      `${heading && `### ${heading}\n\n`}${figureTable(rows, (figure) => earlier(name, figure))}`,
  )
  return [`## ${title} (\`${name}\`)`, about, ...tables, notes.join('\n\n')]
    .filter((text) => text !== '')
    .join('\n\n')
}

/** A row per subject, a column per name; goals are in the cells because rows may have different ones. */
function figureTable(
  figures: readonly Figure[],
  before: (figure: Figure) => number | undefined,
): string {
  const columns = [...Map.groupBy(figures, ({ name }) => name)]
  const heads = columns.map(([name, [first]]) => `${name}${first ? inUnit(first) : ''}`)
  const rows = [...Map.groupBy(figures, ({ subject }) => subject)].map(([subject, own]) => [
    subject,
    ...columns.map(([name]) => {
      const figure = own.find((each) => each.name === name)
      return figure === undefined ? '' : cell(figure, before(figure))
    }),
  ])
  return table(['', ...heads], rows)
}

function cell(figure: Figure, before: number | undefined): string {
  const share = worsening(figure, before)
  return [
    formatted(figure.value, figure.unit),
    ...(figure.goal === undefined
      ? []
      : [`(${goalOf(figure)}${isReached(figure) ? '' : ': **no**'})`]),
    ...(share === undefined ? [] : [`▲ ${percent(share)}`]),
  ].join(' ')
}

const inUnit = ({ unit, better }: Figure): string => {
  const arrow = better === 'lower' ? '↓' : '↑'
  return UNITLESS.includes(unit) ? ` ${arrow}` : `, ${unit} ${arrow}`
}

const goalOf = ({ goal = 0, better, unit }: Figure): string =>
  `${better === 'lower' ? '≤' : '≥'} ${withUnit(goal, unit)}`

const percent = (share: number): string =>
  Number.isFinite(share) ? `+${(share * 100).toFixed(0)} %` : 'from 0'

const UNITLESS: readonly Unit[] = ['times', 'points', 'score']
const DIGITS: Partial<Record<Unit, number>> = { times: 3, score: 3 }

const withUnit = (value: number, unit: Unit): string =>
  UNITLESS.includes(unit) ? formatted(value, unit) : `${formatted(value, unit)} ${unit}`

/** Formats with three significant digits, or more before the point. */
function formatted(value: number, unit: Unit): string {
  const wanted = DIGITS[unit] ?? (Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0)
  const maximumFractionDigits = Number.isInteger(value) ? 0 : wanted
  return value.toLocaleString('en', { maximumFractionDigits })
}

/** @param texts columns that hold no numbers */
function table(heads: readonly string[], rows: readonly (readonly string[])[], texts = 1): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = heads.map((_, index) => (index < texts ? '---' : '---:'))
  return [heads, rule, ...rows].map(line).join('\n')
}
