import { changeRoute, type Sent } from '../../desk/changeRoute.ts'
import { endOf } from '../../desk/deciding.ts'
import { deskErrors } from '../../desk/errors.ts'
import type { App, Deps } from '../../http/deps.ts'
import { memberChange } from './deskRoutes.ts'
import { accountMails, dayInData } from './mails.ts'
import { assertOther } from './policy.ts'
import { deleteRestrictions, insertRestriction } from './restrictionRepository.ts'

/** Superusers keep a member from writing or from events, and end it, without a report. */
export function restrictionRoutes(desk: App, deps: Deps): void {
  changeRoute(desk, deps, 'members', 'restrict', restrict)
  changeRoute(desk, deps, 'members', 'lift', lift)
}

const restrict = memberChange(null, async (w, user, { body }: Sent<'members', 'restrict'>) => {
  assertOther(user, w.actor.id)
  const { kind } = body
  const [until, reason] = [endOf(w, body.until), body.reason.trim()]
  await deleteRestrictions(w, user.id, kind)
  await insertRestriction(w, { user_id: user.id, kind, until, reason, case_id: null })
  const data = { kind, date: dayInData(until), reason }
  w.mail([user.id], accountMails.of('restricted', data))
  return { email: user.email }
})

const lift = memberChange(null, async (w, user, { body }: Sent<'members', 'lift'>) => {
  assertOther(user, w.actor.id)
  if (!(await deleteRestrictions(w, user.id, body.kind))) throw deskErrors.wrongState('not_kept')
  const data = { kind: body.kind, date: '', reason: body.reason.trim() }
  w.mail([user.id], accountMails.of('restricted', data))
  return { email: user.email }
})
