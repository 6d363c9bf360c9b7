import type { MemberId } from '#contract/ids.ts'
import type { MailSwitch } from '#contract/profile.ts'
import type { HasDb } from '../../../db/schema.ts'
import { listStoppedMembers } from '../../../mail/mailSwitches.ts'
import { listActiveUsers, type User } from '../../account/repository.ts'

/** Members with an active account who have not stopped these mails. */
export async function recipientsOf(
  w: HasDb,
  members: readonly MemberId[],
  stoppedBy: MailSwitch,
): Promise<Iterable<Pick<User, 'id' | 'email'>>> {
  const stopped = await listStoppedMembers(w, stoppedBy, members)
  const found = await listActiveUsers(
    w,
    members.filter((member) => !stopped.has(member)),
  )
  return found.values()
}
