import './config/threadPool.ts'
import { makeBackground, makeCoherence } from './compose/background.ts'
import { announcement, prepare, startWarnings } from './compose/prepare.ts'
import { buildApp, buildDesk } from './compose/site.ts'
import { keepPrivate } from './config/dataDir.ts'
import { loadDotEnv } from './config/dotEnv.ts'
import type { Settings } from './config/env.ts'
import { assertNodeVersion } from './config/nodeVersion.ts'
import { codeOf, messageOf } from './config/thrown.ts'
import type { App } from './http/deps.ts'

/** Time for running requests after the signal to stop. */
const STOP_TIMEOUT_MS = 10_000
/** Time for the database and the mail server, which may hang. */
const EXIT_TIMEOUT_MS = 30_000

assertNodeVersion(process.version)
keepPrivate()
try {
  loadDotEnv()
} catch (error) {
  giveUp(error)
}

const { deps, report, close } = await prepare(process.env).catch(giveUp)
const app = await buildApp(deps).catch(giveUp)
const desk = await buildDesk(deps).catch(giveUp)
const background = makeBackground(deps, app.log)
const coherence = makeCoherence(deps, app)
const { settings } = deps
const url = await listen(app, settings, 'PORT', settings.port).catch(giveUp)
const deskUrl = await listen(desk, settings, 'DESK_PORT', settings.deskPort).catch(giveUp)

// The handlers are set before the server is announced as ready: it may be stopped from then on.
let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => {
      for (const { server } of [app, desk]) server.closeAllConnections()
    }, STOP_TIMEOUT_MS).unref()
    setTimeout(
      () => giveUp(`Not everything has stopped within ${EXIT_TIMEOUT_MS} ms`),
      EXIT_TIMEOUT_MS,
    ).unref()
    await Promise.all([app.close(), desk.close()])
    await Promise.all([background.stop(), coherence.stop()])
    await close()
    process.exit(0)
  })

background.start()
coherence.start()
const { notes } = report
const warnings = [...(await startWarnings(deps)), ...report.warnings]
for (const note of notes) app.log.info(note)
for (const warning of warnings) app.log.warn(warning)
console.log(await announcement(deps, url, { notes, warnings }))
console.log(`The staff desk is ready on ${deskUrl}`)

function listen(server: App, { host }: Settings, setting: 'PORT' | 'DESK_PORT', port: number) {
  return server.listen({ port, host }).catch((error: unknown) => {
    if (codeOf(error) === 'EADDRINUSE')
      throw new Error(
        `${setting} ${port} on ${host} is in use. Stop what listens there, or set another ${setting}.`,
      )
    throw new Error(`${setting} ${port} on HOST ${host} cannot be used: ${messageOf(error)}`)
  })
}

function giveUp(error: unknown): never {
  console.error(messageOf(error))
  process.exit(1)
}
