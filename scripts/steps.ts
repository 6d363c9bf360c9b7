import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const MODULES = join(ROOT, 'node_modules')
/** Prefix of output lines that are shown even if the step passes: figures without a limit. */
const MEASURED = 'measured: '

/** A program that exits with 0 if its check passes. */
export type Step = {
  name: string
  /** Arguments of Node: options, a script (below node_modules unless it starts with a dot), its arguments. */
  command: string[]
  env?: Record<string, string>
  /** Path of a jest run's results, whose tests are counted one by one. */
  report?: string
  /** A run of jest that found no test to run has passed. */
  mayRunNothing?: boolean
  /** Streams its output: for a step of many minutes. */
  isLive?: boolean
}
export type Outcome = {
  passed: number
  failed: number
  /** Names of what failed, repeated at the end of a long run. */
  faults: string[]
}

export const sum = (outcomes: Outcome[]): Outcome => ({
  passed: outcomes.reduce((total, { passed }) => total + passed, 0),
  failed: outcomes.reduce((total, { failed }) => total + failed, 0),
  faults: outcomes.flatMap(({ faults }) => faults),
})

/** @param project name of one in jest.config.ts */
export function jestStep(
  project: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Step & { report: string } {
  const report = join(ROOT, '.cache/reports', `${project}.json`)
  const jest = ['--experimental-vm-modules', '--no-warnings', 'jest/bin/jest.js', '--ci']
  const results = ['--selectProjects', project, '--json', `--outputFile=${report}`]
  return { name: `${project} tests`, command: [...jest, ...results, ...args], env, report }
}

/** Runs the steps in at most `lanes` parallel lanes and prints the outcome of each. */
export async function runSteps(
  steps: Step[],
  lanes = Math.min(2, availableParallelism()),
): Promise<Outcome> {
  // By index: the order of the steps, not that in which they end.
  const outcomes: Outcome[] = []
  const waiting = [...steps.entries()]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      outcomes[next[0]] = await run(next[1])
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return sum(outcomes)
}

async function run(step: Step): Promise<Outcome> {
  const started = performance.now()
  if (step.report) {
    // An old report must not count as this run's result; jest creates no folder.
    rmSync(step.report, { force: true })
    mkdirSync(dirname(step.report), { recursive: true })
  }
  const { code, output } = await execute(step)
  const outcome = step.report
    ? countTests(step.report, code, step.mayRunNothing)
    : code === 0
      ? { passed: 1, failed: 0, faults: [] }
      : { passed: 0, failed: 1, faults: [''] }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const count = step.report ? `${outcome.passed} passed, ${outcome.failed} failed` : ''
  const word = outcome.failed === 0 ? 'ok' : 'FAILED'
  if (!step.isLive) show(output, outcome)
  console.log(
    `${word.padEnd(7)}${step.name.padEnd(18)}${seconds.padStart(7)} s  ${count}`.trimEnd(),
  )
  return { ...outcome, faults: outcome.faults.map((fault) => `${step.name} ${fault}`.trimEnd()) }
}

/** The whole output of a failed step, only the figures of a passed one. */
function show(output: string, { failed }: Outcome): void {
  if (failed > 0) console.log(`\n${output.trimEnd()}\n`)
  else for (const line of output.split('\n')) if (line.startsWith(MEASURED)) console.log(line)
}

function execute({ command, env, isLive }: Step): Promise<{ code: number; output: string }> {
  const script = command.findIndex((part) => !part.startsWith('-'))
  const args = command.map((part, index) =>
    index === script && !part.startsWith('.') ? join(MODULES, part) : part,
  )
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Some tools start `node` by name and must find this version.
      env: {
        ...process.env,
        PATH: `${join(MODULES, '.bin')}${delimiter}${process.env.PATH}`,
        FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
        ...env,
      },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (isLive) process.stdout.write(text)
      })
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}` }))
    // Ended by a signal: no code, which is a failure.
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

export type JestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  numRuntimeErrorTestSuites: number
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string; duration?: number | null }[]
  }[]
}

/** Skipped tests, suites that could not run and, unless it may be so, a run without tests count as failed. */
export function countTests(report: string, code: number, mayRunNothing = false): Outcome {
  if (!existsSync(report)) return { passed: 0, failed: 1, faults: ['ran nothing'] }
  const results = JSON.parse(readFileSync(report, 'utf8')) as JestReport
  const passed = results.numPassedTests
  const failed =
    results.numFailedTests +
    results.numPendingTests +
    results.numTodoTests +
    results.numRuntimeErrorTestSuites
  if (failed === 0 && (code !== 0 || (passed === 0 && !mayRunNothing)))
    return { passed, failed: 1, faults: [`ended with ${code}`] }
  return { passed, failed, faults: results.testResults.flatMap(faultsOf) }
}

function faultsOf({ name, status, assertionResults }: JestReport['testResults'][number]): string[] {
  const file = relative(ROOT, name)
  const tests = assertionResults.filter((test) => test.status !== 'passed')
  if (tests.length === 0 && status === 'failed') return [file]
  return tests.map((test) => `${file}: ${test.fullName}`)
}
