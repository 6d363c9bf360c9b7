import type { DeskMember } from '#contract/deskMember.ts'
import type { RowChange } from '../../db/rows.ts'
import type { Change } from '../../desk/audit.ts'
import type { DeskWork } from '../../desk/changeRoute.ts'
import { changeRow, type Readable } from '../../desk/crud.ts'
import { deskErrors } from '../../desk/errors.ts'
import type { SecurityEvent } from '../../http/securityLog.ts'
import { iso } from '../../text/time.ts'
import { type EmailChange, staffChangesOf } from './credentials/emailChangeRepository.ts'
import { countPasskeysOf } from './passkeys/passkeyRepository.ts'
import { isFormerMember } from './personal-data/eraser.ts'
import { assertStillSuperuser } from './policy.ts'
import { lockSuperusers, memberStates, type User } from './repository.ts'
import { secondFactorsOf } from './second-factor/secondFactorRepository.ts'
import { accountState } from './state.ts'

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
  present: async (w, rows) => {
    const ids = rows.map(({ id }) => id)
    const since = await secondFactorsOf(w, ids)
    const passkeys = await countPasskeysOf(w, ids)
    const changes = await staffChangesOf(w, ids)
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
  w: DeskWork,
  id: number,
  event: SecurityEvent | null,
  decide: (user: User) => Promise<RowChange<'users'>>,
): Promise<Change> {
  assertStillSuperuser(await lockSuperusers(w), w.actor.id)
  const change = await changeRow(w, members, id, (user) => {
    if (isFormerMember(user)) throw deskErrors.wrongState('stand_in')
    return decide(user)
  })
  w.afterwards(async () => {
    const { role } = change.response
    const details = { account: change.response.id, by: w.actor.id, role, ip: w.request.ip }
    if (event !== null) w.security.report(w.request.log, event, details)
  })
  return change
}

type Protection = {
  readonly second_factor_at: number | null
  readonly passkeys: number
  /** The change of email address that staff requested and that is not confirmed yet. */
  readonly email_change: EmailChange | undefined
}

const presentMember = (
  user: User,
  { second_factor_at, passkeys, email_change }: Protection,
): DeskMember => ({
  id: user.id,
  username: user.username,
  email: user.email,
  role: user.role,
  created_at: iso(user.created_at),
  activated_at: iso(user.activated_at),
  deactivated_at: iso(user.deactivated_at),
  state: accountState(user),
  second_factor_at: iso(second_factor_at),
  passkeys,
  deletion_due_at: iso(user.deletion_due_at),
  invited_at: iso(user.invited_at),
  ...(user.language !== null && { language: user.language }),
  email_change: email_change === undefined ? null : presentChange(email_change),
})

const presentChange = ({ new_email, reason, requested_at, due_at, expires_at }: EmailChange) => ({
  new_email,
  reason,
  requested_at: iso(requested_at),
  due_at: iso(due_at),
  expires_at: iso(expires_at),
})
