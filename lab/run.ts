/** `npm run lab -- <what> [options]`: README.md of this folder has a line for each. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installPackages } from './packages.ts'
import { suites } from './suites.ts'

/** Programs with their own options; the others are suites. */
const PROGRAMS: Readonly<Record<string, string>> = {
  bench: 'bench/run.ts',
  cluster: 'cluster/run.ts',
  communities: 'communities/run.ts',
  flaky: 'flaky.ts',
  mutation: 'mutation/run.ts',
  upgrades: 'upgrades/run.ts',
}
const WITH_PACKAGES: readonly string[] = [
  'api',
  'bench',
  'checks',
  'ci',
  'firefox',
  'image',
  'mutation',
]

const [what = '', ...options] = process.argv.slice(2)
const isSuite = Object.hasOwn(suites, what)
const program = PROGRAMS[what]
if (program === undefined && !isSuite) {
  const names = [...Object.keys(PROGRAMS), ...Object.keys(suites)].toSorted()
  console.error(`npm run lab -- <${names.join('|')}> [options]: see lab/README.md.`)
  process.exit(1)
}
if (WITH_PACKAGES.includes(what)) installPackages()
const args = isSuite ? ['runSuite.ts', what, ...options] : [program ?? '', ...options]
const [script = '', ...rest] = args
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, script), ...rest], {
  stdio: 'inherit',
})
process.exitCode = status ?? 1
