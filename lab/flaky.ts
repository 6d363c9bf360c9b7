/**
 * `npm run lab -- flaky 10` runs `npm test` ten times beside two busy processes, and lists failed tests and how often
 * they failed. Ends with 1 if any did.
 */
import { spawn, spawnSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { countTests } from '../scripts/steps.ts'

const REPORTS = join(import.meta.dirname, '../.cache/reports')

const runs = Number(process.argv[2] ?? 10)
if (!Number.isInteger(runs) || runs < 1) throw new Error('How often? "npm run lab -- flaky 10"')

const busy = [1, 2].map(() => spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }))
const rest = () => {
  for (const one of busy) one.kill('SIGKILL')
}
process.once('exit', rest)
process.once('SIGINT', () => process.exit(1))

const often = new Map<string, number>()
let green = 0
for (let run = 1; run <= runs; run++) {
  console.log(`\nRun ${run} of ${runs}`)
  rmSync(REPORTS, { recursive: true, force: true })
  const { status } = spawnSync('npm', ['test'], { stdio: 'inherit' })
  if (status === 0) green++
  const reports = globSync('*.json', { cwd: REPORTS })
  const failed = reports.flatMap((report) => countTests(join(REPORTS, report), 0).faults)
  // A step without a report, such as the build.
  if (status !== 0 && failed.length === 0) failed.push('another step: see its output above')
  for (const fault of failed) often.set(fault, (often.get(fault) ?? 0) + 1)
}
console.log(`\n${green} of ${runs} runs were green.`)
for (const [fault, times] of [...often].toSorted((a, b) => b[1] - a[1]))
  console.log(`${String(times).padStart(4)}  ${fault}`)
process.exit(green === runs ? 0 : 1)
