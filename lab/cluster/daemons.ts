import { type ChildProcess, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type Ending = number | NodeJS.Signals | null

export type Daemon = {
  readonly name: string
  readonly pid: number
  readonly kill: (signal: NodeJS.Signals) => void
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<Ending>
}

type Start = {
  readonly folder: string
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Record<string, string | undefined>
  readonly cwd?: string
  readonly user?: { readonly uid: number; readonly gid: number } | undefined
}

/** Polling interval in milliseconds. */
const LOOK_EVERY = 25
const READY_WITHIN = 60_000
/** A stop of the server takes up to thirty seconds. Milliseconds. */
const ENDED_WITHIN = 35_000

export const logFile = (folder: string, name: string): string => join(folder, 'log', `${name}.log`)
const pidFile = (folder: string, name: string): string => join(folder, 'pid', name)

/**
 * Starts a program in a session of its own, so that Ctrl-C reaches only the starter, which stops all in order. Output
 * goes to `log/<name>.log`, the process id to `pid/<name>`.
 */
export function startDaemon({ folder, name, command, args, env, cwd, user }: Start): Daemon {
  mkdirSync(join(folder, 'log'), { recursive: true })
  const log = openSync(logFile(folder, name), 'a')
  const child: ChildProcess = spawn(command, args, {
    cwd: cwd ?? folder,
    env: env ?? process.env,
    stdio: ['ignore', log, log],
    detached: true,
    ...user,
  })
  // The cluster must not keep its starter running.
  child.unref()
  if (child.pid !== undefined) writePid(folder, name, child.pid)
  const ended = new Promise<Ending>((resolve) => {
    child.on('exit', (code, signal) => resolve(code ?? signal))
    child.on('error', () => resolve(null))
  })
  return { name, pid: child.pid ?? 0, kill: (signal) => void child.kill(signal), ended }
}

export function writePid(folder: string, name: string, pid: number): void {
  mkdirSync(join(folder, 'pid'), { recursive: true })
  writeFileSync(pidFile(folder, name), String(pid))
}

/**
 * Polls until a condition holds.
 * @throws after a minute
 */
export async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + READY_WITHIN
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${READY_WITHIN} ms`)
    await sleep(LOOK_EVERY)
  }
}

/** Whether a program listens on this port of the loopback address. */
export const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** Waits until a program listens, or fails with its log. */
export async function untilListening(daemon: Daemon, folder: string, port: number): Promise<void> {
  let ending: Ending | undefined
  void daemon.ended.then((code) => {
    ending = code
  })
  await until(daemon.name, async () => {
    if (ending !== undefined)
      throw new Error(`${daemon.name} ended (${ending}): ${lastLines(folder, daemon.name)}`)
    return listens(port)
  })
}

export function lastLines(folder: string, name: string): string {
  const file = logFile(folder, name)
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-2000) : ''
}

/** Names of the running parts of this folder, with their process ids. */
export function running(folder: string): Map<string, number> {
  const pids = join(folder, 'pid')
  if (!existsSync(pids)) return new Map()
  const found = readdirSync(pids).map(
    (name) => [name, Number(readFileSync(join(pids, name), 'utf8'))] as const,
  )
  return new Map(found.filter(([, pid]) => belongsTo(folder, pid)))
}

/** Whether a process is a part of this folder: ids of ended processes are reused. */
function belongsTo(folder: string, pid: number): boolean {
  try {
    return ['cmdline', 'environ'].some((file) =>
      readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(folder),
    )
  } catch {
    return false
  }
}

/** Parts that are stopped last, in this order: those in front first. */
const LAST = ['pgbouncer', 'standby', 'primary']

/** Ends every running part of the folder by SIGTERM, then by SIGKILL. */
export async function stopAll(folder: string): Promise<void> {
  const parts = [...running(folder)].sort(([a], [b]) => LAST.indexOf(a) - LAST.indexOf(b))
  for (const [, pid] of parts.filter(([name]) => !LAST.includes(name))) signal(pid, 'SIGTERM')
  for (const [name, pid] of parts) {
    // SIGINT lets PostgreSQL end all connections.
    if (LAST.includes(name)) signal(pid, 'SIGINT')
    await untilGone(folder, pid)
    rmSync(pidFile(folder, name), { force: true })
  }
}

async function untilGone(folder: string, pid: number): Promise<void> {
  const end = performance.now() + ENDED_WITHIN
  while (belongsTo(folder, pid)) {
    if (performance.now() > end) signal(pid, 'SIGKILL')
    await sleep(LOOK_EVERY)
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended.
  }
}

/** Kills all parts at once, for the exit of the starter, which cannot await. */
export function killAll(folder: string): void {
  for (const pid of running(folder).values()) signal(pid, 'SIGKILL')
}
