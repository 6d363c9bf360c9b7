import type { planningCalls } from '#contract/planning.ts'
import type { Deps } from '../../../http/deps.ts'
import { refusal } from '../../../http/errors.ts'
import type { Call } from '../../../work/calls.ts'
import { insertLog } from '../logRepository.ts'
import { assertPlanner, changingPlan, closingOf, periodOf } from './planChange.ts'
import { assertDifferent, assertPeriod } from './policy.ts'
import { assertClosing, assertTakesAnswers, remindAt } from './pollClosing.ts'
import { pollMails } from './pollMails.ts'
import {
  changePoll,
  deleteOptions,
  findPollGroup,
  insertOptions,
  listDateAnswers,
  listOptions,
  type OptionRow,
  type PollRow,
  readPoll,
  saveDateAnswers,
} from './pollRepository.ts'

type Sent = Call<(typeof planningCalls)['changeOptions']>

/** A changed option is a new row: answers that are on their way, also by a link in a mail, miss it. */
export const changeOptions = (deps: Deps, { params, body, memberId }: Sent) =>
  changingPlan(
    deps,
    (w) => findPollGroup(w, params.id),
    memberId,
    async (w) => {
      await assertPlanner(w)
      const poll = await readPoll(w, params.id)
      const sent = closingOf(body.closes_at)
      const closes_at = sent === undefined ? poll.closes_at : sent
      const before = await listOptions(w, [poll.id])
      assertTakesAnswers({ ...poll, closes_at }, before, w.now)
      if (poll.sequence !== body.sequence) throw refusal(409, 'poll_changed')
      const { all, gone, changed, fresh } = difference(before, body)
      for (const option of fresh) assertPeriod(option, w.now)
      assertDifferent(all)
      assertClosing({ closes_at }, all, poll.closes_at, w.now)
      if (gone.length + fresh.length === 0 && closes_at === poll.closes_at) return
      const ids = changed.map((option) => option.id)
      const asked = new Set((await listDateAnswers(w, ids)).map(({ user_id }) => user_id))
      await deleteOptions(
        w,
        gone.map((option) => option.id),
      )
      // The author of a date can come on it, as in a new poll.
      const answers = (await insertOptions(w, poll.id, fresh)).map((option_id) => ({
        option_id,
        answer: 'yes' as const,
      }))
      await saveDateAnswers(w, w.id, w.caller, answers)
      await changePoll(w, poll, { closes_at, remind_at: remindedAt(poll, closes_at, w.now) })
      const others = w.group.members.filter((member) => member !== w.caller && asked.has(member))
      w.mail(await pollMails(w, 'poll-changed', others, { polls: poll.id }))
      const detail = poll.title
      await insertLog(w, { group: w.id, actor: w.caller, kind: 'poll_changed', detail })
    },
  )

/**
 * @returns all options after the change, the rows that go, those of them that get another time, and the new ones
 */
function difference(before: readonly OptionRow[], { options }: Sent['body']) {
  const rows = new Map(before.map((row) => [row.id, row]))
  const all = options.map(({ id, ...period }) => {
    const row = id === undefined ? undefined : rows.get(id)
    if (id !== undefined && row === undefined) throw refusal(409, 'poll_changed')
    return { row, ...periodOf(period) }
  })
  const isKept = ({ row, starts_at, ends_at }: (typeof all)[number]) =>
    row?.starts_at === starts_at && row.ends_at === ends_at
  const kept = new Set(all.filter(isKept).map(({ row }) => row?.id))
  const fresh = all.filter((one) => !isKept(one))
  const changed = fresh.flatMap(({ row }) => (row && !kept.has(row.id) ? [row] : []))
  return { all, gone: before.filter(({ id }) => !kept.has(id)), changed, fresh }
}

/** A reminder is sent once: another closing date has none if it was sent. */
function remindedAt({ closes_at, remind_at }: PollRow, next: number | null, now: number) {
  if (next === closes_at) return remind_at
  const isReminded = closes_at !== null && remind_at === null
  return isReminded ? null : remindAt(next, now)
}
