import { LINK_HASH } from '#contract/pages.ts'
import { readKey, writeKey } from './storage.ts'

const KEY = 'invite_link'
const KEPT_MS = 86_400_000

/**
 * The secret of an unused invite link that was opened in this browser: a registration continues in the tab that its
 * mail opens. Stored for a day; null after that.
 */
export function keptLinkSecret(): string | null {
  const [, since, secret = ''] = /^(\d{1,15}) (\S+)$/.exec(readKey(KEY) ?? '') ?? []
  if (since === undefined) return null
  const age = Date.now() - Number(since)
  if (age >= 0 && age < KEPT_MS) return secret
  forgetLinkSecret()
  return null
}

/** Stores the secret for a day. False when storage refused. Never throws. */
export const keepLinkSecret = (secret: string): boolean => writeKey(KEY, `${Date.now()} ${secret}`)
/** False when storage refused. Never throws. */
export const forgetLinkSecret = (): boolean => writeKey(KEY, null)

/** @param url URL or fragment @returns null if it has no secret */
export function linkSecretIn(url: string): string | null {
  const at = url.indexOf(LINK_HASH)
  return at === -1 ? null : url.slice(at + LINK_HASH.length) || null
}
