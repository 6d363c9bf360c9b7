import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judge, type Mutant, type TestResult } from '#test/mutants/mutant.ts'

const SOURCE = 'export const isOpen = count > 0\n'
const mutant: Mutant = {
  name: 'an empty one counts as open',
  file: 'open.ts',
  find: '> 0',
  replace: '>= 0',
  tests: ['open.test.ts'],
}

describe('a planted defect', () => {
  let root: string
  const read = () => readFileSync(join(root, 'open.ts'), 'utf8')
  const judgeWith = (over: Partial<Mutant>, result: (planted: string) => TestResult) =>
    judge({ ...mutant, ...over }, { root, runTests: async () => result(read()) })
  /** Tests that fail unless the source is as it was. */
  const watchful = (planted: string): TestResult => ({
    ran: 1,
    failed: planted === SOURCE ? 0 : 1,
  })

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'discordia-mutant-'))
    writeFileSync(join(root, 'open.ts'), SOURCE)
  })
  afterEach(() => {
    expect(read()).toBe(SOURCE)
    rmSync(root, { recursive: true })
  })

  test('is caught by a test that fails', async () => {
    const planted: string[] = []
    const verdict = await judgeWith({}, (source) => {
      planted.push(source)
      return watchful(source)
    })
    expect(verdict).toEqual({ kind: 'caught' })
    expect(planted).toEqual(['export const isOpen = count >= 0\n'])
  })

  test('survives when it changes nothing', async () => {
    expect(await judgeWith({ replace: '> 0' }, watchful)).toEqual({ kind: 'survived' })
  })

  test('that a test cannot be run with is not judged', async () => {
    const verdict = await judgeWith({}, () => ({ ran: 0, failed: 0 }))
    expect(verdict.kind).toBe('not applicable')
  })

  test.each([{ file: 'closed.ts' }, { find: '< 0' }, { find: 'o' }])(
    'no longer fits the sources: %j',
    async (over) => {
      const verdict = await judgeWith(over, watchful)
      expect(verdict.kind).toBe('not applicable')
    },
  )

  test('is taken away when the tests cannot be started', async () => {
    const runTests = () => Promise.reject(new Error('No memory'))
    await expect(judge(mutant, { root, runTests })).rejects.toThrow('No memory')
  })
})
