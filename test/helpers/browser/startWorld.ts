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
import { type BrowserServer, elsewhere, type World, type WorldOptions } from './world.ts'

/*
 * The built site and desk, on two origins.
 *
 *   const server = await startWorld(smallWorld)
 *   await server.mailTo('ann@example.org', /activate/)
 *   await server.stop()
 */

export type { BrowserServer, World } from './world.ts'

const ADDRESS = '127.0.0.1'

/** Starts a world; with TEST_BASE_URL in the cluster, served by its nginx (`npm run lab -- cluster test e2e`). */
export async function startWorld(world: World, options: WorldOptions = {}): Promise<BrowserServer> {
  const server = await startedWorld(world, options)
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

function startedWorld(world: World, options: WorldOptions): Promise<BrowserServer> {
  if (elsewhere.start) return elsewhere.start(world, options)
  return typeof world === 'string' ? startProcess(world, options) : startHere(world, options)
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
