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
    ['a runner that broke after its tests', {}, 1, { passed: 3, failed: 1 }],
  ])('%s', (_name, change, code, expected) => {
    expect(reported(change, code)).toEqual(expected)
  })

  it('counts a runner that wrote nothing as a failure', () => {
    expect(countTests(join(folder, 'missing.json'), 0)).toEqual({ passed: 0, failed: 1 })
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

  it('counts each step, shows what a failing one said, and goes on', async () => {
    const steps = [
      script('good', '0'),
      script('bad', 'console.error("what is wrong"); process.exit(3)'),
      script('killed', 'process.kill(process.pid, "SIGKILL")'),
      script('last', '0'),
    ]
    expect(await runSteps(steps)).toEqual({ passed: 2, failed: 2 })
    expect(console.log).toHaveBeenCalledWith(expect.stringContaining('what is wrong'))
  })
})
