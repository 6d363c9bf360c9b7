import type { MemberId } from '#contract/ids.ts'
import type { Db } from '../../../db/schema.ts'
import { errors, refusal } from '../../../http/errors.ts'
import { type NewName, nameObstacle } from '../names.ts'
import type { NewEmail } from '../policy.ts'
import { findUserByEmailKey } from '../repository.ts'
import { isEmailReserved } from './emailChangeRepository.ts'

/** True if an account has the address, or another one than `member` may still take it back. */
export const isEmailTaken = async (
  db: Db,
  key: string,
  now: number,
  member?: MemberId,
): Promise<boolean> =>
  (await findUserByEmailKey(db, key)) !== undefined || (await isEmailReserved(db, key, now, member))

/** @throws Refusal about the username first when both are taken */
export async function assertFree(db: Db, user: NewName & NewEmail, now: number): Promise<void> {
  if ((await nameObstacle(db, user, now)) !== null)
    throw refusal(400, 'username_exists', { attr: 'username' })
  if (await isEmailTaken(db, user.email_key, now)) throw errors.emailExists()
}
