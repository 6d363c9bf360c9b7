/**
 * The fault tests at full length: floods, kills, races, a lost database. `npm test` runs a short form of
 * them.
 */
import { findPostgres } from './postgres.ts'
import { jestStep, runSteps } from './steps.ts'

const database = await findPostgres()
const env: Record<string, string> = {
  FAULTS: 'long',
  ...(database && { TEST_DATABASE_URL: database.url }),
}
const step = { ...jestStep('faults', ['--runInBand', '--verbose'], env), isLive: true }
const { passed, failed, faults } = await runSteps([step], 1)
await database?.stop()
for (const fault of faults) console.log(`FAILED ${fault}`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
console.log(`${passed} passed, ${failed} failed`)
