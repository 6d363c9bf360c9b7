import { createHmac } from 'node:crypto'
import Type from 'typebox'
import type { GroupId, InviteLinkId, MemberId } from '#contract/ids.ts'
import { LINK_HASH } from '#contract/pages.ts'
import { id } from '#contract/shapes.ts'
import { DAY_MS } from '../../config/time.ts'
import type { Read } from '../../db/rows.ts'
import { addressMail, enqueueMail, type MailWork, mail, mailTable } from '../../mail/table.ts'
import { addressTokens, isAddressStopped, unsubscribeTokens } from '../../mail/unsubscribeToken.ts'
import { emailKey } from '../../text/keys.ts'
import { contactOf } from '../../text/kit.ts'
import { secretText, sha256 } from '../../text/secrets.ts'
import { nameInMail } from '../../text/shortNames.ts'
import { readingIn, timeInMail } from '../../text/time.ts'
import { isAdmissionClosed } from '../account/admission/repository.ts'
import { listApart } from '../account/blockRepository.ts'
import { findMailableInvite, findMailedAccount } from './inviteRepository.ts'
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
  /** The preferences of an account that has the address are not revealed to its inviter. */
  'invite-by-mail': addressMail({
    data: { link: id<InviteLinkId>(), by: id<MemberId>() },
    async find(w, { link: id }, address) {
      if (await isAdmissionClosed(w)) return null
      const link = await findMailedLink(w, id)
      const group = link && (await readGroup(w, link.group_id))
      if (link === undefined || group === undefined) return null
      if (!managersOf(group).includes(link.created_by)) return null
      const token = await stopToken(w, address, link.created_by)
      if (token === null) return null
      const secret = secretText()
      await setSecret(w, link.id, sha256(secret))
      return { ...link, group, secret, token }
    },
    text: 'invite_by_mail',
    values: ({ username, group, expires_at }, w) => ({
      inviter: nameInMail(username),
      group: nameInMail(group.name),
      size: group.members.length,
      until: timeInMail(expires_at, null, readingIn(w.settings.timeZone, w)),
    }),
    page: ({ secret }) => `/discordia/dashboard${LINK_HASH}${secret}`,
    unsubscribe: ({ token }, w) =>
      `${w.settings.publicUrl}/api/notifications/unsubscribe-invites/${token}`,
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
 * Enqueues the mail under the first of the address's once-keys for today that is free: this limits the mails a day over
 * all groups. Keys are digests, so that they do not reveal the address.
 * @returns false if none is free
 */
export async function enqueueInvite(
  w: Pick<MailWork, 'db' | 'jwtSecret' | 'now'>,
  { id: link, created_by: by }: { readonly id: InviteLinkId; readonly created_by: MemberId },
  email: string,
): Promise<boolean> {
  const address = createHmac('sha256', w.jwtSecret)
    .update(`invite by mail ${emailKey(email)}`)
    .digest('base64url')
  const day = Math.floor(w.now / DAY_MS)
  for (let n = 0; n < INVITE_MAILS_A_DAY; n++) {
    const onceKey = `invite-by-mail:${address}:${day}:${n}`
    const mail = inviteMails.of('invite-by-mail', { link, by }, { onceKey })
    if ((await enqueueMail(w, { to: email, mail })) > 0) return true
  }
  return false
}

/**
 * Token of the opt-out link, with an account or without.
 * @returns null after an opt-out
 */
async function stopToken(w: MailWork, recipient: string, inviter: MemberId) {
  const key = emailKey(recipient)
  const account = await findMailedAccount(w, key, inviter)
  if (account !== undefined)
    return account.wantsMail && (await listApart(w, account.id, [inviter])).size === 0
      ? unsubscribeTokens(w.jwtSecret, 'invite_mails').tokenOf(account.id)
      : null
  const { digestOf, tokenOf } = addressTokens(w.jwtSecret)
  return (await isAddressStopped(w, digestOf(key))) ? null : tokenOf(key)
}

export const inviteMailWriters = { ...inviteMails.writers, ...groupClosedMails.writers }
