import type { FoundMember, MemberFacts } from '#contract/deskMember.ts'
import type { HasDb } from '../../db/rows.ts'
import type { DeskWork, Sent } from '../../desk/changeRoute.ts'
import { limited } from '../../http/deps.ts'
import { usernameKey } from '../../text/keys.ts'
import { iso } from '../../text/time.ts'
import { findUser, findUserIdByName } from './repository.ts'
import { accountState } from './state.ts'

/** Options of a call that finds people by their names, so that names can’t be tried out. */
export const LOOK_UPS = { config: limited(30, 60) }

type Account = Parameters<typeof accountState>[0] & { id: number; username: string }

export const presentFacts = (account: Account): MemberFacts => ({
  id: account.id,
  username: account.username,
  state: accountState(account),
})

/** The member with this whole name, or none. */
export async function findNamed(w: HasDb, name: string): Promise<FoundMember[]> {
  const id = await findUserIdByName(w, usernameKey(name))
  const user = id && (await findUser(w, id))
  return user ? [{ ...presentFacts(user), created_at: iso(user.created_at) }] : []
}

/** Changes nothing, but the audit log records whose data was shown. */
export async function lookUpMember(w: DeskWork, { body }: Sent<'members', 'lookUp'>) {
  const members = await findNamed(w, body.name)
  return { record: members[0]?.id ?? null, before: null, after: null, response: { members } }
}
