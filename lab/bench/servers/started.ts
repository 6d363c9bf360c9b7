import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { atEnd } from '../ending.ts'

const ROOT = join(import.meta.dirname, '../../..')
const READY = /Discordia is ready on (http:\S+)/

export type Started = {
  readonly url: string
  readonly pid: number
  /** Time from the start of the process to the last byte of the landing page. */
  readonly startMs: number
  readonly stop: () => Promise<void>
}

/**
 * Starts the process of `npm start` with the demo world.
 * @throws when it ends before it is ready
 */
export async function start(dataDir: string): Promise<Started> {
  const began = performance.now()
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=16', '--import', './scripts/requireNode.mjs', 'scripts/start.ts'],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        HOST: '127.0.0.1',
        PORT: '0',
        DESK_PORT: '0',
        SEED: 'demo',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'exit')
  const kill = atEnd(() => child.kill())
  const stop = async () => {
    kill()
    await ended
  }
  try {
    const url = await printedUrl(child.stdout)
    const page = await fetch(`${url}/discordia/`)
    await page.text()
    return { url, pid: child.pid ?? 0, startMs: performance.now() - began, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function printedUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const url = READY.exec(line)?.[1]
    if (url === undefined) continue
    // Drains the pipe, which later output must not fill.
    output.resume()
    return url
  }
  throw new Error('The server has ended before it was ready')
}
