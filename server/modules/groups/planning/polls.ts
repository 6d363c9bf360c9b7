import type { DatePollId } from '#contract/ids.ts'
import type { planningCalls } from '#contract/planning.ts'
import { errors, refusal } from '../../../http/errors.ts'
import type { Call } from '../../../work/calls.ts'
import type { GroupWork } from '../groupCalls.ts'
import { announcementOf } from './jobRepository.ts'
import { mailOthers } from './mails.ts'
import {
  cleaned,
  closingOf,
  itself,
  ofPlan,
  periodOf,
  rememberZone,
  textsOf,
  whereOf,
} from './plan.ts'
import {
  assertClosing,
  assertDifferent,
  assertMayAddPoll,
  assertOpen,
  assertPeriod,
  assertSameStart,
  assertTakesAnswers,
  assertZone,
  remindAt,
} from './policy.ts'
import { pollMails } from './pollMails.ts'
import {
  changePoll,
  closePoll,
  countOpenPolls,
  deleteOptions,
  findPollGroup,
  insertOptions,
  insertPoll,
  listDateAnswers,
  listOptions,
  type OptionRow,
  type PollRow,
  readPoll,
  saveComment,
  saveDateAnswers,
} from './pollRepository.ts'
import { addSession } from './sessions.ts'

type Sent<Name extends keyof typeof planningCalls> = Call<(typeof planningCalls)[Name]>

/** The author of dates can come on them. */
const yesTo = (options: readonly OptionRow['id'][]) =>
  options.map((option_id) => ({ option_id, answer: 'yes' as const }))

export const makePoll = ofPlan('planner', itself, async (w, { body }: Sent<'makePoll'>) => {
  assertMayAddPoll(await countOpenPolls(w, w.id))
  assertZone(body.time_zone)
  const options = body.options.map(periodOf)
  const closes_at = closingOf(body.closes_at) ?? null
  for (const option of options) assertPeriod(option, w.now)
  assertDifferent(options)
  assertClosing({ closes_at, before: null }, options, w.now)
  const texts = textsOf(body)
  const announcement = await announcementOf(w, w.id)
  const poll = {
    ...texts,
    ...announcement,
    group_id: w.id,
    made_by: w.me,
    time_zone: body.time_zone,
    closes_at,
    remind_at: remindAt(closes_at, w.now),
  }
  const made = await insertPoll(w, poll, options)
  await saveDateAnswers(w, yesTo(made.options))
  await rememberZone(w, body.time_zone)
  await w.log('poll_made', { detail: texts.title })
  if (announcement.announced_at !== null)
    mailOthers(w, pollMails.of('poll-made', { polls: String(made.id) }))
})

export const answerPoll = ofPlan(
  'member',
  findPollGroup,
  async (w, { params, body }: Sent<'answerPoll'>) => {
    // The fields are named one by one: a body may have more, such as a start.
    const votes = body.answers.map(({ option_id, answer }) => ({ option_id, answer }))
    await vote(w, params.id, votes)
    if (body.comment !== undefined)
      await saveComment(w, {
        poll_id: params.id,
        group_id: w.id,
        user_id: w.me,
        text: cleaned(body.comment),
        updated_at: w.now,
      })
    await rememberZone(w, body.time_zone)
  },
)

type Vote = Parameters<typeof saveDateAnswers>[1][number] & { readonly starts_at?: number }

/** @param votes with the start that the caller has seen, as far as it is known */
export async function vote(w: GroupWork, poll: DatePollId, votes: readonly Vote[]): Promise<void> {
  const row = await readPoll(w, poll)
  const rows = await listOptions(w, [poll])
  assertTakesAnswers(row, rows, w.now)
  const options = new Map(rows.map((option) => [option.id, option]))
  // The last answer to an option counts.
  const answers = new Map(votes.map((given) => [given.option_id, given]))
  for (const { option_id, starts_at } of answers.values()) {
    const option = options.get(option_id)
    if (option === undefined) throw unknownOption(row, 'answers')
    if (starts_at !== undefined) assertSameStart(option, starts_at)
  }
  await saveDateAnswers(w, [...answers.values()])
}

/** An option can have been changed or withdrawn since the caller read the poll. */
const unknownOption = ({ sequence }: PollRow, field: string) =>
  sequence > 0 ? refusal(409, 'poll_changed') : errors.invalidChoice(field)

export const cancelPoll = ofPlan(
  'planner',
  findPollGroup,
  async (w, { params }: Sent<'cancelPoll'>) => {
    const poll = await readPoll(w, params.id)
    assertOpen(poll)
    await closePoll(w, poll.id, 'cancelled')
    await w.log('poll_cancelled', { detail: poll.title })
  },
)

/** "If need be" is no promise: these members are asked again. */
const ANSWER_OF = { yes: 'coming', maybe: null, no: 'not_coming' } as const

export const fixPoll = ofPlan(
  'planner',
  findPollGroup,
  async (w, { params, body }: Sent<'fixPoll'>) => {
    const poll = await readPoll(w, params.id)
    assertOpen(poll)
    const option = (await listOptions(w, [poll.id])).find((one) => one.id === body.option_id)
    if (option === undefined) throw unknownOption(poll, 'option_id')
    if (option.starts_at <= w.now) throw refusal(409, 'option_over')
    await closePoll(w, poll.id, 'fixed')
    const texts = whereOf(body)
    const { starts_at, ends_at } = option
    const { id: poll_id, time_zone } = poll
    const title = texts.title || poll.title
    const answers = (await listDateAnswers(w, [option.id])).flatMap(({ user_id, answer }) => {
      const given = ANSWER_OF[answer]
      return given === null ? [] : [{ user_id, answer: given }]
    })
    const plan = { ...texts, title, starts_at, ends_at, time_zone, repeats: null, poll_id }
    await addSession(w, plan, answers)
  },
)

/** A changed option is a new row: answers that are on their way, also by a link in a mail, miss it. */
export const changeOptions = ofPlan(
  'planner',
  findPollGroup,
  async (w, { params, body }: Sent<'changeOptions'>) => {
    const poll = await readPoll(w, params.id)
    const sent = closingOf(body.closes_at)
    const closes_at = sent === undefined ? poll.closes_at : sent
    const before = await listOptions(w, [poll.id])
    assertTakesAnswers({ ...poll, closes_at }, before, w.now)
    if (poll.sequence !== body.sequence) throw refusal(409, 'poll_changed')
    const { all, gone, changed, fresh } = difference(before, body)
    for (const option of fresh) assertPeriod(option, w.now)
    assertDifferent(all)
    assertClosing({ closes_at, before: poll.closes_at }, all, w.now)
    if (gone.length + fresh.length === 0 && closes_at === poll.closes_at) return
    const ids = changed.map((option) => option.id)
    const asked = new Set((await listDateAnswers(w, ids)).map(({ user_id }) => user_id))
    await deleteOptions(
      w,
      gone.map((option) => option.id),
    )
    await saveDateAnswers(w, yesTo(await insertOptions(w, poll.id, fresh)))
    await changePoll(w, poll, { closes_at, remind_at: remindedAt(poll, closes_at, w.now) })
    const others = w.group.members.filter((member) => member !== w.me && asked.has(member))
    w.mail(others, pollMails.of('poll-changed', { polls: String(poll.id) }))
    await w.log('poll_changed', { detail: poll.title })
  },
)

/** @returns all options after the change, the rows that go, those of them that get another time, and the new ones */
function difference(before: readonly OptionRow[], { options }: Sent<'changeOptions'>['body']) {
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
