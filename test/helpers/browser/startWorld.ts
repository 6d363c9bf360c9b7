import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { steadyPort } from '#scripts/steadyPort.ts'
import { makeBackground, makeCoherence } from '#server/compose/background.ts'
import {
  makeDataDir,
  startProcess as startServerProcess,
} from '#test/helpers/server/serverProcess.ts'
import { type DeskServer, startDesk } from '#test/helpers/server/startDesk.ts'
import { mailIn } from './mailIn.ts'

/*
 * The built site and desk, on two origins.
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
  /** The first column of a query. */
  readonly values: (query: string) => Promise<unknown[]>
  /** Stops the server and removes its data. */
  readonly stop: () => Promise<void>
}

/**
 * `demo` and `empty`: `server/main.ts` in a process of its own, with the demonstration or without any rows. A function:
 * the same applications in this process, on a database that the function fills; their clock is the test's.
 */
export type World = 'demo' | 'empty' | ((server: DeskServer) => Promise<unknown>)

type WorldOptions = {
  /** Host of site and desk instead of the IP address, to which no passkey can be bound. Only for functions. */
  host?: 'localhost'
  env?: Record<string, string>
  /** Folder with the built site, if it is not the one of `npm run build`. */
  cwd?: string
}

const ADDRESS = '127.0.0.1'

export async function startWorld(world: World, options: WorldOptions = {}): Promise<BrowserServer> {
  const server = await (typeof world === 'string'
    ? startProcess(world, options)
    : startHere(world, options))
  byDesk.set(new URL(server.deskUrl).origin, server)
  return server
}

const byDesk = new Map<string, BrowserServer>()

/** The server whose desk a page shows. */
export function serverOfDesk(page: Page): BrowserServer {
  const server = byDesk.get(new URL(page.url()).origin)
  if (server === undefined) throw new Error(`No desk at ${page.url()}`)
  return server
}

async function startHere(
  fill: (server: DeskServer) => Promise<unknown>,
  { host, env }: WorldOptions,
): Promise<BrowserServer> {
  // Fixed ports, because links in mails and the preview of the desk contain the public URL.
  const port = await steadyPort()
  const deskPort = await steadyPort()
  const url = `http://${host ?? ADDRESS}:${port}`
  const deskUrl = `http://${host ?? ADDRESS}:${deskPort}`
  const server = await startDesk('sqlite', {
    PUBLIC_URL: url,
    SSR: 'on',
    ...(host && { DESK_URL: deskUrl }),
    ...env,
  })
  const { app, desk, deps, dataDir } = server
  await fill(server)
  const background = makeBackground(deps, app.log)
  const coherence = makeCoherence(deps, app)
  background.start()
  coherence.start()
  await app.listen({ port, host: ADDRESS })
  await desk.listen({ port: deskPort, host: ADDRESS })
  return {
    url,
    deskUrl,
    dataDir,
    mailTo: (recipient, about) => mailIn(join(dataDir, 'mail'), recipient, about),
    values: (query) => valuesIn(dataDir, query),
    stop: async () => {
      await Promise.all([background.stop(), coherence.stop()])
      await server.close()
    },
  }
}

async function startProcess(
  seed: 'demo' | 'empty',
  { env, cwd }: WorldOptions,
): Promise<BrowserServer> {
  const dataDir = makeDataDir()
  const port = await steadyPort()
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
    values: (query) => valuesIn(dataDir.path, query),
    stop: async () => {
      server.kill('SIGTERM')
      await server.ended
      dataDir.remove()
    },
  }
}

async function valuesIn(dataDir: string, query: string): Promise<unknown[]> {
  const db = new Database(join(dataDir, 'discordia.sqlite'), { readonly: true })
  const values = db.prepare(query).pluck().all()
  db.close()
  return values
}
