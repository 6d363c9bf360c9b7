import { codeOf } from './errorCode.ts'

/** Loads `.env`, if there is one. @throws Error when it cannot be read */
export function loadDotEnv(): void {
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`.env cannot be read: ${reason}`)
  }
}
