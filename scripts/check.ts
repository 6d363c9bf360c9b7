/** Checks that need no build and no server; fast enough for every commit. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { jestStep, runSteps, type Step } from './steps.ts'

const rooms = ['contract', 'src', 'desk', 'server', 'scripts', 'test', 'bench'].filter((room) =>
  existsSync(join(import.meta.dirname, '..', room)),
)

export const checks: Step[] = [
  // Slow ones first, so that the parallel lanes end together.
  jestStep('web', ['--maxWorkers=1']),
  { name: 'types and lint', command: ['oxlint/bin/oxlint'] },
  { name: 'format', command: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
  {
    name: 'fences',
    command: ['dependency-cruiser/bin/dependency-cruiser.mjs', ...rooms],
  },
  { name: 'unused code', command: ['knip/bin/knip.js'] },
  { name: 'planted defects', command: ['./test/mutants/run.ts', '--fit'] },
  { name: 'API document', command: ['./scripts/lintApi.ts'] },
]

if (import.meta.main) {
  const { failed } = await runSteps(checks)
  process.exitCode = failed === 0 ? 0 : 1
}
