import { domainToASCII } from 'node:url'
import type { Read } from '../../../db/rows.ts'
import { refusal } from '../../../http/errors.ts'
import { conductText, type Kit } from '../../../text/kit.ts'
import { sha256 } from '../../../text/secrets.ts'
import type { NewEmail } from '../policy.ts'
import { findSettings, isTeamLink, useTeamLink } from './repository.ts'

/** What other modules know of invites to people without an account. */
export type Invites = {
  /** @param takes a registration of the link; a link of a group has as many as uses */
  readonly admitsByLink: (w: Read, secret: string, takes: boolean) => Promise<boolean>
  readonly isOnList: (w: Read, email_key: string) => Promise<boolean>
}

type Applicant = NewEmail & { readonly secret: string | undefined }

/**
 * Whether a person without an account may register (behaviour 12.33 has the table).
 * @param takes one registration of the link that admits; false to look only
 * @returns `by_team`: by a link or a list of the team; `waits`: the team decides
 * @throws Refusal 400
 */
export async function admit(
  w: Read & { readonly invites: Invites },
  { email_key, secret }: Applicant,
  takes: boolean,
): Promise<{ readonly by_team: boolean; readonly waits: boolean }> {
  const { mode, refused_domains } = await findSettings(w)
  if (mode === 'closed') throw refusal(400, 'admission_closed')
  const isListed = await w.invites.isOnList(w, email_key)
  if (!isListed && isRefused(domainOf(email_key), refused_domains))
    throw refusal(400, 'address_refused', { attr: 'email' })
  const hash = secret === undefined ? null : sha256(secret)
  const isByLink = hash !== null && (await (takes ? useTeamLink : isTeamLink)(w, hash))
  const by_team = isListed || isByLink
  if (mode === 'invite' && !by_team) {
    if (secret === undefined || !(await w.invites.admitsByLink(w, secret, takes)))
      throw refusal(400, 'invite_needed')
  }
  return { by_team: isByLink, waits: mode === 'approval' && !by_team }
}

/** A domain as it is compared: without a scheme, in lower case, in the letters of the DNS; empty for what is none. */
export const domainIn = (text: string): string => {
  const [, host = ''] =
    /^(?:https?:\/\/)?(?:[^@/]*@|\*?\.)?([^/\s@*]+?)\.?\/?$/i.exec(text.trim()) ?? []
  const domain = domainToASCII(host)
  return domain.includes('.') ? domain : ''
}

/** Also a domain below a refused one. */
const isRefused = (domain: string, refused: readonly string[]): boolean =>
  refused.some((one) => `.${domainIn(domain)}`.endsWith(`.${one}`))

export const domainOf = (email_key: string): string =>
  email_key.slice(email_key.lastIndexOf('@') + 1)

/** The version of the code of conduct that everyone agrees to; undefined without one. */
export const conductVersion = (kit: Kit): number | undefined =>
  conductText(kit) === undefined ? undefined : (kit.value.conduct_version ?? 1)
