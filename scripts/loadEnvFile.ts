import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Takes settings from `.env` beside package.json, where there is one; the environment wins. */
export function loadEnvFile(): void {
  const file = join(import.meta.dirname, '../.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
