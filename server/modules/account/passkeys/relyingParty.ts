import { isIP } from 'node:net'
import type { Settings } from '../../../config/env.ts'

export type RelyingParty = {
  /** Passkeys are bound to this host name and the hosts below it; ports do not count. */
  readonly id: string
  /** No browser makes passkeys for an IP address: they are not offered there. */
  readonly hasName: boolean
  readonly siteOrigin: string
  /** Null where the desk has a host that the site's passkeys do not reach. */
  readonly deskOrigin: string | null
}

export function relyingPartyOf({
  publicUrl,
  deskUrl,
}: Pick<Settings, 'publicUrl' | 'deskUrl'>): RelyingParty {
  const site = new URL(publicUrl)
  const desk = deskUrl === undefined ? null : new URL(deskUrl)
  // An IPv6 address is in brackets.
  const hasName = isIP(site.hostname.replace(/^\[|\]$/g, '')) === 0
  const isReached =
    desk !== null &&
    (desk.hostname === site.hostname || desk.hostname.endsWith(`.${site.hostname}`))
  return {
    id: site.hostname,
    hasName,
    siteOrigin: site.origin,
    deskOrigin: isReached ? desk.origin : null,
  }
}
