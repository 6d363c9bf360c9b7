import { createHmac } from 'node:crypto'
import type { InviteLinkId, MemberId } from '#contract/ids.ts'
import { LINK_HASH } from '#contract/pages.ts'
import { DAY_MS } from '../../../config/time.ts'
import type { Read } from '../../../db/schema.ts'
import { INVITE_BY_MAIL } from '../../../mail/jobs.ts'
import type { MailJob } from '../../../mail/outbox.ts'
import { renderMail } from '../../../mail/renderMail.ts'
import { isAddressStopped } from '../../../mail/stoppedAddresses.ts'
import { addressTokens, unsubscribeTokens } from '../../../mail/unsubscribeToken.ts'
import type { MailWriters } from '../../../mail/worker.ts'
import { emailKey } from '../../../text/keys.ts'
import { secretText, sha256 } from '../../../text/secrets.ts'
import { nameInMail } from '../../../text/shortNames.ts'
import { readingIn, timeInMail } from '../../../text/time.ts'
import { findInviteReader } from '../inviteRepository.ts'
import { readGroup } from '../repository.ts'
import { findMailedLink, setSecret } from './linkRepository.ts'
import { type Address, makersOf } from './policy.ts'

/** Invites that are mailed to one address on one day (UTC), by all groups together. */
export const INVITE_MAILS_A_DAY = 3

/**
 * The same mail under each of the address's once-keys for today; the caller enqueues the first that is free: this
 * limits the mails a day over all groups. Keys are digests, so that they do not reveal the address.
 */
export function mailInviteJobs(
  jwtSecret: string,
  link: { readonly id: InviteLinkId; readonly created_by: MemberId },
  { email, email_key }: Address,
  now: number,
): MailJob[] {
  const address = createHmac('sha256', jwtSecret)
    .update(`invite by mail ${email_key}`)
    .digest('base64url')
  const day = Math.floor(now / DAY_MS)
  return Array.from({ length: INVITE_MAILS_A_DAY }, (_, n) => ({
    kind: INVITE_BY_MAIL,
    recipient: email,
    data: { link: link.id, by: link.created_by },
    onceKey: `invite-by-mail:${address}:${day}:${n}`,
  }))
}

/**
 * Token of the opt-out link, with an account or without.
 * @returns null after an opt-out
 */
async function stopToken(
  w: Read,
  jwtSecret: string,
  recipient: string,
  inviter: MemberId,
): Promise<string | null> {
  const key = emailKey(recipient)
  const reader = await findInviteReader(w, key, inviter)
  if (reader !== undefined)
    return reader.wantsMail ? unsubscribeTokens(jwtSecret, 'invite_mails').tokenOf(reader.id) : null
  const { digestOf, tokenOf } = addressTokens(jwtSecret)
  return (await isAddressStopped(w, digestOf(key))) ? null : tokenOf(key)
}

export const mailInviteWriters: MailWriters = {
  /** The preferences of an account with this e-mail address are not revealed to its inviter. */
  async [INVITE_BY_MAIL]({ recipient, data }, deps) {
    const { db, clock, settings, jwtSecret, kit } = deps
    const now = clock()
    const link = await findMailedLink({ db, now }, Number(data['link']) as InviteLinkId)
    const group = link && (await readGroup({ db }, link.group_id))
    if (link === undefined || group === undefined) return null
    if (!makersOf(group).includes(link.created_by)) return null
    const token = await stopToken({ db, now }, jwtSecret, recipient, link.created_by)
    if (token === null) return null
    const secret = secretText()
    await setSecret({ db }, link.id, sha256(secret))
    const { publicUrl, timeZone } = settings
    return renderMail(kit.current(), 'invite_by_mail', {
      to: recipient,
      values: {
        inviter: nameInMail(link.username),
        group: nameInMail(group.name),
        size: group.members.length,
        until: timeInMail(link.expires_at, null, readingIn(timeZone, deps)),
      },
      link: `${publicUrl}/discordia/dashboard${LINK_HASH}${secret}`,
      unsubscribe: `${publicUrl}/api/notifications/unsubscribe-invites/${token}`,
    })
  },
}
