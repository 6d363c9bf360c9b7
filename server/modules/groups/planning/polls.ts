import type { DatePollId } from '#contract/ids.ts'
import { CLOSES_AFTER_HOURS } from '#contract/planFields.ts'
import type { DatePollState } from '#contract/sets.ts'
import { DAY_MS, HOUR_MS } from '../../../config/time.ts'
import { insertRow, updateRow } from '../../../db/rows.ts'
import { errors, refusal } from '../../../http/errors.ts'
import type { GroupWork } from '../groupCalls.ts'
import { POLLS_MAX } from '../limits.ts'
import { saveTimeZone } from '../repository.ts'
import { mailOthers } from './mails.ts'
import {
  cleaned,
  itself,
  MAILING,
  ofPlan,
  type PlanRoute,
  periodOf,
  type Sent,
  textsOf,
  whereOf,
} from './plan.ts'
import { assertPeriod, assertSameStart, assertZone, isClosed, isOver, type Now } from './policy.ts'
import { pollMails } from './pollMails.ts'
import {
  countOpenPolls,
  deleteComment,
  deleteOptions,
  findPollGroup,
  insertOptions,
  listDateAnswers,
  listOptions,
  type OptionRow,
  type PollRow,
  readPoll,
  saveComment,
  saveDateAnswers,
} from './pollRepository.ts'
import { announcementOf } from './reminderRepository.ts'
import { saveGameAnswers } from './sessionRepository.ts'
import { addSession } from './sessions.ts'

export function pollRoutes(route: PlanRoute): void {
  route('makePoll', makePoll, MAILING)
  route('answerPoll', answerPoll)
  route('cancelPoll', cancelPoll)
  route('changeOptions', changeOptions, MAILING)
  route('fixPoll', fixPoll, MAILING)
}

/** The author of dates can come on them. */
const yesTo = (options: readonly OptionRow['id'][]) =>
  options.map((option_id) => ({ option_id, answer: 'yes' as const }))

const makePoll = ofPlan('planner', itself, async (w, { body }: Sent<'makePoll'>) => {
  assertMayAddPoll(await countOpenPolls(w, w.id))
  assertZone(body.time_zone)
  const options = body.options.map(periodOf)
  const closes_at = closingOf(body.closes_at) ?? null
  for (const option of options) assertPeriod(w, option)
  assertDifferent(options)
  assertClosing(w, { closes_at, before: null }, options)
  const texts = textsOf(body)
  const announcement = await announcementOf(w, w.id)
  const poll = {
    ...texts,
    ...announcement,
    state: 'open',
    created_at: w.now,
    updated_at: w.now,
    group_id: w.id,
    made_by: w.me,
    time_zone: body.time_zone,
    closes_at,
    remind_at: remindAt(w, closes_at),
  } as const
  const made = await insertRow(w.db, 'date_polls', poll)
  await saveDateAnswers(w, yesTo(await insertOptions(w, made.id, options)))
  await saveTimeZone(w, body.time_zone)
  await w.log('poll_made', { detail: texts.title })
  if (announcement.announced_at !== null)
    mailOthers(w, pollMails.of('poll-made', { polls: String(made.id) }))
})

const answerPoll = ofPlan(
  'member',
  findPollGroup,
  async (w, { params, body }: Sent<'answerPoll'>) => {
    // The fields are named one by one: a body may have more, such as a start.
    const votes = body.answers.map(({ option_id, answer }) => ({ option_id, answer }))
    await vote(w, params.id, votes)
    const { comment } = body
    // An empty comment is removed.
    if (comment !== undefined) {
      const text = cleaned(comment)
      const row = { poll_id: params.id, group_id: w.id, user_id: w.me, text, updated_at: w.now }
      await (text === '' ? deleteComment(w, params.id) : saveComment(w.db, [row]))
    }
    await saveTimeZone(w, body.time_zone)
  },
)

type Vote = Parameters<typeof saveDateAnswers>[1][number] & { readonly starts_at?: number }

