import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { copyContext } from './dockerContext.ts'
import { dockerStages, type Stage, type Step, variablesOf } from './dockerfile.ts'
import { emptyTree, runInBuild } from './sandbox.ts'

export type Image = {
  readonly tree: string
  readonly folder: string
  readonly env: Record<string, string>
  /** Number of the user. */
  readonly user: number
  readonly command: readonly string[]
  readonly healthCheck: readonly string[]
}
type Report = (step: string, work: () => void) => void
type State = {
  tree: string
  folder: string
  env: Record<string, string>
  args: Record<string, string>
}

const SILENT = ['LABEL', 'EXPOSE', 'VOLUME', 'USER', 'CMD', 'HEALTHCHECK']

/**
 * Executes the stages of a Dockerfile, each in a folder of its own below `work`.
 * @param root the folder of the Dockerfile, whose files are the context
 * @param report runs a step and tells its outcome
 * @throws Error for an instruction that this cannot execute, or a step that fails
 */
export function buildImage(root: string, work: string, report: Report): Image {
  const stages = dockerStages(readFileSync(join(root, 'Dockerfile'), 'utf8'))
  const context = join(work, 'context')
  mkdirSync(context)
  report('context: the files that .dockerignore leaves', () => copyContext(root, context))
  const states = stages.map((stage) => buildStage(stage, work, report))
  const [last, state] = [stages.at(-1), states.at(-1)]
  if (!last || !state) throw new Error('The Dockerfile has no stage')
  const { tree, folder, env } = state
  const final = (keyword: string): Step | undefined =>
    last.steps.findLast((step) => step.keyword === keyword)
  return {
    tree,
    folder,
    env,
    user: Number.parseInt(final('USER')?.text ?? '0', 10),
    command: final('CMD')?.words ?? [],
    healthCheck: final('HEALTHCHECK')?.words ?? [],
  }
}

function buildStage({ name, steps }: Stage, work: string, report: Report): State {
  const tree = join(work, name)
  emptyTree(tree)
  const state: State = { tree, folder: '/', env: {}, args: {} }
  for (const step of steps) {
    if (SILENT.includes(step.keyword)) continue
    report(`${name}: ${step.keyword} ${step.text}`, () => execute(step, state, work))
  }
  return state
}

function execute(step: Step, state: State, work: string): void {
  const { keyword, text } = step
  if (keyword === 'ENV') Object.assign(state.env, variablesOf(step))
  else if (keyword === 'ARG') Object.assign(state.args, variablesOf(step))
  else if (keyword === 'WORKDIR') {
    state.folder = resolve(state.folder, text)
    mkdirSync(join(state.tree, state.folder), { recursive: true })
  } else if (keyword === 'COPY') copy(step, state, work)
  else if (keyword === 'RUN') run(step, state, work)
  else throw new Error(`${keyword} cannot be executed without a container engine`)
}

function copy({ flags, words }: Step, { tree, folder }: State, work: string): void {
  const from = flags.find(({ name }) => name === 'from')?.value
  const origin = from === undefined ? join(work, 'context') : join(work, from)
  const target = words.at(-1) ?? ''
  const sources = words.slice(0, -1).flatMap((pattern) => {
    const found = globSync(join(origin, pattern))
    if (found.length === 0) throw new Error(`COPY: there is no ${pattern}`)
    return found
  })
  const place = join(tree, resolve(folder, target))
  const isFolder = sources.length > 1 || target.endsWith('/')
  for (const source of sources) {
    const isTree = statSync(source).isDirectory()
    mkdirSync(isTree || isFolder ? place : join(place, '..'), { recursive: true })
    const to = isTree || !(isFolder || existsSync(place)) ? place : join(place, basename(source))
    // The contents of a folder, not the folder.
    const { status, stderr } = spawnSync('cp', ['-a', isTree ? `${source}/.` : source, to], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
  }
}

function run({ flags, text }: Step, { tree, folder, env, args }: State, work: string): void {
  const caches = flags.map(({ name, value }): [string, string] => {
    const target = /^type=cache,target=([^,]+)$/.exec(value)?.[1]
    if (name !== 'mount' || !target)
      throw new Error(`RUN --${name}=${value} cannot be executed here`)
    const source = join(work, 'cache', target)
    mkdirSync(source, { recursive: true })
    mkdirSync(join(tree, target), { recursive: true })
    return [target, source]
  })
  const { code, printed } = runInBuild(
    { tree, folder, env: { ...args, ...env } },
    text,
    Object.fromEntries(caches),
  )
  if (code !== 0) throw new Error(`exit code ${code}:\n${printed.slice(-3000)}`)
}
