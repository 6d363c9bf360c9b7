import type { DeskWork } from '../../desk/changeRoute.ts'
import { UNDO_MS } from '../../desk/deciding.ts'
import { withdraw } from '../../mail/outbox.ts'
import { findUser } from '../account/repository.ts'
import { reportMails } from './mails.ts'
import { type Case, listReports } from './repository.ts'

/* Who gets mail about a case. A mail about a decision waits while the decision may be undone. */

const keyOf = ({ id, decided_at }: Case) => `report:${id}:${decided_at}`

/** The member whose thing it is; no one where nothing was done, or the account is gone. */
async function memberOf(w: DeskWork, { id, user_id, act, decided_at }: Case) {
  const user = act === 'nothing' || user_id === null ? undefined : await findUser(w, user_id)
  if (user === undefined || decided_at === null) return undefined
  const data = { user: user.id, username: user.username, case: id, at: decided_at }
  return { email: user.email, data }
}

const reportersOf = async (w: DeskWork, { id }: Case) =>
  (await listReports(w, [id], false)).flatMap(({ reporter_id }) => reporter_id ?? [])

/** `reported` comes last; see `isOfOthers`. */
const aboutOf = ({ id, decided_at, user_id }: Case) => ({
  ...{ case: id, at: decided_at ?? 0, reported: user_id ?? 0 },
})

export async function mailDecision(w: DeskWork, row: Case): Promise<void> {
  const options = { onceKey: keyOf(row), delayMs: UNDO_MS }
  w.mail(await reportersOf(w, row), reportMails.of('report-decided', aboutOf(row), options))
  const member = await memberOf(w, row)
  if (member) w.mail(member.email, reportMails.of('report-act', member.data, options))
}

/** Mails that still wait are withdrawn; who has got one gets another. */
export async function mailUndone(w: DeskWork, row: Case): Promise<void> {
  const isSent = async (key: string) => (await withdraw(w, key))[0]?.numDeletedRows !== 1n
  for (const reporter of await reportersOf(w, row))
    if (await isSent(`${keyOf(row)}:${reporter}`))
      w.mail([reporter], reportMails.of('report-reopened', aboutOf(row)))
  const member = await memberOf(w, row)
  if ((await isSent(keyOf(row))) && member)
    w.mail(member.email, reportMails.of('report-undone', member.data))
}

export async function mailAppeal(w: DeskWork, row: Case): Promise<void> {
  const member = await memberOf(w, row)
  if (member) w.mail(member.email, reportMails.of('appeal-decided', member.data))
}
