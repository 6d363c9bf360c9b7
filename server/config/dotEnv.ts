import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { decoded } from './decoded.ts'
import { dataDirIn } from './environment.ts'
import { settingsFile } from './settingsFile.ts'
import { codeOf, messageOf } from './thrown.ts'

/**
 * Fills in what the environment leaves out, from `.env`, then from what `npm run admin -- setup` has saved in the data
 * directory. A name without a value keeps a line of `.env` out, as with Node's own `--env-file`. What setup has saved
 * fills it: a compose file names each setting, also those that are not set.
 * @throws Error when a file cannot be read
 */
export function loadDotEnv(env: Record<string, string | undefined> = process.env): void {
  const isMissing = (name: string) => env[name] === undefined
  const isEmpty = (name: string) => !env[name]?.trim()
  fill(env, isMissing, linesOf('.env', '.env'))
  const dataDir = dataDirIn(env)
  fill(env, isEmpty, linesOf(settingsFile(dataDir), `DATA_DIR ${dataDir}`))
}

type Lines = ReturnType<typeof parseEnv>

function fill(
  env: Record<string, string | undefined>,
  isOpen: (name: string) => boolean,
  lines: Lines,
): void {
  for (const [name, value] of Object.entries(lines)) if (isOpen(name)) env[name] = value
}

/** @param place that an error names */
function linesOf(file: string, place: string): Lines {
  try {
    return parseEnv(decoded(readFileSync(file)))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return {}
    throw new Error(`${place} cannot be read: ${messageOf(error)}`)
  }
}
