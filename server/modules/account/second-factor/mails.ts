import { createHmac, randomInt } from 'node:crypto'
import { MAIL_CODE_DIGITS, MAIL_CODE_MINUTES } from '#contract/security.ts'
import { MINUTE_MS } from '../../../config/time.ts'
import { type Member, memberIn, memberMail } from '../../../mail/jobs.ts'
import type { MailJob } from '../../../mail/outbox.ts'
import { renderMail } from '../../../mail/renderMail.ts'
import type { MailWriters } from '../../../mail/worker.ts'
import type { Work } from '../../../work/work.ts'
import { activeUsers, findUser, type User } from '../repository.ts'
import { saveMailCode } from './mailCodeRepository.ts'

/** The hash is bound to its session and keyed: a stolen one cannot be searched for its code. */
export const mailCodeHash = (jwtSecret: string, session: number, code: string): string =>
  createHmac('sha256', jwtSecret).update(`desk code ${session} ${code}`).digest('base64url')

export const deskCodeMail = (member: Member, session: number): MailJob =>
  memberMail('desk-code', member, { session })

/** Notifies the other superusers of who can use the desk. */
export async function notifySuperusers(w: Work, user: User): Promise<void> {
  const superusers = await activeUsers(w)
    .select(['id', 'email'])
    .where('role', '=', 'superuser')
    .where('id', '<>', user.id)
    .execute()
  for (const one of superusers) w.mail([memberMail('staff-second-step', one, { staff: user.id })])
}

export const secondFactorMailWriters: MailWriters = {
  /** The code exists in its mail alone; a mail that is sent again has a new one. */
  async 'desk-code'({ recipient, data }, { db, clock, jwtSecret, kit }) {
    const user = await findUser({ db }, memberIn(data))
    const session = Number(data['session'])
    const code = String(randomInt(10 ** MAIL_CODE_DIGITS)).padStart(MAIL_CODE_DIGITS, '0')
    const mail_code_expires_at = clock() + MAIL_CODE_MINUTES * MINUTE_MS
    const mail_code = mailCodeHash(jwtSecret, session, code)
    // The address was changed in the meantime, or the session has ended.
    if (user === undefined || user.email !== recipient) return null
    if (!(await saveMailCode({ db }, session, { mail_code, mail_code_expires_at }))) return null
    const half = MAIL_CODE_DIGITS / 2
    const values = {
      username: user.username,
      code: `${code.slice(0, half)} ${code.slice(half)}`,
      minutes: MAIL_CODE_MINUTES,
    }
    return renderMail(kit.current(), 'desk_code', { to: recipient, values })
  },

  async 'staff-second-step'({ data }, { db, kit }) {
    const [reader, staff] = [
      await findUser({ db }, memberIn(data)),
      await findUser({ db }, memberIn({ user: data['staff'] ?? 0 })),
    ]
    if (reader?.role !== 'superuser' || staff === undefined) return null
    const values = { username: reader.username, staff: staff.username, email: staff.email }
    return renderMail(kit.current(), 'staff_second_step', { to: reader.email, values })
  },
}
