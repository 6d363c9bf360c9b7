import { createHmac } from 'node:crypto'
import Type from 'typebox'
import type { GroupId, InviteLinkId, MemberId } from '#contract/ids.ts'
import { LINK_HASH } from '#contract/pages.ts'
import { id } from '#contract/shapes.ts'
import { DAY_MS } from '../../config/time.ts'
import type { Read } from '../../db/schema.ts'
import type { MailJob } from '../../mail/outbox.ts'
import { renderMail } from '../../mail/renderMail.ts'
import { isAddressStopped } from '../../mail/stoppedAddresses.ts'
import { type MailWork, mail, mailTable } from '../../mail/table.ts'
import { addressTokens, unsubscribeTokens } from '../../mail/unsubscribeToken.ts'
import type { MailWriters } from '../../mail/worker.ts'
import { emailKey } from '../../text/keys.ts'
import { contactOf } from '../../text/kit.ts'
import { secretText, sha256 } from '../../text/secrets.ts'
import { nameInMail } from '../../text/shortNames.ts'
import { readingIn, timeInMail } from '../../text/time.ts'
import { findInviteReader, findMailableInvite } from './inviteRepository.ts'
import { findMailedLink, setSecret } from './page/repository.ts'
import { managersOf } from './policy.ts'
import { readGroup } from './repository.ts'

const inviteMails = mailTable('invite_mails', {
  'group-invite': mail({
    data: { group: id<GroupId>() },
    find: (w, { group }, reader) => findMailableInvite(w, reader.id, group),
    text: 'group_invite',
    values: ({ group, inviter, size }) => ({
      group: nameInMail(group),
      leader: nameInMail(inviter),
      size,
    }),
    page: () => '/discordia/dashboard?tab=invites',
  }),
})

/** The group is gone when the mail is due. */
export const groupClosedMails = mailTable('group_log_mails', {
  'group-closed': mail({
    data: { name: Type.String(), reason: Type.String() },
    text: 'group_closed',
    values: (group) => group,
    page: () => '/discordia/dashboard?tab=groups',
    replyTo: (_group, w) => contactOf(w),
  }),
})

/** Once a day: alternate invites and cancellations send no further mail. */
export const groupInviteMail = (w: Read & { readonly id: GroupId }) =>
  inviteMails.of(
    'group-invite',
    { group: w.id },
    { onceKey: `invite:${w.id}:${Math.floor(w.now / DAY_MS)}` },
  )

/** Invites that are mailed to one address on one day (UTC), by all groups together. */
export const INVITE_MAILS_A_DAY = 3

/**
 * The same mail under each of the address's once-keys for today; the caller enqueues the first that is free: this
 * limits the mails a day over all groups. Keys are digests, so that they do not reveal the address.
 */
export function mailInviteJobs(
  { jwtSecret, now }: Pick<MailWork, 'jwtSecret' | 'now'>,
  link: { readonly id: InviteLinkId; readonly created_by: MemberId },
  email: string,
): MailJob[] {
  const address = createHmac('sha256', jwtSecret)
    .update(`invite by mail ${emailKey(email)}`)
    .digest('base64url')
  const day = Math.floor(now / DAY_MS)
  return Array.from({ length: INVITE_MAILS_A_DAY }, (_, n) => ({
    kind: 'invite-by-mail',
    recipient: email,
    data: { link: link.id, by: link.created_by },
    onceKey: `invite-by-mail:${address}:${day}:${n}`,
  }))
}

/**
 * Token of the opt-out link, with an account or without.
 * @returns null after an opt-out
 */
async function stopToken(w: MailWork, recipient: string, inviter: MemberId) {
  const key = emailKey(recipient)
  const reader = await findInviteReader(w, key, inviter)
  if (reader !== undefined)
    return reader.wantsMail
      ? unsubscribeTokens(w.jwtSecret, 'invite_mails').tokenOf(reader.id)
      : null
  const { digestOf, tokenOf } = addressTokens(w.jwtSecret)
  return (await isAddressStopped(w, digestOf(key))) ? null : tokenOf(key)
}

export const inviteMailWriters: MailWriters = {
  ...inviteMails.writers,
  ...groupClosedMails.writers,
  /** It goes to an address. The preferences of an account that has it are not revealed to its inviter. */
  async 'invite-by-mail'({ recipient, data }, deps) {
    const w = { ...deps, now: deps.clock() }
    const link = await findMailedLink(w, Number(data['link']) as InviteLinkId)
    const group = link && (await readGroup(w, link.group_id))
    if (link === undefined || group === undefined) return null
    if (!managersOf(group).includes(link.created_by)) return null
    const token = await stopToken(w, recipient, link.created_by)
    if (token === null) return null
    const secret = secretText()
    await setSecret(w, link.id, sha256(secret))
    const { publicUrl, timeZone } = w.settings
    return renderMail(w.kit.current(), 'invite_by_mail', {
      to: recipient,
      values: {
        inviter: nameInMail(link.username),
        group: nameInMail(group.name),
        size: group.members.length,
        until: timeInMail(link.expires_at, null, readingIn(timeZone, w)),
      },
      link: `${publicUrl}/discordia/dashboard${LINK_HASH}${secret}`,
      unsubscribe: `${publicUrl}/api/notifications/unsubscribe-invites/${token}`,
    })
  },
}
