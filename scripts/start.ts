/** Builds what is stale of site and desk, then serves it and its API. */
import { build, staleProducts } from './build.ts'
import { loadEnvFile } from './loadEnvFile.ts'

loadEnvFile()
const stale = await staleProducts()
if (stale.length > 0) {
  const mode = process.env.NODE_ENV
  await build(stale).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
  // The build sets it for the compiler; the server reads its own.
  if (mode === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = mode
}
await import('../server/main.ts')
