import { createHmac, randomInt } from 'node:crypto'
import Type from 'typebox'
import type { MemberId } from '#contract/ids.ts'
import { MAIL_CODE_DIGITS, MAIL_CODE_MINUTES } from '#contract/security.ts'
import { id } from '#contract/shapes.ts'
import { MINUTE_MS } from '../../../config/time.ts'
import type { HasDb } from '../../../db/rows.ts'
import { addressMail, mail, mailTable } from '../../../mail/table.ts'
import type { Work } from '../../../work/work.ts'
import { activeUsers, findUser, type User } from '../repository.ts'
import { saveMailCode } from './secondFactorRepository.ts'

const HALF = MAIL_CODE_DIGITS / 2

/** The hash is bound to its session and keyed: a stolen one cannot be searched for its code. */
export const mailCodeHash = (jwtSecret: string, session: number, code: string): string =>
  createHmac('sha256', jwtSecret).update(`desk code ${session} ${code}`).digest('base64url')

export const secondFactorMails = mailTable(null, {
  /** The code exists in its mail alone; a mail that is sent again has a new one. */
  'desk-code': addressMail({
    data: { user: id<MemberId>(), session: Type.Integer() },
    async find(w, { user: member, session }, address) {
      const user = await findUser(w, member)
      const code = String(randomInt(10 ** MAIL_CODE_DIGITS)).padStart(MAIL_CODE_DIGITS, '0')
      const mail_code_expires_at = w.now + MAIL_CODE_MINUTES * MINUTE_MS
      const mail_code = mailCodeHash(w.jwtSecret, session, code)
      // The address was changed in the meantime, or the session has ended.
      if (user === undefined || user.email !== address) return null
      if (!(await saveMailCode(w, session, { mail_code, mail_code_expires_at }))) return null
      return { username: user.username, code }
    },
    text: 'desk_code',
    values: ({ username, code }) => ({
      username,
      code: `${code.slice(0, HALF)} ${code.slice(HALF)}`,
      minutes: MAIL_CODE_MINUTES,
    }),
  }),
  'staff-second-step': mail({
    data: { staff: id<MemberId>() },
    async find(w, data, { id }) {
      const isSuperuser = (await listOtherSuperusers(w, data.staff)).includes(id)
      return isSuperuser ? findUser(w, data.staff) : null
    },
    text: 'staff_second_step',
    values: ({ username, email }) => ({ staff: username, email }),
  }),
})

/** The other superusers learn who can use the desk. */
export const mailSuperusers = async (w: Work, user: User): Promise<void> =>
  w.mail(
    await listOtherSuperusers(w, user.id),
    secondFactorMails.of('staff-second-step', { staff: user.id }),
  )

async function listOtherSuperusers(w: HasDb, user: MemberId): Promise<MemberId[]> {
  const superusers = await activeUsers(w)
    .select('id')
    .where('role', '=', 'superuser')
    .where('id', '<>', user)
    .execute()
  return superusers.map(({ id }) => id)
}
