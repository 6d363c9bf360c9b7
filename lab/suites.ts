import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readings } from '../scripts/check.ts'
import { jestStep, type Step } from '../scripts/steps.ts'
import type { Need } from './machine.ts'

/** Tests that run together, or another program. */
export type Part = {
  readonly name: string
  /** The part is skipped when one of these is missing. */
  readonly needs: readonly Need[]
  /** The part runs less when one of these is missing. */
  readonly uses?: readonly Need[]
  readonly step: (files: readonly string[], env: Record<string, string>) => Step
}
/** @param project name of a project in lab/jest.config.ts */
export const labStep = (
  project: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
) => jestStep(project, ['--config=lab/jest.config.ts', ...args], env)

const lanes = (workers: number): string =>
  workers === 1 ? '--runInBand' : `--maxWorkers=${workers}`
const tests = (
  name: string,
  workers: number,
  needs: readonly Need[],
  uses: readonly Need[] = [],
): Part => ({
  name,
  needs,
  uses,
  // A failed test may leave a process open, for which jest would wait.
  step: (files, env) => labStep(name, [lanes(workers), '--forceExit', ...files], env),
})
const program = (name: string, ...command: string[]): Part => ({
  name,
  needs: [],
  step: (_, env) => ({ name, command, env }),
})

/** Every test of the server. */
const engines: Part = {
  name: 'engines',
  needs: ['postgres'],
  step: (files, env) => ({
    ...jestStep('server', ['--maxWorkers=2', ...files], { ...env, TEST_ENGINES: 'postgres' }),
    name: 'engines',
  }),
}

/**
 * Tests of the server that `npm test` runs on SQLite alone. A file is left out if its suites name both engines or SQLite,
 * or if it starts no server: there it has run with all that it has.
 */
export function onSqliteAlone(root = join(import.meta.dirname, '..')): string[] {
  return globSync('test/server/**/*.test.ts', { cwd: root }).filter((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    const suites = source.match(/\b(?:server|desk)Tests\(/g) ?? []
    const named = source.match(/\bengines: (?:bothEngines|\['sqlite'\])/g) ?? []
    return suites.length > named.length || /\bengines\b(?!:)/.test(source)
  })
}

/** Builds the products for tests in browsers and processes. */
export const build: Step = { name: 'build', command: ['./scripts/build.ts'] }
const browser = tests('browser', 2, ['chromium'], ['whole Chromium'])
const floods = tests('floods', 1, [], ['postgres'])
const cluster = tests('cluster', 1, ['cluster'])
const faults = tests('faults', 2, [], ['postgres', 'cluster', 'mount'])
const races = tests('races', 2, [], ['postgres'])
const attacks = tests('attacks', 2, [], ['postgres'])
const bothEngines = (env: Record<string, string>) =>
  env.TEST_DATABASE_URL === undefined ? env : { ...env, TEST_ENGINES: 'sqlite,postgres' }
const onSqlite = tests('imports', 2, [], ['postgres'])
const imports: Part = { ...onSqlite, step: (files, env) => onSqlite.step(files, bothEngines(env)) }
const firefox = tests('firefox', 1, ['firefox'])
const measured = tests('measured', 1, ['chromium'])
const programs = tests('programs', 1, [], ['postgres', 'calendars', 'Caddy'])
const dockerfile: Part = {
  name: 'Dockerfile',
  needs: [],
  step: (_, env) => programs.step(['lab/checks/image'], env),
}
const image: Part = {
  ...program('image', './lab/image/run.ts'),
  needs: ['image builder'],
  uses: ['container engine'],
}
/** Types, lint, fences and more of the whole repository: this folder has its packages by now. */
const reading: readonly Part[] = readings.map((step) => ({
  name: step.name,
  needs: [],
  step: (_, env) => ({ ...step, env }),
}))
const api = program('API document', './lab/api/run.ts')

/** Parts of `npm run lab -- <name>`, besides the programs of run.ts. */
export const suites: Readonly<Record<string, readonly Part[]>> = {
  faults: [attacks, faults, cluster],
  floods: [floods],
  races: [races],
  imports: [imports],
  soak: [{ ...cluster, step: (_, env) => cluster.step(['lab/cluster/soak'], env) }],
  engines: [engines],
  browser: [browser],
  firefox: [firefox],
  measured: [measured],
  checks: [...reading, programs],
  api: [api],
  image: [dockerfile, image],
  // Cheap parts first; parts that measure times last, without other load.
  ci: [
    ...reading,
    api,
    programs,
    { ...engines, step: (_, env) => engines.step(onSqliteAlone(), env) },
    // The tests of the server that are attacks, too, have run with the engine.
    { ...attacks, step: (_, env) => attacks.step(['lab/attacks'], env) },
    imports,
    races,
    faults,
    cluster,
    image,
    browser,
    firefox,
    measured,
    floods,
  ],
}
