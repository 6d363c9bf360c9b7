import { runAdmin } from './admin/run.ts'
import { keepPrivate } from './dataDir.ts'
import { loadDotEnv } from './dotEnv.ts'
import { assertNodeVersion } from './nodeVersion.ts'

assertNodeVersion(process.version)
keepPrivate()
try {
  loadDotEnv()
  process.exitCode = await runAdmin(process.argv.slice(2), process.env, {
    print: console.log,
    complain: console.error,
    log: console.error,
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
