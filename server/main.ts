import { buildApp } from './app.ts'
import { assertNodeVersion } from './nodeVersion.ts'
import { prepare } from './prepare.ts'

assertNodeVersion(process.version)
try {
  process.loadEnvFile('.env')
} catch {
  // No .env file: the defaults and the environment hold.
}

const { deps, close } = await prepare(process.env).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
const app = await buildApp(deps)
await app.listen({ port: deps.settings.port, host: deps.settings.host })

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, async () => {
    if (stopping) return
    stopping = true
    await app.close()
    await close()
    process.exit(0)
  })
