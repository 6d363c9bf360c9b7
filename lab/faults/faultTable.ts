import type { TestResult } from '../../scripts/steps.ts'

/** A line that `figure()` of test/helpers/server/faults.ts has written. */
export type Figure = { readonly test: string; readonly text: string }
/** Fault tests that could not run on this machine. */
export type Skipped = { readonly what: string; readonly reason: string }

const VERDICTS: Readonly<Record<string, string>> = { passed: 'ok', failed: 'FAILED' }

/** The table of `npm run lab -- faults`: a line per case, its figures below it. */
export function faultTable(
  results: readonly TestResult[],
  figures: readonly Figure[],
  skipped: readonly Skipped[],
): string[] {
  const ran = results.flatMap(({ file, fullName, status, duration }, index) => {
    const seconds = ((duration ?? 0) / 1000).toFixed(1).padStart(7)
    const isNewFile = results[index - 1]?.file !== file
    return [
      ...(isNewFile ? ['', file] : []),
      `${verdictOf(status)}${seconds} s  ${fullName}`,
      ...figures.filter(({ test }) => test === fullName).map(({ text }) => `${INDENT}${text}`),
    ]
  })
  return [...ran, ...skipped.map(({ what, reason }) => `${'skipped'.padEnd(19)}${what}: ${reason}`)]
}

const INDENT = ' '.repeat(21)
/** A test that was not run is never shown as passed. */
const verdictOf = (status: string): string => (VERDICTS[status] ?? 'skipped').padEnd(9)
