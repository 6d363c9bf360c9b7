/** The used part of jest's report of a file (`--json`). */
export type FileResult = {
  /** Relative to the repository. */
  readonly file: string
  readonly status: string
  readonly message: string
  readonly tests: readonly {
    readonly fullName: string
    readonly status: string
    readonly failureMessages: readonly string[] | null
  }[]
}
export type Verdict = {
  readonly file: string
  readonly passed: number
  /** Failed tests and their messages. */
  readonly failed: readonly { readonly name: string; readonly message: string }[]
  /** Number of tests by reason. */
  readonly notRun: ReadonlyMap<string, number>
}

/** Thrown by a test that cannot run on a cluster. */
const NOT_ON_CLUSTER = /NotOnCluster: (.+)/
const UNUSED = 'they send nothing to a server'

/** @param hasUsed whether a test of this file has used the cluster; otherwise passed tests do not count */
export function verdictOf({ file, status, message, tests }: FileResult, hasUsed: boolean): Verdict {
  let passed = 0
  const failed: { name: string; message: string }[] = []
  const notRun = new Map<string, number>()
  for (const { fullName, status, failureMessages } of tests) {
    const why = (failureMessages ?? []).join('\n')
    const reason = hasPassed(status) ? unused(hasUsed) : NOT_ON_CLUSTER.exec(why)?.[1]
    if (reason !== undefined) notRun.set(reason, (notRun.get(reason) ?? 0) + 1)
    else if (hasPassed(status)) passed++
    else failed.push({ name: fullName, message: why || status })
  }
  // Leftovers of tests that did not run may fail the file, so it counts only if all tests ran.
  const isBroken = status === 'failed' && failed.length === 0 && notRun.size === 0
  if (isBroken) failed.push({ name: 'the file', message })
  return { file, passed, failed, notRun }
}

const hasPassed = (status: string): boolean => status === 'passed'
const unused = (hasUsed: boolean): string | undefined => (hasUsed ? undefined : UNUSED)

const columns = (...counts: readonly number[]): string =>
  counts.map((count) => String(count).padStart(8)).join('')

const count = (notRun: Verdict['notRun']): number =>
  [...notRun.values()].reduce((sum, one) => sum + one, 0)

export const lineOf = ({ file, passed, failed, notRun }: Verdict): string =>
  `${columns(passed, failed.length, count(notRun))}  ${file}`

/**
 * Summary of a run on a cluster: a line per file, then the tests that did not run, and why.
 * @param leftOut files that were not started at all, with the reason
 */
export function verdictTable(
  verdicts: readonly Verdict[],
  leftOut: readonly (readonly [file: string, reason: string])[],
): string[] {
  const reasons = verdicts.flatMap(({ file, notRun }) =>
    [...notRun].map(([reason, tests]) => `${columns(tests)}  ${file}: ${reason}`),
  )
  const sums = [
    verdicts.reduce((sum, { passed }) => sum + passed, 0),
    verdicts.reduce((sum, { failed }) => sum + failed.length, 0),
    verdicts.reduce((sum, { notRun }) => sum + count(notRun), 0),
  ]
  return [
    '  passed  failed not run',
    ...verdicts.map(lineOf),
    `${columns(...sums)}  all; files left out: ${leftOut.length}`,
    '',
    ' not run',
    ...reasons,
    ...leftOut.map(([file, reason]) => `    file  ${file}: ${reason}`),
  ]
}
