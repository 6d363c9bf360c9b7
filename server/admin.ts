import { runAdmin } from './admin/run.ts'
import { continueAsOwner, keepPrivate } from './config/dataDir.ts'
import { loadDotEnv } from './config/dotEnv.ts'
import { dataDirIn } from './config/environment.ts'
import { assertNodeVersion } from './config/nodeVersion.ts'
import { messageOf } from './config/thrown.ts'

assertNodeVersion(process.version)
keepPrivate()
try {
  loadDotEnv()
  continueAsOwner(dataDirIn(process.env))
  process.exitCode = await runAdmin(process.argv.slice(2), process.env, {
    print: console.log,
    complain: console.error,
    log: console.error,
  })
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
