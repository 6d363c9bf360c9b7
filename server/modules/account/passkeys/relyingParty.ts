import type { Settings } from '../../../config/env.ts'

export type RelyingParty = {
  /** Passkeys are bound to this host name and the hosts below it; ports do not count. */
  readonly id: string
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
  const isReached =
    desk !== null &&
    (desk.hostname === site.hostname || desk.hostname.endsWith(`.${site.hostname}`))
  return {
    id: site.hostname,
    siteOrigin: site.origin,
    deskOrigin: isReached ? desk.origin : null,
  }
}
