import type { MemberId } from '#contract/ids.ts'
import { id } from '#contract/shapes.ts'
import { addressMail, type MailWork, mailTable } from '../../../mail/table.ts'
import { contactOf } from '../../../text/kit.ts'
import { findDecided } from './repository.ts'

type About = { readonly user: MemberId }

/** Nothing if it was decided otherwise in the meantime, or the account is closed. */
const found = (isAdmitted: boolean) =>
  async function find(w: MailWork, { user }: About) {
    const row = await findDecided(w, user)
    const isDue = row?.admitted === Number(isAdmitted) && row.deactivated_at === null
    return isDue ? { username: row.username, reason: row.reason ?? '' } : null
  }

const decision = {
  data: { user: id<MemberId>() },
  values: (values: { readonly username: string; readonly reason: string }) => values,
  replyTo: (_values: unknown, w: MailWork) => contactOf(w),
}

export const admissionMails = mailTable(null, {
  'application-admitted': addressMail({
    ...decision,
    find: found(true),
    text: 'application_admitted',
    page: () => '/auth/login',
  }),
  'application-declined': addressMail({
    ...decision,
    find: found(false),
    text: 'application_declined',
  }),
})
