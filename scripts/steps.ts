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
  /** Number of checks that this machine cannot run. */
  skipped?: number
  /** Names of failed tests, repeated at the end of a long run. */
  faults: string[]
}

export const sum = (outcomes: Outcome[]): Outcome => ({
  passed: outcomes.reduce((total, { passed }) => total + passed, 0),
  failed: outcomes.reduce((total, { failed }) => total + failed, 0),
  skipped: outcomes.reduce((total, { skipped = 0 }) => total + skipped, 0),
  faults: outcomes.flatMap(({ faults }) => faults),
})

/** @param project name of a project in jest.config.ts */
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
  // Indexed, so that outcomes have the order of the steps and not that in which they end.
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
  if (!step.isLive) show(step, output, outcome)
  console.log(
    `${word.padEnd(7)}${step.name.padEnd(18)}${seconds.padStart(7)} s  ${count}`.trimEnd(),
  )
  return { ...outcome, faults: outcome.faults.map((fault) => `${step.name} ${fault}`.trimEnd()) }
}

/** Prints failed tests with the command that reruns them; for a step that passed, only its figures. */
function show(step: Step, output: string, { failed }: Outcome): void {
  if (failed === 0) {
    for (const line of output.split('\n')) if (line.startsWith(MEASURED)) console.log(line)
    return
  }
  const failures = step.report
    ? testsIn(step.report).filter(({ status }) => status !== 'passed')
    : []
  if (failures.length === 0) console.log(`\n${output.trimEnd()}\n\n  again: ${againOf(step)}\n`)
  for (const { file, fullName, messages } of failures.slice(0, SHOWN_MAX)) {
    // The shell and `-t`, which takes a pattern, give these characters a meaning.
    const name = fullName.replaceAll(/['\\^$*+?.()|[\]{}]/g, '.')
    const again = `${againOf(step, file)} -t '${name}'`
    console.log(`\n${file}: ${fullName}\n${shortened(messages)}\n  again: ${again}\n`)
  }
}

/** Most failures shown of one step; the names of all are at the end of the run. */
const SHOWN_MAX = 20
const LINES_MAX = 40

const shortened = (messages: readonly string[]): string =>
  messages.join('\n').split('\n').slice(0, LINES_MAX).join('\n')

function againOf({ command, report }: Step, ...files: string[]): string {
  if (!report) return `node ${pathsOf(command).join(' ')}`
  const project = command[command.indexOf('--selectProjects') + 1] ?? ''
  const config = command.filter((part) => part.startsWith('--config='))
  // Jest takes what comes after the option, up to the next one, as names of projects.
  return ['npm run jest --', ...config, ...files, '--selectProjects', project].join(' ')
}

/** Resolves scripts of packages, which are named by their path below node_modules. */
function pathsOf(command: readonly string[]): string[] {
  const script = command.findIndex((part) => !part.startsWith('-'))
  return command.map((part, index) =>
    index === script && !part.startsWith('.') ? join(MODULES, part) : part,
  )
}

function execute({ command, env, isLive }: Step): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, pathsOf(command), {
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
    // A process ended by a signal has no code: that is a failure.
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

type JestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  numRuntimeErrorTestSuites: number
  testResults: {
    name: string
    status: string
    /** The reason why a file could not run. */
    message?: string
    assertionResults: {
      ancestorTitles: string[]
      title: string
      status: string
      duration?: number | null
      failureMessages?: string[] | null
    }[]
  }[]
}

/** A test as one run of jest has reported it. */
export type TestResult = {
  readonly file: string
  readonly fullName: string
  readonly status: string
  readonly duration: number | null
  readonly messages: readonly string[]
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
  const faults = testsIn(report).filter(({ status }) => status !== 'passed')
  return { passed, failed, faults: faults.map(({ file, fullName }) => `${file}: ${fullName}`) }
}

/** Each test of a report; a file that could not run is one that failed. */
export function testsIn(report: string): TestResult[] {
  if (!existsSync(report)) return []
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JestReport
  return testResults.flatMap(({ name, status, message = '', assertionResults }) => {
    const file = relative(ROOT, name)
    const tests = assertionResults.map(
      ({ ancestorTitles, title, status, duration = null, failureMessages }): TestResult => ({
        file,
        // jest-light-runner puts only the title into `fullName`.
        fullName: [...ancestorTitles, title].join(' '),
        status,
        duration,
        messages: failureMessages ?? [],
      }),
    )
    if (status !== 'failed' || tests.some(({ status }) => status === 'failed')) return tests
    const fullName = 'the file could not run'
    return [...tests, { file, fullName, status, duration: null, messages: [message] }]
  })
}