/** @param votes with the start that the caller has seen, as far as it is known */
export async function vote(w: GroupWork, poll: DatePollId, votes: readonly Vote[]): Promise<void> {
  const row = await readPoll(w, poll)
  const rows = await listOptions(w, [poll])
  assertTakesAnswers(w, row, rows)
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

const cancelPoll = ofPlan('planner', findPollGroup, async (w, { params }: Sent<'cancelPoll'>) => {
  const poll = await readPoll(w, params.id)
  assertOpen(poll)
  await close(w, poll, 'cancelled')
  await w.log('poll_cancelled', { detail: poll.title })
})

const close = (w: GroupWork, { id }: PollRow, state: 'fixed' | 'cancelled') =>
  updateRow(w.db, 'date_polls', id, {
    state,
    announce_at: null,
    remind_at: null,
    updated_at: w.now,
  })

/** "If need be" is no promise: these members are asked again. */
const ANSWER_OF = { yes: 'coming', maybe: null, no: 'not_coming' } as const

const fixPoll = ofPlan('planner', findPollGroup, async (w, { params, body }: Sent<'fixPoll'>) => {
  const poll = await readPoll(w, params.id)
  assertOpen(poll)
  const option = (await listOptions(w, [poll.id])).find((one) => one.id === body.option_id)
  if (option === undefined) throw unknownOption(poll, 'option_id')
  if (option.starts_at <= w.now) throw refusal(409, 'option_over')
  await close(w, poll, 'fixed')
  const texts = whereOf(body)
  const { starts_at, ends_at } = option
  const { id: poll_id, time_zone } = poll
  const title = texts.title || poll.title
  const answers = (await listDateAnswers(w, [option.id])).flatMap(({ user_id, answer }) => {
    const given = ANSWER_OF[answer]
    return given === null ? [] : [{ user_id, answer: given }]
  })
  const plan = { ...texts, title, starts_at, ends_at, time_zone, repeats: null, poll_id }
  const dates = await addSession(w, plan)
  await saveGameAnswers(
    w,
    dates.flatMap(({ id: date_id }) => answers.map((given) => ({ ...given, date_id }))),
  )
})

/** A changed option is a new row: answers that are on their way, also by a link in a mail, miss it. */
const changeOptions = ofPlan(
  'planner',
  findPollGroup,
  async (w, { params, body }: Sent<'changeOptions'>) => {
    const poll = await readPoll(w, params.id)
    const sent = closingOf(body.closes_at)
    const closes_at = sent === undefined ? poll.closes_at : sent
    const before = await listOptions(w, [poll.id])
    assertTakesAnswers(w, { ...poll, closes_at }, before)
    if (poll.sequence !== body.sequence) throw refusal(409, 'poll_changed')
    const { all, gone, changed, fresh } = difference(before, body)
    for (const option of fresh) assertPeriod(w, option)
    assertDifferent(all)
    assertClosing(w, { closes_at, before: poll.closes_at }, all)
    if (gone.length + fresh.length === 0 && closes_at === poll.closes_at) return
    const ids = changed.map((option) => option.id)
    const asked = new Set((await listDateAnswers(w, ids)).map(({ user_id }) => user_id))
    await deleteOptions(
      w,
      gone.map((option) => option.id),
    )
    await saveDateAnswers(w, yesTo(await insertOptions(w, poll.id, fresh)))
    await updateRow(w.db, 'date_polls', poll.id, {
      closes_at,
      remind_at: remindedAt(w, poll, closes_at),
      sequence: poll.sequence + 1,
      updated_at: w.now,
    })
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
function remindedAt(w: Now, { closes_at, remind_at }: PollRow, next: number | null) {
  if (next === closes_at) return remind_at
  const isReminded = closes_at !== null && remind_at === null
  return isReminded ? null : remindAt(w, next)
}

/** Answers and decisions. */
function assertOpen({ state }: { readonly state: DatePollState }): void {
  if (state !== 'open') throw refusal(409, 'poll_closed')
}

function assertMayAddPoll(open: number): void {
  if (open >= POLLS_MAX) throw refusal(409, 'too_many_polls', { limit: POLLS_MAX })
}

function assertDifferent(options: Starts): void {
  const starts = new Set(options.map(({ starts_at }) => starts_at))
  if (starts.size < options.length) throw refusal(400, 'same_options', { attr: 'options' })
}

/** Answers, comments and changes of the options. */
function assertTakesAnswers(
  w: Now,
  poll: Pick<PollRow, 'state' | 'closes_at'>,
  options: Starts,
): void {
  assertOpen(poll)
  if (isOver(w, options)) throw refusal(409, 'poll_closed')
  if (isClosed(w, poll)) throw refusal(409, 'answers_closed')
}

type Starts = ReadonlyArray<Pick<OptionRow, 'starts_at'>>

type NewClosing = Pick<PollRow, 'closes_at'> & {
  /** The closing date until now, which may be near. */
  readonly before: number | null
}

/** Members need time to answer, and answers are of no use once the last date has begun. */
function assertClosing({ now }: Now, { closes_at, before }: NewClosing, options: Starts) {
  if (closes_at === null) return
  const last = Math.max(...options.map(({ starts_at }) => starts_at))
  const isLate = closes_at === before || closes_at >= now + CLOSES_AFTER_HOURS * HOUR_MS
  if (!(isLate && closes_at <= last))
    throw refusal(400, 'bad_closing', { attr: 'closes_at', limit: CLOSES_AFTER_HOURS })
}

/** A day before the end, or when a third of a shorter time is left. */
const remindAt = ({ now }: Now, closes_at: number | null): number | null =>
  closes_at === null ? null : closes_at - Math.min(DAY_MS, Math.floor((closes_at - now) / 3))

const closingOf = (sent: string | null | undefined): number | null | undefined =>
  sent == null ? sent : Date.parse(sent)
