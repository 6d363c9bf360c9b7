import { LINK_HASH } from '#contract/groupPageLimits.ts'
import { readTabValue, writeTabValue } from '#src/platform/storage.ts'

const KEY = 'invite_link'

/** The secret of an invite link that somebody without a session has opened in this tab. */
export const keptLinkSecret = (): string | null => readTabValue(KEY)
export const keepLinkSecret = (secret: string | null): boolean => writeTabValue(KEY, secret)

/** @param url or its fragment; null where it has no secret */
export function linkSecretIn(url: string): string | null {
  const at = url.indexOf(LINK_HASH)
  return at === -1 ? null : url.slice(at + LINK_HASH.length) || null
}
