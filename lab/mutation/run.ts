/**
 * `npm run lab -- mutation` changes the code that everything else relies on, one operator, condition or text at a time, and
 * runs the tests that execute the changed line (Stryker). A change that no test notices has survived;
 * lab/mutation/README.md names the survivors and why they may. Ends with 1 when an area is below the limit.
 *
 *   npm run lab -- mutation              all areas of areas.ts, one after the other: hours
 *   npm run lab -- mutation mutes        some of them
 *   MUTATION_FILES=server/modules/groups/invites.ts npm run lab -- mutation mutes    some files of an area
 *
 * Tests run on SQLite alone. Details are in dist/mutation/AREA.html.
 */
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { type Area, areas } from './areas.ts'

/** Least score in percent. */
const LIMIT = 85
/** Stryker's states of mutants that a test has noticed. */
const NOTICED = ['Killed', 'Timeout']
const UNNOTICED = ['Survived', 'NoCoverage']

const ROOT = join(import.meta.dirname, '../..')
process.chdir(ROOT)
// Unset, so that tests of both databases run only on SQLite.
delete process.env.TEST_DATABASE_URL

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in areas))
if (unknown.length > 0) {
  console.error(`No area ${unknown.join(', ')}; there are ${Object.keys(areas).join(', ')}.`)
  process.exit(1)
}
const chosen = Object.entries(areas).filter(
  ([name]) => wanted.length === 0 || wanted.includes(name),
)
const lines: string[] = []
for (const [name, area] of chosen) lines.push(await mutate(name, area))
for (const line of lines) console.log(line)

/** @returns the score of the area as one line */
async function mutate(name: string, area: Area): Promise<string> {
  process.env.MUTATION_AREA = name
  const mutants = await new Stryker(options(name, area)).runMutationTest()
  const noticed = mutants.filter(({ status }) => NOTICED.includes(status)).length
  const survivors = mutants.filter(({ status }) => UNNOTICED.includes(status))
  for (const { fileName, location, replacement, status } of survivors) {
    const place = `${fileName.replace(`${ROOT}/`, '')}:${location.start.line}`
    lines.push(`${status} ${place} -> ${replacement.replaceAll(/\s+/g, ' ')}`)
  }
  const counted = noticed + survivors.length
  const score = (100 * noticed) / counted
  const isEnough = score >= LIMIT
  if (!isEnough) process.exitCode = 1
  return `${isEnough ? 'ok' : 'FAILED'} ${name}: ${noticed} of ${counted} noticed, ${score.toFixed(1)} % (limit ${LIMIT} %)`
}

function options(name: string, area: Area): ConstructorParameters<typeof Stryker>[0] {
  return {
    plugins: ['@stryker-mutator/jest-runner'],
    testRunner: 'jest',
    testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
    jest: { configFile: 'lab/mutation/jest.config.ts', enableFindRelatedTests: false },
    mutate: process.env.MUTATION_FILES?.split(',') ?? area.mutate,
    coverageAnalysis: 'perTest',
    // Code that runs before the first test, such as constants and routes, is not attributed to tests: each change would
    // run all tests of the area, nine tenths of the time.
    ignoreStatic: true,
    concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 2),
    // Milliseconds in addition to 1.5 times the duration of the tests, for argon2 and a busy machine.
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 15,
    reporters: ['progress-append-only', 'html'],
    htmlReporter: { fileName: `dist/mutation/${name}.html` },
    tempDirName: '.cache/mutation',
    ignorePatterns: ['dist', 'var', 'art', 'docs', '.cache', 'public', 'lab/bench'],
    thresholds: { high: 90, low: LIMIT, break: null },
  }
}
