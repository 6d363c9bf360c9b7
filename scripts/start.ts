/** Builds the site when it is stale, then serves it and its API. */
import { build, isStale } from './build.ts'
import { loadEnvFile } from './loadEnvFile.ts'

loadEnvFile()
if (await isStale()) {
  const mode = process.env.NODE_ENV
  await build().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
  // The build sets it for the compiler; the server reads its own.
  if (mode === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = mode
}
await import('../server/main.ts')
