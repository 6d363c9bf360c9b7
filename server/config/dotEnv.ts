import { codeOf, messageOf } from './thrown.ts'

/** Loads `.env`, if there is one. @throws Error when it cannot be read */
export function loadDotEnv(): void {
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw new Error(`.env cannot be read: ${messageOf(error)}`)
  }
}
