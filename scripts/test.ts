/**
 * All checks, the server tests on both databases, the production build with its size budget, and the built
 * product in a real browser. The last line counts tests and checks.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checks, webTests } from './check.ts'
import { findChromium } from './chromium.ts'
import { findPostgres } from './postgres.ts'
import { jestStep, type Outcome, runSteps, type Step, sum } from './steps.ts'

const outcomes: Outcome[] = []

/** An error counts as one failure; the remaining steps still run. */
async function attempt<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    console.error(`FAILED ${what}:`, error)
    outcomes.push({ passed: 0, failed: 1, faults: [what] })
    return undefined
  }
}

const build: Step = { name: 'build', command: ['./scripts/build.ts'] }
// Two lanes that take about as long.
const [web, built] = await Promise.all([
  runSteps([webTests], 1),
  runSteps(checks, 1).then(async (checked) => {
    outcomes.push(checked)
    return runSteps([build], 1)
  }),
])
outcomes.push(web, built)

// Hundreds of processes and threads start in these tests: Node compiles their modules once.
const compiled = mkdtempSync(join(tmpdir(), 'discordia-compiled-'))
process.env.NODE_COMPILE_CACHE = compiled

const database = await attempt('PostgreSQL', findPostgres)
const serverEnv: Record<string, string> = database ? { TEST_DATABASE_URL: database.url } : {}
outcomes.push(await runSteps([jestStep('server', ['--maxWorkers=2'], serverEnv)], 1))
outcomes.push(await runSteps([jestStep('faults', ['--runInBand'], serverEnv)], 1))
if (database) await attempt('stopping PostgreSQL', database.stop)

if (built.failed === 0) {
  outcomes.push(await runSteps([{ name: 'size', command: ['size-limit/bin.js'] }]))
  const chromium = await attempt('Chromium', findChromium)
  const browserEnv: Record<string, string> = chromium ? { CHROMIUM_PATH: chromium } : {}
  outcomes.push(await runSteps([jestStep('e2e', ['--maxWorkers=4'], browserEnv)], 1))
}

rmSync(compiled, { recursive: true, force: true })
const { passed, failed, faults } = sum(outcomes)
for (const fault of faults) console.log(`FAILED ${fault}`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
console.log(`${passed} passed, ${failed} failed`)
