import './config/threadPool.ts'
import { buildApp } from './app.ts'
import { keepPrivate } from './config/dataDir.ts'
import { loadDotEnv } from './config/dotEnv.ts'
import type { Settings } from './config/env.ts'
import { codeOf } from './config/errorCode.ts'
import { assertNodeVersion } from './config/nodeVersion.ts'
import { buildDesk } from './deskApp.ts'
import type { App } from './http/deps.ts'
import { announcement } from './start/announce.ts'
import { makeBackground } from './start/background.ts'
import { prepare } from './start/prepare.ts'
import { startWarnings } from './start/warnings.ts'

/** Requests in flight may finish within this time after the signal to stop. Milliseconds. */
const STOP_WITHIN = 10_000
/** A database or mail server that hangs must not hold the stop for ever. Milliseconds. */
const GIVE_UP_AFTER = 30_000

assertNodeVersion(process.version)
keepPrivate()
try {
  loadDotEnv()
} catch (error) {
  giveUp(error)
}

const { deps, close } = await prepare(process.env).catch(giveUp)
const app = await buildApp(deps)
const desk = await buildDesk(deps)
const background = makeBackground(deps, app.log)
const { settings } = deps
const address = await listen(app, settings, 'PORT', settings.port).catch(giveUp)
const deskAddress = await listen(desk, settings, 'DESK_PORT', settings.deskPort).catch(giveUp)

// Before anything says that the server is ready: from then on it may be stopped at any moment.
let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => {
      for (const { server } of [app, desk]) server.closeAllConnections()
    }, STOP_WITHIN).unref()
    setTimeout(
      () => giveUp(`Not everything has stopped within ${GIVE_UP_AFTER} ms`),
      GIVE_UP_AFTER,
    ).unref()
    await Promise.all([app.close(), desk.close()])
    await background.stop()
    await close()
    process.exit(0)
  })

background.start()
for (const warning of await startWarnings(deps)) app.log.warn(warning)
console.log(await announcement(deps, address))
console.log(`The staff desk is ready on ${deskAddress}`)

function listen(
  server: App,
  { host }: Settings,
  setting: 'PORT' | 'DESK_PORT',
  port: number,
): Promise<string> {
  return server.listen({ port, host }).catch((error: unknown) => {
    if (codeOf(error) === 'EADDRINUSE')
      throw new Error(
        `${setting} ${port} on ${host} is in use: stop what listens there, or set another ${setting}`,
      )
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${setting} ${port} on HOST ${host} cannot be used: ${reason}`)
  })
}

function giveUp(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
