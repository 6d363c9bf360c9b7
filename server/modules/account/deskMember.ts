import type { RowChange } from '../../db/rows.ts'
import type { Change } from '../../desk/audit.ts'
import type { ChangeContext } from '../../desk/changeRoute.ts'
import { changeRow, type Readable } from '../../desk/crud.ts'
import { deskErrors } from '../../desk/errors.ts'
import type { SecurityEvent } from '../../http/securityLog.ts'
import { staffChangesOf } from './credentials/emailChangeRepository.ts'
import { countPasskeysOf } from './passkeys/passkeyRepository.ts'
import { isFormerMember } from './personal-data/formerMember.ts'
import { assertStillSuperuser } from './policy.ts'
import { presentMember } from './present.ts'
import { lockSuperusers, memberStates, type User } from './repository.ts'
import { secondFactorsOf } from './second-factor/secondFactorRepository.ts'

export type OneMember = { readonly params: { readonly id: number } }

export const members: Readable<'members', 'users'> = {
  resource: 'members',
  table: 'users',
  list: {
    sortable: ['username', 'email', 'role', 'created_at', 'activated_at', 'deactivated_at'],
    foldedForms: { username: 'username_key', email: 'email_key' },
    filterable: ['role'],
    searched: ['username', 'email'],
    states: memberStates,
    sort: ['id', 'desc'],
  },
  present: async (db, rows, now) => {
    const ids = rows.map(({ id }) => id)
    const since = await secondFactorsOf(db, ids)
    const passkeys = await countPasskeysOf(db, ids)
    const changes = await staffChangesOf(db, ids, now)
    return rows.map((row) =>
      presentMember(row, {
        second_factor_at: since.get(row.id) ?? null,
        passkeys: passkeys.get(row.id) ?? 0,
        email_change: changes.get(row.id),
      }),
    )
  },
}

/** @param event null: no entry in the security log */
export async function changeMember(
  context: ChangeContext,
  id: number,
  event: SecurityEvent | null,
  decide: (user: User) => Promise<RowChange<'users'>>,
): Promise<Change> {
  const { deps, tx, actor, request } = context
  assertStillSuperuser(await lockSuperusers(tx), actor.id)
  const change = await changeRow(context, members, id, (user) => {
    if (isFormerMember(user)) throw deskErrors.wrongState('stand_in')
    return decide(user)
  })
  const afterwards = async () => {
    const { role } = change.response
    const details = { account: change.response.id, by: actor.id, role, ip: request.ip }
    if (event !== null) deps.security.report(request.log, event, details)
  }
  return { ...change, afterwards }
}
