import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findChromium } from '../../scripts/chromium.ts'
import { runSteps } from '../../scripts/steps.ts'
import { build, labStep } from '../suites.ts'
import { running } from './daemons.ts'
import { LEFT_OUT } from './leftOut.ts'
import { readPlace } from './place.ts'
import { restartProcesses } from './processes.ts'
import { startCluster } from './startCluster.ts'
import { type FileResult, type Verdict, verdictOf, verdictTable } from './verdicts.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Path prefixes of the test files of each suite. */
const SUITES = {
  server: ['test/server/', 'lab/attacks/', 'lab/races/deskRaces'],
  e2e: ['test/e2e/', 'lab/journeys/'],
} as const
type Suite = keyof typeof SUITES
const isOf = (suite: Suite, file: string) => SUITES[suite].some((path) => file.startsWith(path))

/**
 * Runs the tests of the server and of the browser on the cluster of this folder, one file at a time, and prints which
 * passed, failed and were not run. Uses and empties a running cluster, or else starts one.
 * @param words `server`, `e2e` or some test files; all if empty
 * @returns whether all tests that ran have passed
 */
export async function runTests(folder: string, words: readonly string[]): Promise<boolean> {
  const isOurs = running(folder).size === 0
  const cluster = isOurs ? await startCluster({ folder, isQuick: true, env: QUIET }) : undefined
  try {
    const verdicts: Verdict[] = []
    const suites = (['server', 'e2e'] as const).filter((suite) => filesOf(suite, words).length > 0)
    for (const suite of suites)
      verdicts.push(...(await runSuite(folder, suite, filesOf(suite, words))))
    for (const { file, failed } of verdicts)
      for (const { name, message } of failed) console.log(`\nFAILED ${file}: ${name}\n${message}`)
    const isAll = words.every((word) => word in SUITES)
    const leftOut = Object.entries(LEFT_OUT).filter(([file]) =>
      suites.some((suite) => isAll && isOf(suite, file)),
    )
    for (const line of verdictTable(verdicts, leftOut)) console.log(line)
    return (
      verdicts.some(({ passed }) => passed > 0) &&
      verdicts.every(({ failed }) => failed.length === 0)
    )
  } finally {
    if (cluster) await cluster.stop()
    // Restores the settings from before the tests.
    else await restartProcesses(folder, {})
  }
}

const QUIET = { SEED: 'none', LOG_LEVEL: 'warn' }

function filesOf(suite: Suite, words: readonly string[]): readonly string[] {
  const isAll = words.length === 0 || words.includes(suite)
  return isAll ? SUITES[suite] : words.filter((word) => isOf(suite, word))
}

async function runSuite(
  folder: string,
  suite: Suite,
  files: readonly string[],
): Promise<Verdict[]> {
  if (suite === 'e2e' && (await runSteps([build], 1)).failed > 0)
    throw new Error('The site cannot be built.')
  const used = join(folder, 'used')
  rmSync(used, { force: true })
  const env = {
    TEST_BASE_URL: `http://127.0.0.1:${readPlace(folder).ports.site}`,
    TEST_CLUSTER_FOLDER: folder,
    TEST_DATABASE_URL: '',
    ...(suite === 'e2e' && { CHROMIUM_PATH: await findChromium() }),
  }
  const reporter = `--reporters=${join(import.meta.dirname, 'reporter.ts')}`
  // Tests that cannot run on a cluster may leave handles open.
  const step = labStep(suite, [...files, '--runInBand', '--forceExit', reporter], env)
  await runSteps([{ ...step, isLive: true }], 1)
  const users = new Set(existsSync(used) ? readFileSync(used, 'utf8').split('\n') : [])
  return resultsIn(step.report).map((result) =>
    verdictOf(result, users.has(join(ROOT, result.file))),
  )
}

type Report = {
  testResults: (Omit<FileResult, 'file' | 'tests'> & {
    name: string
    assertionResults: FileResult['tests']
  })[]
}

function resultsIn(report: string): FileResult[] {
  if (!existsSync(report)) throw new Error('jest has ended without a report.')
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return testResults
    .map(({ name, assertionResults, ...rest }) => ({
      ...rest,
      file: relative(ROOT, name),
      tests: assertionResults,
    }))
    .toSorted((a, b) => a.file.localeCompare(b.file))
}
