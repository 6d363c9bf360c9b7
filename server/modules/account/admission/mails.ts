import type { MemberId } from '#contract/ids.ts'
import { LINK_HASH } from '#contract/pages.ts'
import { id } from '#contract/shapes.ts'
import { addressMail, type MailWork, mailTable } from '../../../mail/table.ts'
import { contactOf } from '../../../text/kit.ts'
import { makeVault } from '../../../text/secrets.ts'
import { findDecided } from './repository.ts'

type About = { readonly user: MemberId }
type Found = {
  readonly username: string
  readonly reason: string
  /** Secret of the invite link that led to the registration. */
  readonly invite: string | null
}

const openInvite = ({ jwtSecret }: MailWork, invite: string, address: string) =>
  makeVault(jwtSecret, 'invite link').open(invite, address)

/** Nothing if it was decided otherwise in the meantime, or the account is closed. */
const found = (isAdmitted: boolean) =>
  async function find(w: MailWork, { user }: About, address: string) {
    const row = await findDecided(w, user)
    const isDue = row?.admitted === Number(isAdmitted) && row.deactivated_at === null
    if (!isDue) return null
    const invite = row.invite === null ? null : openInvite(w, row.invite, address)
    return { username: row.username, reason: row.reason ?? '', invite }
  }

const decision = {
  data: { user: id<MemberId>() },
  values: ({ username, reason }: Found) => ({ username, reason }),
  replyTo: (_values: unknown, w: MailWork) => contactOf(w),
}

export const admissionMails = mailTable(null, {
  'application-admitted': addressMail({
    ...decision,
    find: found(true),
    text: 'application_admitted',
    page: ({ invite }) => `/auth/login${invite === null ? '' : `${LINK_HASH}${invite}`}`,
  }),
  'application-declined': addressMail({
    ...decision,
    find: found(false),
    text: 'application_declined',
  }),
})
