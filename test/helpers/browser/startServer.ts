import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { resolve as absolute, join } from 'node:path'
import { makeBackground } from '#server/start/background.ts'
import { type DeskServer, startDesk } from '#test/helpers/desk.ts'
import { mailIn } from './mailIn.ts'

/*
 * Site and desk as they are built, on two origins.
 *
 *   const server = await startServer(smallWorld)
 *   await server.mailTo('ann@example.org', /activate/)
 *   await server.stop()
 */

export type BrowserServer = {
  /** Origins of the site and of the desk. */
  readonly url: string
  readonly deskUrl: string
  readonly dataDir: string
  /** The text of the newest mail to this recipient that matches `about`; waits until it is written. */
  readonly mailTo: (recipient: string, about: RegExp) => Promise<string>
  /** Ends it and removes its data. */
  readonly stop: () => Promise<void>
}

/**
 * `demo` and `empty`: `server/main.ts` in a process of its own, with the demonstration or without any rows. A function:
 * the same applications in this process, on a database that the function fills; their clock is the test's.
 */
export type World = 'demo' | 'empty' | ((server: DeskServer) => Promise<unknown>)

type Options = {
  env?: Record<string, string>
  /** Where the server finds the built site, when it is not the one of `npm run build`. */
  cwd?: string
}

export const startServer = (world: World, options: Options = {}): Promise<BrowserServer> =>
  typeof world === 'string' ? startProcess(world, options) : startHere(world)

async function startHere(fill: (server: DeskServer) => Promise<unknown>): Promise<BrowserServer> {
  // Known beforehand: links in mails and the preview of the desk lead to the public URL.
  const port = await freePort()
  const host = '127.0.0.1'
  const server = await startDesk('sqlite', { PUBLIC_URL: `http://${host}:${port}` })
  const { app, desk, deps, dataDir } = server
  await fill(server)
  const background = makeBackground(deps, app.log)
  background.start()
  return {
    url: await app.listen({ port, host }),
    deskUrl: await desk.listen({ port: 0, host }),
    dataDir,
    mailTo: (recipient, about) => mailIn(join(dataDir, 'mail'), recipient, about),
    stop: async () => {
      await background.stop()
      await server.close()
    },
  }
}

async function startProcess(
  seed: 'demo' | 'empty',
  { env = {}, cwd }: Options,
): Promise<BrowserServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'discordia-e2e-'))
  const [port, deskPort] = [await freePort(), await freePort()]
  const server = spawn(process.execPath, [absolute('server/main.ts')], {
    cwd,
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      PORT: String(port),
      DESK_PORT: String(deskPort),
      SEED: seed === 'demo' ? 'demo' : 'none',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await ready(server)
  return {
    url: `http://127.0.0.1:${port}`,
    deskUrl: `http://127.0.0.1:${deskPort}`,
    dataDir,
    mailTo: (recipient, about) => mailIn(join(dataDir, 'mail'), recipient, about),
    stop: async () => {
      const gone = once(server, 'exit')
      if (server.kill()) await gone
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

/** The server prints one line when it listens. */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = ''
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (printed.includes('is ready on')) resolve()
    })
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${printed}`)))
  })
}
