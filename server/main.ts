import { announcement } from './announce.ts'
import { buildApp } from './app.ts'
import { makeBackground } from './background.ts'
import type { App } from './deps.ts'
import type { Settings } from './env.ts'
import { codeOf } from './errors.ts'
import { assertNodeVersion } from './nodeVersion.ts'
import { prepare } from './prepare.ts'

/** Requests in flight may finish within this time after the signal to stop. Milliseconds. */
const STOP_WITHIN = 10_000

assertNodeVersion(process.version)
try {
  process.loadEnvFile('.env')
} catch {
  // No .env file: the defaults and the environment hold.
}

const { deps, close } = await prepare(process.env).catch(giveUp)
const app = await buildApp(deps)
const background = makeBackground(deps, app.log)
const address = await listen(app, deps.settings).catch(giveUp)
background.start()
console.log(await announcement(deps, address))

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => app.server.closeAllConnections(), STOP_WITHIN).unref()
    await app.close()
    await background.stop()
    await close()
    process.exit(0)
  })

function listen(server: App, { port, host }: Settings): Promise<string> {
  return server.listen({ port, host }).catch((error: unknown) => {
    if (codeOf(error) === 'EADDRINUSE')
      throw new Error(
        `PORT ${port} on ${host} is in use: stop what listens there, or set another PORT`,
      )
    throw error
  })
}

function giveUp(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
