import { faultTable } from '../faults/faultTable.ts'

describe('the table of npm run lab -- faults', () => {
  const test = (fullName: string, status: string) => ({
    file: 'test/faults/crash.test.ts',
    fullName,
    status,
    duration: 1234,
    messages: [],
  })

  it('has a line per case, below its file, with its figures', () => {
    const tests = [test('20 kills lose nothing', 'passed'), test('a full disk', 'failed')]
    const figures = [{ test: '20 kills lose nothing', text: '0 of 1,000 writes lost' }]
    expect(faultTable(tests, figures, [])).toEqual([
      '',
      'test/faults/crash.test.ts',
      'ok           1.2 s  20 kills lose nothing',
      '                     0 of 1,000 writes lost',
      'FAILED       1.2 s  a full disk',
    ])
  })

  it.each(['pending', 'todo', 'disabled'])('never shows a test that is %s as passed', (status) => {
    expect(faultTable([test('a soak', status)], [], []).at(-1)).toMatch(/^skipped /)
  })

  it('names what could not run, with the reason', () => {
    const skipped = [{ what: 'the cluster', reason: 'there is no nginx' }]
    expect(faultTable([], [], skipped)).toEqual([
      'skipped            the cluster: there is no nginx',
    ])
  })
})
