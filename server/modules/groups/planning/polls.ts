import type { DatePollId } from '#contract/ids.ts'
import type { planningCalls } from '#contract/planning.ts'
import type { GameAnswer } from '#contract/sets.ts'
import { errors, refusal } from '../../../http/errors.ts'
import type { Call } from '../../../work/calls.ts'
import type { CallRead } from '../../../work/work.ts'
import { insertLog } from '../logRepository.ts'
import { announcementOf } from './announcementRepository.ts'
import {
  assertPlanner,
  changingPlan,
  cleaned,
  closingOf,
  type PlanWork,
  periodOf,
  rememberZone,
  textsOf,
  whereOf,
} from './planChange.ts'
import {
  assertDifferent,
  assertMayAddPoll,
  assertOpen,
  assertPeriod,
  assertSameStart,
  assertZone,
} from './policy.ts'
import { assertClosing, assertTakesAnswers, remindAt } from './pollClosing.ts'
import { pollMails } from './pollMails.ts'
import {
  closePoll,
  countOpenPolls,
  findPollGroup,
  insertPoll,
  listDateAnswers,
  listOptions,
  type PollRow,
  readPoll,
  saveComment,
  saveDateAnswers,
} from './pollRepository.ts'
import { saveGameAnswers } from './sessionRepository.ts'
import { addSession } from './sessions.ts'

type Sent<Name extends keyof typeof planningCalls> = Call<(typeof planningCalls)[Name]>

export const makePoll = (w: CallRead, { params, body, memberId }: Sent<'makePoll'>) =>
  changingPlan(w, params.id, memberId, async (w) => {
    await assertPlanner(w)
    assertMayAddPoll(await countOpenPolls(w, w.id))
    assertZone(body.time_zone)
    const options = body.options.map(periodOf)
    const closes_at = closingOf(body.closes_at) ?? null
    for (const option of options) assertPeriod(option, w.now)
    assertDifferent(options)
    assertClosing({ closes_at }, options, null, w.now)
    const texts = textsOf(body)
    const announcement = await announcementOf(w, w.id)
    const poll = {
      ...texts,
      ...announcement,
      group_id: w.id,
      made_by: w.caller,
      time_zone: body.time_zone,
      closes_at,
      remind_at: remindAt(closes_at, w.now),
    }
    const made = await insertPoll(w, poll, options)
    // The author of a poll can come on the proposed dates.
    const answers = made.options.map((option_id) => ({ option_id, answer: 'yes' as const }))
    await saveDateAnswers(w, w.id, w.caller, answers)
    await rememberZone(w, body.time_zone)
    await insertLog(w, { group: w.id, actor: w.caller, kind: 'poll_made', detail: texts.title })
    if (announcement.announced_at === null) return
    const others = w.group.members.filter((member) => member !== w.caller)
    w.mail(await pollMails(w, 'poll-made', others, { polls: made.id }))
  })

export const answerPoll = (w: CallRead, { params, body, memberId }: Sent<'answerPoll'>) =>
  changingPlan(
    w,
    (w) => findPollGroup(w, params.id),
    memberId,
    async (w) => {
      // The fields are named one by one: a body may have more, such as a start.
      const votes = body.answers.map(({ option_id, answer }) => ({ option_id, answer }))
      await vote(w, params.id, votes)
      if (body.comment !== undefined) {
        const text = cleaned(body.comment)
        const comment = {
          poll_id: params.id,
          group_id: w.id,
          user_id: w.caller,
          text,
          updated_at: w.now,
        }
        await saveComment(w, comment)
      }
      await rememberZone(w, body.time_zone)
    },
  )

type Vote = Parameters<typeof saveDateAnswers>[3][number] & { readonly starts_at?: number }

/** @param votes with the start that the caller has seen, as far as it is known */
export async function vote(w: PlanWork, poll: DatePollId, votes: readonly Vote[]): Promise<void> {
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
  await saveDateAnswers(w, w.id, w.caller, [...answers.values()])
}

/** An option can have been changed or withdrawn since the caller read the poll. */
const unknownOption = ({ sequence }: PollRow, field: string) =>
  sequence > 0 ? refusal(409, 'poll_changed') : errors.invalidChoice(field)

export const cancelPoll = (w: CallRead, { params, memberId }: Sent<'cancelPoll'>) =>
  changingPlan(
    w,
    (w) => findPollGroup(w, params.id),
    memberId,
    async (w) => {
      await assertPlanner(w)
      const poll = await readPoll(w, params.id)
      assertOpen(poll)
      await closePoll(w, poll.id, 'cancelled')
      const detail = poll.title
      await insertLog(w, { group: w.id, actor: w.caller, kind: 'poll_cancelled', detail })
    },
  )

/** "If need be" is no promise: these members are asked again. */
const ANSWER_OF = { yes: 'coming', maybe: null, no: 'not_coming' } as const

export const fixPoll = (w: CallRead, { params, body, memberId }: Sent<'fixPoll'>) =>
  changingPlan(
    w,
    (w) => findPollGroup(w, params.id),
    memberId,
    async (w) => {
      await assertPlanner(w)
      const poll = await readPoll(w, params.id)
      assertOpen(poll)
      const option = (await listOptions(w, [poll.id])).find((one) => one.id === body.option_id)
      if (option === undefined) throw unknownOption(poll, 'option_id')
      if (option.starts_at <= w.now) throw refusal(409, 'option_over')
      await closePoll(w, poll.id, 'fixed')
      const texts = whereOf(body)
      const { starts_at, ends_at } = option
      const plan = {
        ...texts,
        starts_at,
        ends_at,
        time_zone: poll.time_zone,
        repeats: null,
        poll_id: poll.id,
        title: texts.title || poll.title,
      }
      const answers = (await listDateAnswers(w, [option.id])).flatMap(({ user_id, answer }) => {
        const given: GameAnswer | null = ANSWER_OF[answer]
        return given === null ? [] : [{ user_id, answer: given }]
      })
      await addSession(w, plan, (date) => saveGameAnswers(w, w.id, date.id, answers))
    },
  )
