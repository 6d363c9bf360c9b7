import type { GroupId, MemberId } from '#contract/ids.ts'
import type { Deps } from '../../http/deps.ts'
import { changing, type Work } from '../../work/work.ts'
import { isAdmissionClosed } from '../account/admission/repository.ts'
import { lockActiveUsers } from '../account/repository.ts'
import { mailInvite, reminderKey } from './mails.ts'
import {
  type Arrived,
  listArrived,
  listDueReminders,
  noteArrival,
  noteRefusals,
  takeReminders,
} from './repository.ts'

/** Rows of one run. */
const BATCH = 100

/** Invites a member to a group for the team, unless the group or the member cannot take the invite. */
export type InviteForTeam = (w: Work, group: GroupId, member: MemberId) => Promise<unknown>

export type Parts = Pick<Deps, 'db' | 'clock'>

/**
 * Looks which of the invited people have an active account by now, or have refused, and reminds others once. An account
 * is recognised by its address, however it was activated. Several processes may do so at once.
 */
export async function followInvites(
  { db, clock }: Parts,
  inviteForTeam: InviteForTeam,
  isStopped: () => boolean = () => false,
): Promise<{ came: number; reminded: number }> {
  await noteRefusals({ db, now: clock() })
  let came = 0
  for (const arrived of await listArrived({ db, now: clock() }, BATCH)) {
    if (isStopped()) return { came, reminded: 0 }
    came += await settle({ db, clock }, inviteForTeam, arrived)
  }
  return { came, reminded: await remind({ db, clock }) }
}

/** @returns 0 when another process has done it, or the invite was taken back */
const settle = (
  { db, clock }: Parts,
  inviteForTeam: InviteForTeam,
  { id, group_id, user_id }: Arrived,
): Promise<number> =>
  changing({ db, clock }, async (w) => {
    // The lock keeps the address of the account.
    if (!(await lockActiveUsers(w, [user_id])).has(user_id)) return 0
    if (!(await noteArrival(w, id, user_id))) return 0
    if (group_id !== null) await inviteForTeam(w, group_id, user_id)
    return 1
  })

/** None while no one may register: they are sent once that ends. */
async function remind({ db, clock }: Parts): Promise<number> {
  if (await isAdmissionClosed({ db })) return 0
  const due = await listDueReminders({ db, now: clock() }, BATCH)
  if (due.length === 0) return 0
  return changing({ db, clock }, async (w) => {
    const taken = await takeReminders(w, due)
    for (const invite of taken)
      mailInvite(w, invite, { state: 'reminded', onceKey: reminderKey(invite.id) })
    return taken.length
  })
}
