import { createServer } from 'node:net'
import { join } from 'node:path'
import { makeBackground } from '#server/start/background.ts'
import {
  makeDataDir,
  startProcess as startServerProcess,
} from '#test/helpers/server/serverProcess.ts'
import { type DeskServer, startDesk } from '#test/helpers/server/startDesk.ts'
import { mailIn } from './mailIn.ts'

/*
 * Site and desk as they are built, on two origins.
 *
 *   const server = await startWorld(smallWorld)
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

export const startWorld = (world: World, options: Options = {}): Promise<BrowserServer> =>
  typeof world === 'string' ? startProcess(world, options) : startHere(world)

async function startHere(fill: (server: DeskServer) => Promise<unknown>): Promise<BrowserServer> {
  // Known beforehand: links in mails and the preview of the desk lead to the public URL.
  const port = await freePort()
  const host = '127.0.0.1'
  const server = await startDesk('sqlite', { PUBLIC_URL: `http://${host}:${port}`, SSR: 'on' })
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

async function startProcess(seed: 'demo' | 'empty', { env, cwd }: Options): Promise<BrowserServer> {
  const dataDir = makeDataDir()
  const port = await freePort()
  const settings = {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SEED: seed === 'demo' ? 'demo' : 'none',
    ...env,
  }
  const server = await startServerProcess(dataDir.path, settings, cwd)
  return {
    url: server.address,
    deskUrl: await server.until(/The staff desk is ready on (http:\S+)/),
    dataDir: dataDir.path,
    mailTo: (recipient, about) => mailIn(join(dataDir.path, 'mail'), recipient, about),
    stop: async () => {
      server.kill('SIGTERM')
      await server.ended
      dataDir.remove()
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
