import { relative } from 'node:path'
import { type FileResult, lineOf, verdictOf } from './verdicts.ts'

/** The used part of jest's reporter interface. */
type Test = { readonly path: string; readonly context: { readonly config: { rootDir: string } } }
type Result = {
  readonly testResults: FileResult['tests']
  /** Milliseconds. */
  readonly perfStats: { readonly runtime: number }
}

/** Reporter for a run on a cluster: prints a line for each finished file; the summary comes at the end. */
export default class ClusterReporter {
  onTestResult({ context, path }: Test, { testResults, perfStats }: Result): void {
    const file = relative(context.config.rootDir, path)
    const verdict = verdictOf({ file, status: 'passed', message: '', tests: testResults }, true)
    console.log(`${lineOf(verdict)} ${(perfStats.runtime / 1000).toFixed(1)} s`)
    for (const { name, message } of verdict.failed)
      console.log(`          FAILED ${name}: ${message.split('\n', 1)[0]}`)
  }
}
