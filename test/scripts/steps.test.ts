import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countTests, runSteps, type Step } from '#scripts/steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'discordia-steps-'))
afterAll(() => rmSync(folder, { recursive: true }))

const report = join(folder, 'report.json')
const counts = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  testResults: [] as unknown[],
}
const reported = (change: Partial<typeof counts>, code = 0) => {
  writeFileSync(report, JSON.stringify({ ...counts, ...change }))
  return countTests(report, code)
}

describe('counting the tests of a run', () => {
  it.each([
    ['a good run', {}, 0, { passed: 3, failed: 0 }],
    ['failed tests', { numFailedTests: 2 }, 1, { passed: 3, failed: 2 }],
    ['a skipped test, which has not passed', { numPendingTests: 1 }, 0, { passed: 3, failed: 1 }],
    ['a file that could not run', { numRuntimeErrorTestSuites: 1 }, 1, { passed: 3, failed: 1 }],
    ['a run without a test', { numPassedTests: 0 }, 0, { passed: 0, failed: 1 }],
    ['a runner that crashed after its tests', {}, 1, { passed: 3, failed: 1 }],
  ])('%s', (_name, change, code, expected) => {
    expect(reported(change, code)).toMatchObject(expected)
  })

  it('lets a run of the affected tests find none, but not crash', () => {
    reported({ numPassedTests: 0 })
    expect(countTests(report, 0, true)).toMatchObject({ passed: 0, failed: 0 })
    expect(countTests(report, 1, true)).toMatchObject({ passed: 0, failed: 1 })
  })

  it('counts a runner that wrote nothing as a failure', () => {
    const missing = join(folder, 'missing.json')
    expect(countTests(missing, 0)).toMatchObject({ passed: 0, failed: 1 })
  })

  it('lists what failed: a test, or a file that could not run', () => {
    const suite = (name: string, status: string, tests: Record<string, string> = {}) => ({
      name: join(import.meta.dirname, name),
      status,
      assertionResults: Object.entries(tests).map(([title, status]) => ({
        ancestorTitles: ['numbers'],
        title,
        status,
      })),
    })
    const testResults = [
      suite('a.test.ts', 'failed', { adds: 'passed', divides: 'failed' }),
      suite('b.test.ts', 'failed'),
      suite('c.test.ts', 'passed', { multiplies: 'passed' }),
    ]
    expect(
      reported({ numFailedTests: 1, numRuntimeErrorTestSuites: 1, testResults }, 1).faults,
    ).toEqual([
      'test/scripts/a.test.ts: numbers divides',
      'test/scripts/b.test.ts: the file could not run',
    ])
  })
})

describe('running steps', () => {
  beforeEach(() => {
    jest.spyOn(console, 'log').mockImplementation(() => undefined)
  })
  const script = (name: string, source: string): Step => ({
    name,
    command: [`--eval=${source}`],
  })

  it('counts each step, shows the output of a failing one and continues', async () => {
    const steps = [
      script('good', '0'),
      // Ends after the next one, but is listed before it.
      script('bad', 'console.error("what is wrong"); setTimeout(() => process.exit(3), 300)'),
      script('killed', 'process.kill(process.pid, "SIGKILL")'),
      script('last', '0'),
    ]
    expect(await runSteps(steps)).toEqual({
      passed: 2,
      failed: 2,
      skipped: 0,
      faults: ['bad', 'killed'],
    })
    expect(console.log).toHaveBeenCalledWith(expect.stringContaining('what is wrong'))
  })

  it('says how to run one failed test again', async () => {
    const assertionResults = [{ ancestorTitles: ['numbers'], title: 'divides', status: 'failed' }]
    const testResults = [
      { name: join(import.meta.dirname, 'a.test.ts'), status: 'failed', assertionResults },
    ]
    const written = JSON.stringify({ ...counts, numFailedTests: 1, testResults })
    const { command } = script(
      '',
      `fs.writeFileSync(${JSON.stringify(report)}, ${JSON.stringify(written)})`,
    )
    await runSteps([
      { name: 'web', command: [...command, '--', '--selectProjects', 'web'], report },
    ])
    // Jest would take a file after the option for the name of another project, and run everything.
    const again = "npm run jest -- test/scripts/a.test.ts --selectProjects web -t 'numbers divides'"
    expect(console.log).toHaveBeenCalledWith(expect.stringContaining(again))
  })

  it('shows only the measurements of a passing step', async () => {
    await runSteps([script('quick', 'console.log("a word"); console.log("measured: 5 ms")')])
    expect(console.log).toHaveBeenCalledWith('measured: 5 ms')
    expect(console.log).not.toHaveBeenCalledWith(expect.stringContaining('a word'))
  })
})
