import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Loads `.env` at the repository's root if it exists; variables of the environment win. */
export function loadEnvFile(): void {
  const file = join(import.meta.dirname, '../.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
