import type { MemberId } from '#contract/ids.ts'
import type { ReportKind } from '#contract/sets.ts'
import type { RowChange } from '../../db/rows.ts'
import type { DeskWork, Sent } from '../../desk/changeRoute.ts'
import { endOf } from '../../desk/deciding.ts'
import { deskErrors } from '../../desk/errors.ts'
import type { Reportable, ThingKey } from '../../desk/reportable.ts'
import { changeUser, lockUser, type User } from '../account/repository.ts'
import { deleteRestrictionsOf, insertRestriction } from '../account/restrictionRepository.ts'
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

/** An account that a case has closed is opened again by superusers. Call it before other locks. @throws Refusal */
export async function assertMayReopen({ assertSuperuser }: Acts, w: DeskWork, id: number) {
  if ((await findCase(w, id))?.act === 'close') await assertSuperuser(w)
}

const keyOf = ({ subject_id, user_id }: Case): ThingKey => ({
  id: subject_id ?? 0,
  author: user_id ?? (0 as MemberId),
})

const RESTRICTS = { silence: 'writing', bar: 'events' } as const

/** Does what is decided. @returns the columns of the case that it sets @throws Refusal */
export async function apply(
  { things, closeAccount }: Acts,
  w: DeskWork,
  row: Case,
  { act, reason, until, text }: Decision,
): Promise<Partial<Case>> {
  const { id: case_id, kind, user_id } = row
  if (act !== 'nothing' && kind === 'letter') throw deskErrors.unwanted('act')
  if (act === 'hide' || act === 'edit') {
    if (kind === 'letter') return {}
    if (act === 'edit' && text === undefined) throw deskErrors.required('text')
    const to = { text: act === 'edit' ? (text ?? '') : null, reason }
    const replaced = await things[kind].replace(w, keyOf(row), to)
    if (replaced === undefined) throw deskErrors.wrongState('thing_gone', 'act')
    return replaced
  }
  if (act === 'nothing') return {}
  if (user_id === null) throw deskErrors.wrongState('member_gone', 'act')
  if (act === 'close') await changeAccount(w, user_id, closeAccount)
  if (act !== 'silence' && act !== 'bar') return {}
  const end = endOf(w, until)
  await insertRestriction(w, { user_id, kind: RESTRICTS[act], until: end, reason, case_id })
  return { until: end }
}

/** Undoes what was decided. @throws Refusal where the thing has been changed since */
export async function takeBack(
  { things, reopenAccount }: Acts,
  w: DeskWork,
  row: Case,
): Promise<void> {
  const { id, kind, act, user_id, stored_before, stored_after } = row
  await deleteRestrictionsOf(w, id)
  if (act === 'close' && user_id !== null) await changeAccount(w, user_id, reopenAccount)
  if (kind === 'letter' || stored_before === null || stored_after === null) return
  if (!(await things[kind].restore(w, keyOf(row), { stored_before, stored_after })))
    throw deskErrors.wrongState('thing_changed')
}

async function changeAccount(w: DeskWork, id: MemberId, change: ChangeUser): Promise<void> {
  const user = await lockUser(w, id)
  if (user !== undefined) await changeUser(w, id, await change(w, user))
}
