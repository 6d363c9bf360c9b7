import { relative } from 'node:path'
import { type FileResult, lineOf, verdictOf } from './verdicts.ts'

/** What jest tells a reporter of a file, as far as it matters here. */
type Test = { readonly path: string; readonly context: { readonly config: { rootDir: string } } }
type Result = {
  readonly testResults: FileResult['tests']
  /** Milliseconds. */
  readonly perfStats: { readonly runtime: number }
}

/** For a run of jest on a cluster: a line for each file when it has ended; the rest is said in the end. */
export default class ClusterReporter {
  onTestResult({ context, path }: Test, { testResults, perfStats }: Result): void {
    const file = relative(context.config.rootDir, path)
    const verdict = verdictOf({ file, status: 'passed', message: '', tests: testResults }, true)
    console.log(`${lineOf(verdict)} ${(perfStats.runtime / 1000).toFixed(1)} s`)
    for (const { name, message } of verdict.failed)
      console.log(`          FAILED ${name}: ${message.split('\n', 1)[0]}`)
  }
}
