import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { decoded } from './decoded.ts'
import { SettingsError } from './env.ts'
import { dataDirIn } from './environment.ts'
import { codeOf, messageOf } from './thrown.ts'

type Values = Readonly<Record<string, string>>

/** Settings that `npm run admin -- setup` has saved; the environment and `.env` win over them. */
export const settingsFile = (dataDir: string): string => join(dataDir, 'settings.env')

const HEAD =
  '# Written by "npm run admin -- setup". The environment and .env win over these lines.\n'

export function readSettingsFile(dataDir: string): Values {
  const file = settingsFile(dataDir)
  return existsSync(file) ? (parseEnv(decoded(readFileSync(file))) as Values) : {}
}

/**
 * Writes the text of the file beside it. The caller renames it when everything else has been saved.
 * @returns puts the file in its place
 * @throws SettingsError for a value that no line can hold
 */
export function prepareSettingsFile(dataDir: string, values: Values): () => void {
  const text = HEAD + Object.entries(values).map(lineOf).join('')
  // Two commands may run at once.
  const part = `${settingsFile(dataDir)}.${randomUUID()}.part`
  writeFileSync(part, text, { mode: 0o600, flush: true })
  return () => renameSync(part, settingsFile(dataDir))
}

/**
 * Returns the line of one setting. The format has no escapes, so a value is quoted with a quote that it
 * does not contain. @throws SettingsError when no quote keeps the value as it is
 */
export function lineOf([name, value]: readonly [string, string]): string {
  const quote = ["'", '"', '`'].find((one) => !value.includes(one))
  const line = `${name}=${quote}${value}${quote}\n`
  if (quote === undefined || parseEnv(line)[name] !== value)
    throw new SettingsError(`${name} cannot be saved with these characters in it.`)
  return line
}

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
