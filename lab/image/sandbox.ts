import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, linkSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { installByApt } from '../../scripts/apt.ts'

/** In place of the base image: this machine's system, read-only, with the Node of package.json. */
const NODE = join(import.meta.dirname, '../../node_modules/node/bin/node')
const PATH = '/opt/node/bin:/usr/local/bin:/usr/bin:/bin'
/** Docker hands the first of them to every build; the last is for registries behind a private authority. */
const PASSED_ON = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
]

type Place = {
  readonly tree: string
  readonly folder: string
  readonly env: Record<string, string>
}
export type Running = {
  /** Everything printed so far. */
  readonly printed: () => string
  /** Sends SIGTERM to the command, which is process 1 of its namespace, as in a container. */
  readonly stop: () => void
  /** Exit code. */
  readonly ended: Promise<number | null>
}

const hasBubblewrap = (): boolean => spawnSync('bwrap', ['--version']).status === 0

/** The reason why an image cannot be built here, if there is one. */
export const sandboxTests = async (): Promise<Record<string, string> | Error> =>
  process.getuid?.() === 0 &&
  (hasBubblewrap() || ((await installByApt(['bubblewrap'])) && hasBubblewrap()))
    ? {}
    : new Error('It needs root and bubblewrap (Debian package "bubblewrap").')

/** An empty file system of the base image. */
export function emptyTree(tree: string): void {
  for (const folder of ['opt/node/bin', 'usr', 'etc', 'proc', 'dev', 'tmp', 'root'])
    mkdirSync(join(tree, folder), { recursive: true })
  for (const name of ['bin', 'lib', 'lib64', 'sbin'])
    if (existsSync(`/${name}`)) symlinkSync(`usr/${name}`, join(tree, name))
  const node = join(tree, 'opt/node/bin/node')
  try {
    linkSync(NODE, node)
  } catch {
    copyFileSync(NODE, node)
  }
}

const BASE = [
  '--ro-bind',
  '/usr',
  '/usr',
  '--ro-bind',
  '/etc',
  '/etc',
  '--proc',
  '/proc',
  '--dev',
  '/dev',
]

function bubblewrap({ folder, env }: Place, mounts: readonly string[], command: readonly string[]) {
  const variables = Object.entries({ PATH, ...env }).flatMap(([name, value]) => [
    '--setenv',
    name,
    value,
  ])
  const options = [
    '--die-with-parent',
    '--new-session',
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
  ]
  return [...options, ...mounts, '--clearenv', ...variables, '--chdir', folder, '--', ...command]
}

/**
 * RUN: a line of the shell as root of a writable tree.
 * @param caches folders of this machine by the place where `--mount=type=cache` wants them
 * @returns what was printed, and the exit code
 */
export function runInBuild(place: Place, line: string, caches: Record<string, string>) {
  const passed = PASSED_ON.flatMap((name): [string, string][] =>
    process.env[name] ? [[name, process.env[name]]] : [],
  )
  const env = { HOME: '/root', ...Object.fromEntries(passed), ...place.env }
  const cached = Object.entries(caches).flatMap(([target, source]) => ['--bind', source, target])
  const mounts = ['--bind', place.tree, '/', ...BASE, '--tmpfs', '/tmp', ...cached]
  const args = bubblewrap({ ...place, env }, mounts, ['/bin/sh', '-c', line])
  const { status, stdout, stderr } = spawnSync('bwrap', args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  return { code: status, printed: `${stdout}${stderr}` }
}

/** A command in the finished image, as `docker run --read-only --tmpfs /tmp --cap-drop ALL` runs it. */
export function runInImage(place: Place & { user: number }, command: readonly string[]): Running {
  const data = ['--bind', join(place.tree, 'data'), '/data']
  const mounts = [
    '--ro-bind',
    place.tree,
    '/',
    ...BASE,
    '--tmpfs',
    '/tmp',
    ...data,
    '--remount-ro',
    '/',
  ]
  const own = ['--unshare-user', '--as-pid-1', '--cap-drop', 'ALL', '--info-fd', '3', ...mounts]
  const args = bubblewrap({ ...place, env: { HOME: '/tmp', ...place.env } }, own, command)
  const child: ChildProcess = spawn('bwrap', args, {
    uid: place.user,
    gid: place.user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  let printed = ''
  let info = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  child.stdio[3]?.on('data', (chunk: Buffer) => {
    info += chunk.toString()
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    printed: () => printed,
    stop: () => process.kill(Number(/"child-pid": (\d+)/.exec(info)?.[1]), 'SIGTERM'),
    ended,
  }
}

/** Runs a command in the image to its end, which must come within a minute. */
export async function endOf(running: Running): Promise<{ code: number | null; printed: string }> {
  const late = new AbortController()
  const limit = wait(60_000, undefined, { signal: late.signal }).then(() => {
    running.stop()
    throw new Error(`has not ended within a minute:\n${running.printed()}`)
  })
  const code = await Promise.race([running.ended, limit])
  late.abort()
  limit.catch(() => undefined)
  return { code, printed: running.printed() }
}
