import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from './env.ts'
import { messageOf } from './thrown.ts'

/** 48 random bytes in base64url. The pattern rejects zero bytes, which a power failure may leave. */
const SECRET = /^[\w-]{64,}$/

export const secretFile = (dataDir: string): string => join(dataDir, 'jwt.secret')

/**
 * The signing key of the tokens, created once beside the database. The rename makes it appear whole, also after a
 * crash. A damaged key is replaced, which ends all sessions.
 * @throws SettingsError when the file cannot be read
 */
export function keptSecret(dataDir: string): string {
  const file = secretFile(dataDir)
  const kept = existsSync(file) ? read(file) : ''
  if (SECRET.test(kept)) return kept
  const made = randomBytes(48).toString('base64url')
  writeFileSync(`${file}.part`, made, { mode: 0o600, flush: true })
  renameSync(`${file}.part`, file)
  return made
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new SettingsError(`The key ${file} cannot be read: ${messageOf(error)}`)
  }
}
