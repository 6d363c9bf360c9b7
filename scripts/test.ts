/**
 * Runs before each push: the tests of the site and of the server, the production build with its size budget, and the
 * built product in a real browser. What reads the code instead of running it is in `npm run check`; `npm run lab -- ci`
 * runs the rest.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installByApt } from './apt.ts'
import { webTests } from './check.ts'
import { findChromium, installedChromium } from './chromium.ts'
import { findBinaries, findPostgres } from './postgres.ts'
import { jestStep, type Outcome, runSteps, sum } from './steps.ts'

const started = performance.now()
const outcomes: Outcome[] = []
const run = async (...steps: Parameters<typeof runSteps>[0]): Promise<boolean> => {
  const outcome = await runSteps(steps, 1)
  outcomes.push(outcome)
  return outcome.failed === 0
}

/** An error counts as one failure; the remaining steps still run. */
async function attempt<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    console.log(`FAILED ${what}: ${String(error)}`)
    outcomes.push({ passed: 0, failed: 1, faults: [what] })
    return undefined
  }
}

// Hundreds of processes start in these tests: Node compiles their modules once.
const compiled = mkdtempSync(join(tmpdir(), 'discordia-compiled-'))
process.env.NODE_COMPILE_CACHE = compiled
process.once('exit', () => rmSync(compiled, { recursive: true, force: true }))

/** Installs missing programs at once; the searches below retry and report those that fail. */
async function installPrograms(): Promise<void> {
  const missing = [
    ...((process.env.CHROMIUM_PATH ?? (await installedChromium()))
      ? []
      : ['chromium-headless-shell']),
    ...((process.env.TEST_DATABASE_URL ?? findBinaries()) ? [] : ['postgresql']),
  ]
  if (missing.length > 0) await installByApt(missing)
}

// Downloads hardly need a processor, so they run beside the first steps.
const programs = installPrograms()
const built = Promise.withResolvers<boolean>()
const findDatabase = programs.then(() => attempt('PostgreSQL', findPostgres))

async function siteLane(): Promise<void> {
  await run(webTests)
  if (await built.promise) await browserTests()
}

async function browserTests(): Promise<void> {
  await programs
  const chromium = await attempt('Chromium', findChromium)
  if (chromium === undefined) return
  await run(jestStep('e2e', ['--maxWorkers=2'], { CHROMIUM_PATH: chromium }))
}

async function serverLane(): Promise<void> {
  const isBuilt = await run({ name: 'build', command: ['./scripts/build.ts'] })
  built.resolve(isBuilt)
  if (isBuilt) await run({ name: 'size', command: ['size-limit/bin.js'] })
  await run(jestStep('server', ['--maxWorkers=2'], await databaseOfTests()))
  await run(jestStep('faults', ['--maxWorkers=2'], await databaseOfTests()))
}

/** The URL of PostgreSQL, if this machine has it. */
async function databaseOfTests(): Promise<Record<string, string>> {
  const database = await findDatabase
  return database ? { TEST_DATABASE_URL: database.url } : {}
}

// Two lanes that take about as long.
await Promise.all([siteLane(), serverLane()])
const database = await findDatabase
if (database === null) outcomes.push({ passed: 0, failed: 0, skipped: 1, faults: [] })
if (database) await attempt('stopping PostgreSQL', database.stop)

const { passed, failed, skipped = 0, faults } = sum(outcomes)
for (const fault of faults) console.log(`FAILED ${fault}`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
const seconds = Math.round((performance.now() - started) / 1000)
console.log(
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''} in ${seconds} s`,
)
