/**
 * Runs a suite of suites.ts: `faults`, `floods`, `races` and `soak` at full length (FAULTS=short for the short form), with
 * a table of all cases and their figures; `ci` in the short form, a line for each part.
 *
 * `FAULTS_SEED=7 npm run lab -- faults lab/faults/fuzz.test.ts` runs some files with a given seed.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { staleProducts } from '../scripts/build.ts'
import { type Outcome, runSteps, sum, type TestResult, testsIn } from '../scripts/steps.ts'
import { type Figure, faultTable, type Skipped } from './faults/faultTable.ts'
import { thisMachine } from './machine.ts'
import { build, type Part, suites } from './suites.ts'

const TORMENTS: readonly string[] = ['faults', 'floods', 'races', 'soak']
const BUILT: readonly string[] = ['engines', 'faults', 'browser', 'firefox', 'measured']

const [name = '', ...files] = process.argv.slice(2)
const parts = suites[name]
if (parts === undefined) throw new Error(`No suite "${name}".`)
const isTorment = TORMENTS.includes(name)
const startedAt = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'discordia-lab-'))
const figures = join(folder, 'figures.jsonl')
const seed = process.env.FAULTS_SEED ?? String(Math.floor(Math.random() * 1_000_000))
if (isTorment) console.log(`Seed ${seed}: FAULTS_SEED=${seed} npm run lab -- ${name} repeats it.`)

const env: Record<string, string> = {
  TEST_ENGINES: 'sqlite,postgres',
  FAULTS: process.env.FAULTS ?? (isTorment ? 'long' : 'short'),
  // Hundreds of processes and threads start in these tests: Node compiles their modules once.
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
  ...(isTorment && { FAULTS_SEED: seed, FAULTS_FIGURES: figures }),
  ...(name === 'soak' && { SOAK_MINUTES: process.env.SOAK_MINUTES ?? '120' }),
}
const machine = thisMachine()
const outcomes: Outcome[] = []
const results: TestResult[] = []
const skipped: Skipped[] = []
let isBuilt = false
try {
  for (const part of parts) await run(part)
} finally {
  await machine.stop()
}
const lines = isTorment ? faultTable(results, readFigures(), skipped) : faultTable([], [], skipped)
for (const line of lines) console.log(line)
rmSync(folder, { recursive: true, force: true })
const { passed, failed, faults } = sum(outcomes)
for (const fault of faults) console.log(`FAILED ${fault}`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped in ${minutes} minutes`)

async function run({ name: what, needs, uses = [], step }: Part): Promise<void> {
  const found: Record<string, string> = {}
  for (const need of [...needs, ...uses]) {
    const one = await machine.find(need)
    if (!(one instanceof Error)) Object.assign(found, one)
    else if (needs.includes(need)) return void skipped.push({ what, reason: one.message })
    else skipped.push({ what: `${what}: ${need}`, reason: one.message })
  }
  if (BUILT.includes(what) && !isBuilt) {
    isBuilt = (await staleProducts()).length === 0
    const built = isBuilt ? undefined : await runSteps([build], 1)
    if (built && built.failed > 0) return void outcomes.push(built)
    isBuilt = true
  }
  const isSome = files.length > 0
  const args = [...(isSome ? ['--passWithNoTests'] : []), ...files]
  const all = { ...step(args, { ...env, ...found }), isLive: isTorment, mayRunNothing: isSome }
  outcomes.push(await runSteps([all], 1))
  if (isTorment && all.report) results.push(...testsIn(all.report))
}

function readFigures(): Figure[] {
  if (!existsSync(figures)) return []
  const lines = readFileSync(figures, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Figure)
}
