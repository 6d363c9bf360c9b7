import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Characters: 48 random bytes in base64url. */
const LENGTH = 64

export const secretFile = (dataDir: string): string => join(dataDir, 'jwt.secret')

/**
 * The signing key of the tokens, created once beside the database. The rename makes it appear whole, also after a
 * crash.
 */
export function keptSecret(dataDir: string): string {
  const file = secretFile(dataDir)
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (kept.length >= LENGTH) return kept
  const made = randomBytes(48).toString('base64url')
  writeFileSync(`${file}.part`, made, { mode: 0o600, flush: true })
  renameSync(`${file}.part`, file)
  return made
}
