/**
 * The fault tests at full length: floods, kills, races, lost databases, damaged browsers. `npm test` runs a short
 * form of them. Prints a table of all cases with their figures; what could not run is `skipped`.
 *
 * `FAULTS_SEED=7 npm run lab -- faults lab/faults/fuzz.test.ts` runs some files with a given seed.
 * `SOAK_MINUTES=30 npm run lab -- faults soak` watches a cluster under mixed load; two hours unless told otherwise.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium, findWholeChromium } from '../../scripts/chromium.ts'
import { clusterTests } from '../cluster/programs.ts'
import { type Figure, faultTable, type Skipped, type TestResult } from './faultTable.ts'
import { mountTests } from './mounts.ts'
import { findPostgres } from '../../scripts/postgres.ts'
import { jestStep, type Outcome, runSteps, type Step, sum, testsIn } from '../../scripts/steps.ts'

const BROWSER_FAULTS = 'test/e2e/faults/'
/** Attacks of the plan that the tests of the server make, as they are in `npm test` but on both engines. */
const SERVER_FAULTS = [
  'accessMatrix',
  'backup',
  'markup',
  'massAssignment',
  'routePolicies',
  'securityHeaders',
  'securityLog',
  'uploadAttacks',
].map((name) => `test/server/${name}.test.ts`)
const build: Step = { name: 'build', command: ['./scripts/build.ts'] }

const startedAt = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'discordia-faults-'))
const figuresFile = join(folder, 'figures.jsonl')
const seed = process.env.FAULTS_SEED ?? String(Math.floor(Math.random() * 1_000_000))
console.log(`Seed ${seed}: FAULTS_SEED=${seed} npm run lab -- faults repeats this run.`)

const outcomes: Outcome[] = []
const results: TestResult[] = []
const skipped: Skipped[] = []
const wanted = process.argv.slice(2)
const inBrowser = wanted.filter((file) => file.startsWith(BROWSER_FAULTS))
const onServer = wanted.filter((file) => !file.startsWith(BROWSER_FAULTS))
const isAll = wanted.length === 0
const isSoak = wanted.some((file) => file.includes('soak'))

if (isAll || onServer.length > 0) await testServer()
if (isAll || inBrowser.length > 0) await testBrowser()

for (const line of faultTable(results, readFigures(), skipped)) console.log(line)
rmSync(folder, { recursive: true, force: true })
const { passed, failed, faults } = sum(outcomes)
for (const fault of faults) console.log(`FAILED ${fault}`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped in ${minutes} minutes`)

async function testServer(): Promise<void> {
  const database = await findPostgres()
  if (database === null)
    skipped.push({ what: 'all on PostgreSQL, test/faults/runbook*', reason: 'none was found' })
  const cluster = clusterTests()
  if (cluster instanceof Error)
    skipped.push({ what: 'test/faults/cluster*, test/faults/runbook*', reason: cluster.message })
  const mounts = mountTests()
  if (mounts instanceof Error)
    skipped.push({ what: 'lab/faults/diskFull.test.ts', reason: mounts.message })
  const env = {
    ...(mounts instanceof Error ? {} : mounts),
    ...(database && { TEST_DATABASE_URL: database.url }),
    ...(cluster instanceof Error ? {} : cluster),
    ...(isSoak && { SOAK_MINUTES: process.env.SOAK_MINUTES ?? '120' }),
  }
  if (!isSoak)
    skipped.push({
      what: 'lab/cluster/soak.test.ts',
      reason: 'takes two hours: npm run lab -- faults soak',
    })
  await run('server', isAll ? SERVER_FAULTS : onServer, env, 2)
  await run('faults', onServer, env, 2)
  await run('floods', onServer, env)
  await database?.stop()
}

async function testBrowser(): Promise<void> {
  let chromium: string
  try {
    chromium = await findChromium()
  } catch (error) {
    skipped.push({ what: BROWSER_FAULTS, reason: String(error) })
    return
  }
  const whole = findWholeChromium()
  if (whole === undefined)
    skipped.push({ what: 'the back/forward cache', reason: 'no whole Chromium is installed' })
  const env = { CHROMIUM_PATH: chromium, ...(whole && { WHOLE_CHROMIUM_PATH: whole }) }
  const built = await runSteps([build], 1)
  if (built.failed > 0) outcomes.push(built)
  else await run('e2e', isAll ? [BROWSER_FAULTS] : inBrowser, env, 3)
}

async function run(
  project: string,
  files: readonly string[],
  env: Record<string, string>,
  workers = 1,
): Promise<void> {
  const long = { FAULTS: 'long', FAULTS_SEED: seed, FAULTS_FIGURES: figuresFile, ...env }
  const lanes = workers === 1 ? '--runInBand' : `--maxWorkers=${workers}`
  const isSome = files.length > 0
  const args = [lanes, '--verbose', ...files, ...(isSome ? ['--passWithNoTests'] : [])]
  const step: Step & { report: string } = {
    ...jestStep(project, args, long),
    isLive: true,
    mayRunNothing: isSome,
  }
  outcomes.push(await runSteps([step], 1))
  results.push(...testsIn(step.report))
}

function readFigures(): Figure[] {
  if (!existsSync(figuresFile)) return []
  const lines = readFileSync(figuresFile, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Figure)
}
