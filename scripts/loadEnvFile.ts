import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { decoded } from '../server/config/decoded.ts'

/** Loads `.env` at the repository's root if it exists; variables of the environment win. */
export function loadEnvFile(): void {
  const file = join(import.meta.dirname, '../.env')
  if (!existsSync(file)) return
  for (const [name, value] of Object.entries(parseEnv(decoded(readFileSync(file)))))
    process.env[name] ??= value
}
