/*
 * Parts of Jest that jest-light-runner leaves out (decision 025): a limit of time for each test and hook, and the end of
 * mocks with the test that made them. Each worker loads this once and runs many files, one after the other.
 */

type Work = (...args: never[]) => unknown
type Define = (name: string, work: Work, ms?: number) => void
type DefineEach = { each: (...table: never[]) => Define }

/** Limit of tests that set none, in milliseconds. */
let usual = 30_000
let limit = usual
let file: string | undefined

/** Sets the limit of all tests of this worker that set no other. Milliseconds. */
export function setUsualLimit(ms: number): void {
  usual = ms
}

/** `jest.setTimeout` counts for the rest of its file. */
function limitOfFile(): number {
  const { testPath } = expect.getState()
  if (testPath !== file) {
    file = testPath
    limit = usual
  }
  return limit
}

// The real functions, before a test replaces the clock.
const { setTimeout, clearTimeout } = globalThis

/** Returns a function without parameters: with one, the runner would wait for a callback. */
function limited(work: Work, ms = limitOfFile(), end?: () => void): Work {
  return async (...args) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`Not done within ${ms} ms.`)), ms)
    })
    try {
      await Promise.race([work(...args), late])
    } finally {
      clearTimeout(timer)
      end?.()
    }
  }
}

const restoreMocks = () => void jest.restoreAllMocks()

function limitedTest(define: Define & DefineEach): Define & DefineEach {
  const limitedBy =
    (define: Define): Define =>
    (name, work, ms) =>
      define(name, limited(work, ms, restoreMocks))
  return Object.assign(limitedBy(define), {
    each: (...table: never[]) => limitedBy(define.each(...table)),
  })
}

for (const [name, define] of Object.entries({ beforeAll, afterAll, beforeEach, afterEach }))
  Object.assign(globalThis, { [name]: (work: Work, ms?: number) => define(limited(work, ms)) })
const limitedTests = limitedTest(test as unknown as Define & DefineEach)
Object.assign(globalThis, { test: limitedTests, it: limitedTests })
Object.assign(jest, {
  setTimeout: (ms: number) => {
    limitOfFile()
    limit = ms
  },
})
