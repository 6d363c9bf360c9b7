import { LINK_HASH } from '#contract/groupPage.ts'
import { readKey, writeKey } from './storage.ts'

const KEY = 'invite_link'
const KEPT_MS = 86_400_000

/**
 * The secret of an invite link that was opened in this browser and has led to nothing yet: a registration goes on in
 * the tab that its mail opens. For a day at most; null after that.
 */
export function keptLinkSecret(): string | null {
  const [, since, secret = ''] = /^(\d{1,15}) (\S+)$/.exec(readKey(KEY) ?? '') ?? []
  if (since === undefined) return null
  const age = Date.now() - Number(since)
  if (age >= 0 && age < KEPT_MS) return secret
  forgetLinkSecret()
  return null
}

/** For a day from now. False when storage refused. Never throws. */
export const keepLinkSecret = (secret: string): boolean => writeKey(KEY, `${Date.now()} ${secret}`)
/** False when storage refused. Never throws. */
export const forgetLinkSecret = (): boolean => writeKey(KEY, null)

/** @param url or its fragment; null where it has no secret */
export function linkSecretIn(url: string): string | null {
  const at = url.indexOf(LINK_HASH)
  return at === -1 ? null : url.slice(at + LINK_HASH.length) || null
}
