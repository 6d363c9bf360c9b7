/** Everything that reads the code, and the tests of the site that a change can break; fast enough for every commit. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { jestStep, runSteps, type Step } from './steps.ts'

const rooms = [
  'contract',
  'shared',
  'kit',
  'src',
  'desk',
  'server',
  'scripts',
  'test',
  'lab',
].filter((room) => existsSync(join(import.meta.dirname, '..', room)))

/** Read the code and run none of it. The slow one first, so that parallel lanes end together. */
export const readings: readonly Step[] = [
  { name: 'types and lint', command: ['oxlint/bin/oxlint'] },
  { name: 'format', command: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
  {
    name: 'fences',
    command: ['dependency-cruiser/bin/dependency-cruiser.mjs', ...rooms],
  },
  { name: 'unused code', command: ['knip/bin/knip.js'] },
  { name: 'tables', command: ['./scripts/tableTypes.ts', '--check'] },
  { name: 'languages', command: ['./scripts/missingTexts.ts'] },
]

/** Every test of the site and of the desk's pages. */
export const webTests = jestStep('web', ['--maxWorkers=2'])

/** Tests that the last commit and uncommitted changes can break. */
const affectedWebTests: Step = {
  ...jestStep('web', ['--maxWorkers=1', '--changedSince=HEAD~1']),
  mayRunNothing: true,
}

/** False in a repository of one commit, and in a copy without its history. */
const hasParentCommit = () => spawnSync('git', ['rev-parse', 'HEAD~1']).status === 0

if (import.meta.main) {
  const { failed } = await runSteps([hasParentCommit() ? affectedWebTests : webTests, ...readings])
  process.exitCode = failed === 0 ? 0 : 1
}
