import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export type ServerProcess = {
  /** `http://127.0.0.1:<port>`; empty when the process ended before it was ready. */
  readonly address: string
  readonly port: number
  readonly pid: number
  /** Output of both streams so far. */
  readonly printed: () => string
  /**
   * Waits for output that matches, and resolves to its first group; empty if the process ends without it.
   * @throws after a minute, with the end of the output
   */
  readonly until: (pattern: RegExp) => Promise<string>
  readonly kill: (signal: NodeJS.Signals) => void
  /** Sends SIGTERM, or another signal, and waits for the end. */
  readonly end: (signal?: NodeJS.Signals) => ServerProcess['ended']
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>
}

/** A process that may not be ready yet. */
export type StartingServer = Omit<ServerProcess, 'address' | 'port'>

export type DataDir = { readonly path: string; readonly remove: () => void }

export function makeDataDir(): DataDir {
  const path = mkdtempSync(join(tmpdir(), 'discordia-process-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Limit of the wait for output, in milliseconds. */
const PRINTED_WITHIN = 60_000
/** Characters of the output that an error shows. */
const SHOWN = 2000

/**
 * Starts the real entry file in a process of its own.
 * @param cwd folder with the built site, if it is not the one of `npm run build`
 */
export function spawnServer(
  dataDir: string,
  env: Record<string, string> = {},
  cwd?: string,
): StartingServer {
  const child: ChildProcess = spawn(process.execPath, [resolve('server/main.ts')], {
    cwd,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      PORT: '0',
      DESK_PORT: '0',
      PUBLIC_URL: 'https://discordia.example',
      SEED: 'none',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  let awaited: (() => void)[] = []
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal))
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      for (const look of awaited) look()
    })

  const until = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const forget = (): void => {
        awaited = awaited.filter((other) => other !== look)
        clearTimeout(timer)
      }
      const look = (): void => {
        const found = pattern.exec(printed)
        if (found === null) return
        forget()
        resolve(found[1] ?? found[0])
      }
      const timer = setTimeout(() => {
        forget()
        reject(new Error(`Never printed: ${pattern}. Last was:\n${printed.slice(-SHOWN)}`))
      }, PRINTED_WITHIN)
      awaited.push(look)
      look()
      void ended.then(() => {
        forget()
        resolve('')
      })
    })

  return {
    pid: child.pid ?? 0,
    printed: () => printed,
    until,
    kill: (signal) => void child.kill(signal),
    end: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
    ended,
  }
}

/** Starts the real entry file and waits until it is ready or has ended. */
export async function startProcess(
  dataDir: string,
  env?: Record<string, string>,
  cwd?: string,
): Promise<ServerProcess> {
  const server = spawnServer(dataDir, env, cwd)
  const address = await server.until(/Discordia is ready on (http:\S+)/)
  return { ...server, address, port: Number(address.split(':').at(-1) ?? 0) }
}
