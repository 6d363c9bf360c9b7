/**
 * `npm run lab -- bench` measures everything and writes lab/bench/benchmarks.md and benchmarks.json. `npm run lab -- bench
 * quick` takes five minutes; `npm run lab -- bench pages api` measures these parts; both write below dist/bench, or
 * wherever `--out` says.
 */
import './ending.ts'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, staleProducts } from '../../scripts/build.ts'
import { findPostgres } from '../../scripts/postgres.ts'
import { readArguments, SCRATCH } from './arguments.ts'
import { earlierIn } from './comparison.ts'
import { type Options, type Part, type Report, type ReportedPart, rounded } from './figures.ts'
import { commit, thisMachine } from './machine.ts'
import { asMarkdown, worseLines } from './report.ts'

const ROOT = join(import.meta.dirname, '../..')
const COMMITTED = join(ROOT, 'lab/bench/benchmarks.json')

/** Parts in the order of the report. */
const PARTS: Readonly<Record<string, () => Promise<{ readonly part: Part }>>> = {
  pages: () => import('./parts/pages.ts'),
  render: () => import('./parts/render.ts'),
  interaction: () => import('./parts/interaction.ts'),
  api: () => import('./parts/api.ts'),
  searches: () => import('./parts/searches.ts'),
  memory: () => import('./parts/memory.ts'),
  live: () => import('./parts/live.ts'),
  imports: () => import('./parts/imports.ts'),
  outbox: () => import('./parts/outbox.ts'),
  growth: () => import('./parts/growth.ts'),
  cost: () => import('./parts/cost.ts'),
  storage: () => import('./parts/storage.ts'),
  mixed: () => import('./parts/mixed.ts'),
}
/** Load per core above which a warning is printed. */
const BUSY = 0.5
const ON_POSTGRES = ['imports', 'outbox', 'growth', 'cost', 'storage', 'mixed']

const { isQuick, parts, out } = wantedOrExit()
const machine = thisMachine()
if (machine.load > machine.cores * BUSY)
  console.log(`Other programs use the processor (load ${machine.load}): times will be too long.`)
const stale = await staleProducts()
if (stale.length > 0) await build(stale)
const date = new Date().toISOString()
const before = existsSync(COMMITTED)
  ? (JSON.parse(readFileSync(COMMITTED, 'utf8')) as Report)
  : undefined
const about = { date, commit: commit(), isQuick, machine }
const database = parts.some((name) => ON_POSTGRES.includes(name)) ? await findPostgres() : null
if (database) process.env.TEST_DATABASE_URL = database.url

const measured: ReportedPart[] = []
const failed: string[] = []
try {
  for (const name of parts) await attempt(name, { isQuick })
} finally {
  await database?.stop()
}
finish({ ...about, parts: measured })
process.exit(failed.length === 0 ? 0 : 1)

function wantedOrExit() {
  try {
    return readArguments(process.argv.slice(2), Object.keys(PARTS))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/** A part that fails is left out of the report; the others are measured. */
async function attempt(name: string, options: Options): Promise<void> {
  console.log(`Measuring ${name} ...`)
  const began = performance.now()
  try {
    const part = (await PARTS[name]?.())?.part
    if (part === undefined) throw new Error('no such part')
    const { figures, notes = [] } = await part.run(options)
    measured.push({
      name,
      title: part.title,
      about: part.about,
      figures: figures.map(rounded),
      notes,
    })
  } catch (error) {
    failed.push(name)
    console.error(`FAILED ${name}:`, error)
  }
  console.log(`  ${((performance.now() - began) / 1000).toFixed(0)} s`)
}

function finish(report: Report): void {
  const earlier = earlierIn(before)
  // A report with gaps must not replace the committed one.
  const folder = resolve(ROOT, failed.length === 0 ? out : SCRATCH)
  mkdirSync(folder, { recursive: true })
  const markdown = asMarkdown(report, earlier)
  writeFileSync(join(folder, 'benchmarks.md'), markdown)
  writeFileSync(join(folder, 'benchmarks.json'), `${JSON.stringify(report, null, 2)}\n`)
  console.log(`\n${markdown}`)
  for (const line of worseLines(report, earlier)) console.log(`WORSE ${line}`)
  if (before !== undefined && before.machine.cpu !== report.machine.cpu)
    console.log(`The committed figures are of another machine: ${before.machine.cpu}`)
  for (const name of failed) console.log(`FAILED ${name}: not in the report`)
  console.log(`Written to ${join(folder, 'benchmarks.md')} and benchmarks.json`)
}
