/**
 * Plants one small defect after the other and runs the tests that must notice it.
 *
 *   npm run mutants                  all of them
 *   npm run mutants -- groups login  those whose area, name or file contains one of the words
 *   npm run mutants -- --list        names only
 *   npm run mutants -- --fit         only those that no longer fit the sources; runs no tests
 *   npm run mutants -- --trust       without running the tests once before the first defect
 *
 * The defects are planted in a copy of the repository (.cache/mutants): an interrupted run leaves nothing behind.
 * The last line counts. Ends with 1 when a defect survived, or no longer fits the sources.
 */
import { spawn } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyRepository } from './copy.ts'
import { judge, type Mutant, misfit, type TestResult } from './mutant.ts'

const ROOT = join(import.meta.dirname, '../..')
const COPY = join(ROOT, '.cache/mutants')
const REPORT = join(COPY, 'report.json')
const REPORTER = join(import.meta.dirname, 'firstFailure.mjs')
/** A defect may let a test wait for ever. */
const TEST_LIMIT_MS = 240_000

const HUNG: TestResult = { ran: 1, failed: 1 }

type Planted = Mutant & { area: string }

async function readMutants(): Promise<Planted[]> {
  const files = globSync('areas/*.ts', { cwd: import.meta.dirname }).sort()
  const areas = files.map(async (file) => {
    const { mutants } = (await import(join(import.meta.dirname, file))) as { mutants: Mutant[] }
    const area = file.replace(/^areas\/|\.ts$/g, '')
    return mutants.map((mutant) => ({ area, ...mutant }))
  })
  return (await Promise.all(areas)).flat()
}

/** Runs test files of the copy in one process, up to the first failure. */
function runTests(files: readonly string[]): Promise<TestResult> {
  rmSync(REPORT, { force: true })
  const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js']
  const options = ['--runInBand', '--watchman=false', `--reporters=${REPORTER}`, '--runTestsByPath']
  const child = spawn(process.execPath, [...jest, ...options, ...files], {
    cwd: COPY,
    stdio: 'ignore',
    timeout: TEST_LIMIT_MS,
    env: { ...process.env, MUTANT_REPORT: REPORT },
  })
  return new Promise((resolve) => {
    child.on('close', (_code, signal) => resolve(signal ? HUNG : readResult()))
  })
}

function readResult(): TestResult {
  try {
    return JSON.parse(readFileSync(REPORT, 'utf8')) as TestResult
  } catch {
    return { ran: 0, failed: 0 }
  }
}

/** Says which of the tests fail without any defect: what they say about one would mean nothing. */
async function areTestsGreen(planted: readonly Planted[]): Promise<boolean> {
  const { ran, failed } = await runTests([...new Set(planted.flatMap(({ tests }) => tests))])
  if (ran > 0 && failed === 0) return true
  console.log(`Without a defect ${failed} of ${ran} tests fail: mend them first.`)
  return false
}

const words = process.argv.slice(2)
const isWanted = ({ area, name, file }: Planted): boolean => {
  const wanted = words.filter((word) => !word.startsWith('--'))
  return wanted.length === 0 || wanted.some((word) => `${area} ${name} ${file}`.includes(word))
}
const mutants = (await readMutants()).filter(isWanted)

if (words.includes('--list')) {
  for (const { area, name } of mutants) console.log(`${area}: ${name}`)
} else if (words.includes('--fit')) {
  const misfits = mutants.flatMap((mutant) => {
    const reason = misfit(mutant, ROOT)
    return reason === null ? [] : [`${mutant.area}: ${mutant.name} (${reason})`]
  })
  for (const line of misfits) console.log(line)
  process.exitCode = misfits.length === 0 ? 0 : 1
  console.log(`${mutants.length - misfits.length} fit, ${misfits.length} do not`)
} else {
  copyRepository(ROOT, COPY)
  const isGreen = words.includes('--trust') || (await areTestsGreen(mutants))
  if (!isGreen) process.exit(1)
  const counts = { caught: 0, survived: 0, 'not applicable': 0 }
  for (const mutant of mutants) {
    const verdict = await judge(mutant, { root: COPY, runTests })
    counts[verdict.kind] += 1
    const reason = verdict.kind === 'not applicable' ? ` (${verdict.reason})` : ''
    console.log(`${verdict.kind}: ${mutant.area}: ${mutant.name}${reason}`)
  }
  const { caught, survived, 'not applicable': unfit } = counts
  process.exitCode = survived + unfit === 0 ? 0 : 1
  console.log(`${caught} caught, ${survived} survived, ${unfit} not applicable`)
}
