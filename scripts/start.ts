/** Builds what is stale of site and desk, then serves it and its API. */
import '../server/config/threadPool.ts'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { build, staleProducts } from './build.ts'
import { loadEnvFile } from './loadEnvFile.ts'

// Most of a start is reading modules: what Node made of them is kept for the next one.
enableCompileCache(join(import.meta.dirname, '../.cache/compile'))
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
