import { runAdmin } from './admin/run.ts'
import { assertNodeVersion } from './nodeVersion.ts'

assertNodeVersion(process.version)
try {
  process.loadEnvFile('.env')
} catch {
  // No .env file: the defaults and the environment hold.
}
process.exitCode = await runAdmin(process.argv.slice(2), process.env, {
  print: console.log,
  complain: console.error,
  log: console.error,
})
