import { codeOf } from './errorCode.ts'

/** Reads `.env` into the environment, if there is one. @throws Error for one that cannot be read */
export function loadDotEnv(): void {
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    // Without the file, the defaults and the environment hold; one that is there must not be passed over.
    if (codeOf(error) === 'ENOENT') return
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`.env cannot be read: ${reason}`)
  }
}
