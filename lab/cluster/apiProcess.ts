import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Daemon, type Ending, lastLines, logFile, startDaemon, until } from './daemons.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Another version of the product to run: other settings, or another folder with the rooms of the server. */
export type Version = { readonly env?: Record<string, string>; readonly code?: string }

export type ApiProcess = {
  readonly name: string
  readonly address: string
  readonly deskAddress: string
  readonly pid: () => number
  readonly kill: (signal: NodeJS.Signals) => void
  /** Ending of the present process: exit code, or the signal that ended it. */
  readonly ended: () => Promise<Ending>
  /** Starts it again at the same addresses once it has ended, with the last version by default. */
  readonly start: (version?: Version) => Promise<void>
  /** Sends SIGTERM, waits for the end, and starts it again. */
  readonly restart: (version?: Version) => Promise<void>
  /** Output so far. */
  readonly log: () => string
}

type Where = {
  readonly folder: string
  readonly name: string
  readonly port: number
  readonly deskPort: number
  readonly env: Record<string, string>
}

/** Starts one process of the product and waits until it is ready. */
export async function startApiProcess(where: Where): Promise<ApiProcess> {
  const { folder, name, port, deskPort } = where
  const address = `http://127.0.0.1:${port}`
  let version: Version = {}
  let daemon: Daemon
  const start = async (next: Version = version): Promise<void> => {
    version = next
    daemon = spawnProcess(where, version)
    await untilReady(daemon, folder, address)
  }
  await start()
  return {
    name,
    address,
    deskAddress: `http://127.0.0.1:${deskPort}`,
    pid: () => daemon.pid,
    kill: (signal) => daemon.kill(signal),
    ended: () => daemon.ended,
    start,
    async restart(next) {
      daemon.kill('SIGTERM')
      await daemon.ended
      await start(next)
    },
    log: () =>
      existsSync(logFile(folder, name)) ? readFileSync(logFile(folder, name), 'utf8') : '',
  }
}

function spawnProcess({ folder, name, port, deskPort, env }: Where, version: Version): Daemon {
  const code = version.code ?? ROOT
  return startDaemon({
    folder,
    name,
    command: process.execPath,
    args: [join(code, 'server/main.ts')],
    cwd: code,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, '.cache/compile'),
      DATA_DIR: join(folder, name),
      PORT: String(port),
      DESK_PORT: String(deskPort),
      ...env,
      ...version.env,
    },
  })
}

/** @throws Error with the end of the log when the process ends first */
async function untilReady(daemon: Daemon, folder: string, address: string): Promise<void> {
  let ending: Ending | undefined
  void daemon.ended.then((code) => {
    ending = code
  })
  await until(daemon.name, async () => {
    if (ending !== undefined)
      throw new Error(`${daemon.name} ended (${ending}): ${lastLines(folder, daemon.name)}`)
    const answer = await fetch(`${address}/api/ready`).catch(() => undefined)
    await answer?.body?.cancel()
    return answer?.status === 200
  })
}
