import Type from 'typebox'
import type { MemberId } from '#contract/ids.ts'
import type { MemberInviteState } from '#contract/sets.ts'
import { id } from '#contract/shapes.ts'
import { DAY_MS } from '../../config/time.ts'
import { addressMail, mailTable } from '../../mail/table.ts'
import { addressTokens, isAddressStopped } from '../../mail/unsubscribeToken.ts'
import { emailKey } from '../../text/keys.ts'
import { nameInMail } from '../../text/shortNames.ts'
import { readingIn, timeInMail } from '../../text/time.ts'
import type { Work } from '../../work/work.ts'
import { isAdmissionClosed } from '../account/admission/repository.ts'
import { findOpen } from './repository.ts'

type Sent = Extract<MemberInviteState, 'invited' | 'reminded'>

export const memberInviteMails = mailTable(null, {
  'member-invite': addressMail({
    data: {
      invite: Type.Integer(),
      state: Type.Unsafe<Sent>(Type.String()),
      /** Readers without an account get the mail in the language of this member. */
      by: Type.Optional(id<MemberId>()),
    },
    async find(w, { invite: id, state }, address) {
      const invite = await findOpen(w, id)
      const key = emailKey(address)
      if (invite === undefined || invite.email_key !== key) return null
      if (await isAdmissionClosed(w)) return null
      const { digestOf, tokenOf } = addressTokens(w.jwtSecret)
      if (await isAddressStopped(w, digestOf(key))) return null
      const stop = `${w.settings.publicUrl}/api/notifications/unsubscribe-invites/${tokenOf(key)}`
      return { ...invite, state, stop }
    },
    text: ({ state }) => (state === 'reminded' ? 'member_reminder' : 'member_invite'),
    values: ({ name, group, expires_at, stop }, w) => ({
      name: nameInMail(name ?? ''),
      group: nameInMail(group ?? ''),
      until: timeInMail(expires_at, null, readingIn(w.settings.timeZone, w)),
      stop,
    }),
    page: () => '/register',
    unsubscribe: ({ stop }) => stop,
  }),
})

/** An address gets one a day at most, also after its invite was taken back. */
export const inviteKey = (digest: string, now: number): string =>
  `member-invite:${digest}:${Math.floor(now / DAY_MS)}`

export const reminderKey = (invite: number): string => `member-reminder:${invite}`

type Invite = { readonly id: number; readonly email: string; readonly invited_by: MemberId | null }
type Occasion = { readonly state: Sent; readonly onceKey: string }

export function mailInvite(w: Work, invite: Invite, { state, onceKey }: Occasion): void {
  const { id, email, invited_by } = invite
  const data = { invite: id, state, by: invited_by ?? undefined }
  w.mail(email, memberInviteMails.of('member-invite', data, { onceKey, isBulk: true }))
}
