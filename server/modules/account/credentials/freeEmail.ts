import type { MemberId } from '#contract/ids.ts'
import type { Read } from '../../../db/rows.ts'
import { errors, refusal } from '../../../http/errors.ts'
import { type NewName, nameObstacle } from '../names.ts'
import type { NewEmail } from '../policy.ts'
import { findUserByEmailKey } from '../repository.ts'
import { isEmailReserved } from './emailChangeRepository.ts'

/** True if an account has the address, or another one than `member` may still take it back. */
export const isEmailTaken = async (w: Read, key: string, member?: MemberId): Promise<boolean> =>
  (await findUserByEmailKey(w, key)) !== undefined || (await isEmailReserved(w, key, member))

/** @throws Refusal about the username first when both are taken */
export async function assertFree(w: Read, user: NewName & NewEmail): Promise<void> {
  if ((await nameObstacle(w, user)) !== null)
    throw refusal(400, 'username_exists', { attr: 'username' })
  if (await isEmailTaken(w, user.email_key)) throw errors.emailExists()
}
