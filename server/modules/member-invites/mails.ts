import type { MemberId } from '#contract/ids.ts'
import type { MemberInviteState } from '#contract/sets.ts'
import { DAY_MS } from '../../config/time.ts'
import { MEMBER_INVITE } from '../../mail/jobs.ts'
import type { MailJob } from '../../mail/outbox.ts'
import { renderMail } from '../../mail/renderMail.ts'
import { isAddressStopped } from '../../mail/stoppedAddresses.ts'
import { addressTokens } from '../../mail/unsubscribeToken.ts'
import type { MailWriters } from '../../mail/worker.ts'
import { emailKey } from '../../text/keys.ts'
import { nameInMail } from '../../text/shortNames.ts'
import { readingIn, timeInMail } from '../../text/time.ts'
import { findOpen } from './repository.ts'

/** An address gets one a day at most, also after its invite was taken back. */
export const inviteKey = (digest: string, now: number): string =>
  `member-invite:${digest}:${Math.floor(now / DAY_MS)}`

type Invite = {
  readonly id: number
  readonly email: string
  /** Readers without an account get the mail in the language of this member. */
  readonly invited_by: MemberId | null
}

const jobOf = (
  { id: invite, email: recipient, invited_by }: Invite,
  state: Extract<MemberInviteState, 'invited' | 'reminded'>,
  onceKey: string,
): MailJob => ({
  kind: MEMBER_INVITE,
  recipient,
  data: { invite, state, ...(invited_by !== null && { by: invited_by }) },
  onceKey,
  isBulk: true,
})

/** @param digest see `addressTokens` */
export const inviteMail = (invite: Invite, digest: string, now: number) =>
  jobOf(invite, 'invited', inviteKey(digest, now))

export const reminderKey = (invite: number): string => `member-reminder:${invite}`

export const reminderMail = (invite: Invite): MailJob =>
  jobOf(invite, 'reminded', reminderKey(invite.id))

export const memberInviteWriters: MailWriters = {
  async [MEMBER_INVITE]({ recipient, data }, deps) {
    const { db, clock, settings, jwtSecret, kit } = deps
    const invite = await findOpen({ db, now: clock() }, Number(data['invite']))
    const key = emailKey(recipient)
    if (invite === undefined || invite.email_key !== key) return null
    const { digestOf, tokenOf } = addressTokens(jwtSecret)
    if (await isAddressStopped({ db }, digestOf(key))) return null
    const { publicUrl, timeZone } = settings
    const stop = `${publicUrl}/api/notifications/unsubscribe-invites/${tokenOf(key)}`
    const text = data['state'] === 'reminded' ? 'member_reminder' : 'member_invite'
    return renderMail(kit.current(), text, {
      to: recipient,
      values: {
        name: nameInMail(invite.name ?? ''),
        group: nameInMail(invite.group ?? ''),
        until: timeInMail(invite.expires_at, null, readingIn(timeZone, deps)),
        stop,
      },
      link: `${publicUrl}/register`,
      unsubscribe: stop,
    })
  },
}
