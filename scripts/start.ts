/** Builds site and desk if they are stale, then serves them and the API. */
import '../server/config/threadPool.ts'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { build, staleProducts } from './build.ts'
import { loadEnvFile } from './loadEnvFile.ts'

// Compiling modules takes most of a start: the cache keeps them for the next one.
enableCompileCache(join(import.meta.dirname, '../.cache/compile'))
loadEnvFile()
const stale = await staleProducts()
if (stale.length > 0)
  await build(stale).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
await import('../server/main.ts')
