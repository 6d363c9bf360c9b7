import { existsSync } from 'node:fs'
import { LEFT_OUT } from '../cluster/leftOut.ts'
import { type FileResult, verdictOf, verdictTable } from '../cluster/verdicts.ts'

const file = 'test/server/some.test.ts'
const passed = { fullName: 'a', status: 'passed', failureMessages: [] }
const failed = { fullName: 'b', status: 'failed', failureMessages: ['Error: it is 3'] }
const notRun = {
  fullName: 'c',
  status: 'failed',
  failureMessages: ['Error: NotOnCluster: a database of its own\n    at x', 'TypeError: no server'],
}
const skipped = { fullName: 'd', status: 'pending', failureMessages: null }
const of = (tests: FileResult['tests'], status = 'failed'): FileResult => ({
  file,
  status,
  message: 'SyntaxError',
  tests,
})

describe('a test file on a cluster', () => {
  test('counts a test that cannot run there as not run, with its reason, and never as passed', () => {
    expect(verdictOf(of([passed, failed, notRun, notRun]), true)).toEqual({
      file,
      passed: 1,
      failed: [{ name: 'b', message: 'Error: it is 3' }],
      notRun: new Map([['a database of its own', 2]]),
    })
  })

  test('that has not used the cluster has passed nothing', () => {
    const { passed: count, notRun: reasons } = verdictOf(of([passed, passed], 'passed'), false)
    expect([count, [...reasons]]).toEqual([0, [['they send nothing to a server', 2]]])
  })

  test('fails by a test that was skipped without a reason, and by code that cannot be loaded', () => {
    expect(verdictOf(of([skipped]), true).failed).toEqual([{ name: 'd', message: 'pending' }])
    expect(verdictOf(of([]), true).failed).toEqual([{ name: 'the file', message: 'SyntaxError' }])
  })
})

test('the table has a line per file, the sums, and each reason why something was not run', () => {
  const verdict = verdictOf(of([passed, failed, notRun]), true)
  expect(
    verdictTable([verdict], [['test/server/other.test.ts', 'they change the schema']]),
  ).toEqual([
    '  passed  failed not run',
    `       1       1       1  ${file}`,
    '       1       1       1  all; files left out: 1',
    '',
    ' not run',
    `       1  ${file}: a database of its own`,
    '    file  test/server/other.test.ts: they change the schema',
  ])
})

test('what is left out on a cluster exists', () => {
  expect(Object.keys(LEFT_OUT).filter((name) => !existsSync(name))).toEqual([])
})
