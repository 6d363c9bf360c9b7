import type { MemberId } from '#contract/ids.ts'
import type { ReportAct, ReportKind } from '#contract/sets.ts'
import type { RowChange } from '../../db/rows.ts'
import type { DeskWork, Sent } from '../../desk/changeRoute.ts'
import { endOf } from '../../desk/deciding.ts'
import { deskErrors } from '../../desk/errors.ts'
import type { Replacement, Reportable, ThingKey } from '../../desk/reportable.ts'
import { changeUser, lockUser, type User } from '../account/repository.ts'
import { deleteRestrictionsOf, insertRestriction } from '../account/restrictionRepository.ts'
import { needsSuperuser } from './deciders.ts'
import { type Case, findCase } from './repository.ts'

export type Things = Readonly<Record<ReportKind, Reportable>>
type ChangeUser = (w: DeskWork, user: User) => Promise<RowChange<'users'>>
export type Decision = Sent<'reports', 'decide'>['body']
export type Acts = {
  readonly things: Things
  readonly closeAccount: ChangeUser
  readonly reopenAccount: ChangeUser
  readonly assertSuperuser: (w: DeskWork) => Promise<void>
}

/** Superusers close accounts, act on those of staff, and undo that. Call it before other locks. @throws Refusal */
export async function assertMay(
  { assertSuperuser }: Acts,
  w: DeskWork,
  id: number,
  act?: ReportAct,
) {
  const row = await findCase(w, id)
  if (row && (await needsSuperuser(w, act === undefined ? row : { ...row, act })))
    await assertSuperuser(w)
}

export const keyOf = ({ subject_id, user_id }: Case): ThingKey => ({
  id: subject_id ?? 0,
  author: user_id ?? (0 as MemberId),
})

const RESTRICTS = { silence: 'writing', bar: 'events' } as const

/** Does what is decided. @returns the columns of the case that it sets @throws Refusal */
export async function apply(
  { things, closeAccount }: Acts,
  w: DeskWork,
  row: Case,
  { act, reason, until, text, version, copied }: Decision & Pick<Replacement, 'copied'>,
): Promise<Partial<Case>> {
  const { id: case_id, kind, user_id } = row
  if (act !== 'nothing' && kind === 'letter') throw deskErrors.unwanted('act')
  if (act === 'hide' || act === 'edit') {
    if (kind === 'letter') return {}
    if (act === 'edit' && text === undefined) throw deskErrors.required('text')
    const to = { text: act === 'edit' ? (text ?? '') : null, reason, version, copied }
    const replaced = await things[kind].replace(w, keyOf(row), to)
    if (replaced === undefined) throw deskErrors.wrongState('thing_gone', 'act')
    // The case shows the picture at the address that it has by now.
    return kind === 'picture' ? { ...replaced, picture: copied?.copy ?? row.picture } : replaced
  }
  if (act === 'nothing') return {}
  if (user_id === null) throw deskErrors.wrongState('member_gone', 'act')
  const user = act === 'close' ? await lockUser(w, user_id) : undefined
  if (user) await changeUser(w, user_id, await closeAccount(w, user))
  if (act !== 'silence' && act !== 'bar') return {}
  const end = endOf(w, until)
  await insertRestriction(w, { user_id, kind: RESTRICTS[act], until: end, reason, case_id })
  return { until: end }
}

/** Undoes what was decided. @returns false where the thing has been changed since: it is left alone */
export async function takeBack(
  { things, reopenAccount }: Acts,
  w: DeskWork,
  row: Case,
): Promise<boolean> {
  const { id, kind, act, user_id, stored_before, stored_after } = row
  await deleteRestrictionsOf(w, id)
  const user = act === 'close' && user_id !== null ? await lockUser(w, user_id) : undefined
  if (user?.deactivated_at != null) await changeUser(w, user.id, await reopenAccount(w, user))
  if (kind === 'letter' || stored_before === null || stored_after === null) return true
  return things[kind].restore(w, keyOf(row), { stored_before, stored_after })
}
