import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { DATA_DIR } from './environment.ts'
import { settingsFile } from './settingsFile.ts'
import { codeOf, messageOf } from './thrown.ts'

/**
 * Fills in what the environment leaves open: from `.env`, then from what `npm run admin -- setup` has saved in the data
 * directory. Empty values count as open, as everywhere.
 * @throws Error when a file cannot be read
 */
export function loadDotEnv(env: Record<string, string | undefined> = process.env): void {
  fillFrom('.env', env)
  fillFrom(settingsFile(env['DATA_DIR']?.trim() || DATA_DIR), env)
}

function fillFrom(file: string, env: Record<string, string | undefined>): void {
  try {
    for (const [name, value] of Object.entries(parseEnv(readFileSync(file, 'utf8'))))
      if (!env[name]?.trim()) env[name] = value
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw new Error(`${file} cannot be read: ${messageOf(error)}`)
  }
}
