import type { DatePollId } from '#contract/ids.ts'
import type { planningSchemas } from '#contract/schemas/planning.ts'
import type { GameAnswer } from '#contract/sets.ts'
import type { Deps } from '../../../http/deps.ts'
import { errors, refusal } from '../../../http/errors.ts'
import type { Call } from '../../../http/serve.ts'
import { enqueueAll } from '../../../mail/outbox.ts'
import { insertLog } from '../logRepository.ts'
import { announcementOf } from './announcementRepository.ts'
import {
  assertPlanner,
  changingPlan,
  cleaned,
  closingOf,
  type PlanContext,
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

type Sent<Name extends keyof typeof planningSchemas> = Call<(typeof planningSchemas)[Name]>

export const makePoll = (deps: Deps, { params, body, memberId }: Sent<'makePoll'>) =>
  changingPlan(deps, params.id, memberId, async (context) => {
    const { tx, id, caller, now } = context
    await assertPlanner(context)
    assertMayAddPoll(await countOpenPolls(tx, id, now))
    assertZone(body.time_zone)
    const options = body.options.map(periodOf)
    const closes_at = closingOf(body.closes_at) ?? null
    for (const option of options) assertPeriod(option, now)
    assertDifferent(options)
    assertClosing({ closes_at }, options, null, now)
    const texts = textsOf(body)
    const announcement = await announcementOf(tx, id, now)
    const poll = {
      ...texts,
      ...announcement,
      group_id: id,
      made_by: caller,
      time_zone: body.time_zone,
      closes_at,
      remind_at: remindAt(closes_at, now),
    }
    const made = await insertPoll(tx, poll, options, now)
    // The author of a poll can come on the proposed dates.
    const answers = made.options.map((option_id) => ({ option_id, answer: 'yes' as const }))
    await saveDateAnswers(tx, id, caller, answers, now)
    await rememberZone(context, body.time_zone)
    await insertLog(tx, { group: id, actor: caller, kind: 'poll_made', detail: texts.title }, now)
    if (announcement.announced_at === null) return
    const others = context.group.members.filter((member) => member !== caller)
    await enqueueAll(tx, await pollMails(tx, 'poll-made', others, { polls: made.id }), now)
  })

export const answerPoll = (deps: Deps, { params, body, memberId }: Sent<'answerPoll'>) =>
  changingPlan(
    deps,
    (tx) => findPollGroup(tx, params.id),
    memberId,
    async (context) => {
      // The fields are named one by one: a body may have more, such as a start.
      const votes = body.answers.map(({ option_id, answer }) => ({ option_id, answer }))
      await vote(context, params.id, votes)
      if (body.comment !== undefined) {
        const { tx, id, caller, now } = context
        const text = cleaned(body.comment)
        const comment = { poll_id: params.id, group_id: id, user_id: caller, text, updated_at: now }
        await saveComment(tx, comment)
      }
      await rememberZone(context, body.time_zone)
    },
  )

type Vote = Parameters<typeof saveDateAnswers>[3][number] & { readonly starts_at?: number }

/** @param votes with the start that the caller has seen, as far as it is known */
export async function vote(
  { tx, id, caller, now }: PlanContext,
  poll: DatePollId,
  votes: readonly Vote[],
): Promise<void> {
  const row = await readPoll(tx, poll)
  const rows = await listOptions(tx, [poll])
  assertTakesAnswers(row, rows, now)
  const options = new Map(rows.map((option) => [option.id, option]))
  // The last answer to an option counts.
  const answers = new Map(votes.map((given) => [given.option_id, given]))
  for (const { option_id, starts_at } of answers.values()) {
    const option = options.get(option_id)
    if (option === undefined) throw unknownOption(row, 'answers')
    if (starts_at !== undefined) assertSameStart(option, starts_at)
  }
  await saveDateAnswers(tx, id, caller, [...answers.values()], now)
}

/** An option can have been changed or withdrawn since the caller read the poll. */
const unknownOption = ({ sequence }: PollRow, field: string) =>
  sequence > 0 ? refusal(409, 'poll_changed') : errors.invalidChoice(field)

export const cancelPoll = (deps: Deps, { params, memberId }: Sent<'cancelPoll'>) =>
  changingPlan(
    deps,
    (tx) => findPollGroup(tx, params.id),
    memberId,
    async (context) => {
      const { tx, id, caller, now } = context
      await assertPlanner(context)
      const poll = await readPoll(tx, params.id)
      assertOpen(poll)
      await closePoll(tx, poll.id, 'cancelled', now)
      const detail = poll.title
      await insertLog(tx, { group: id, actor: caller, kind: 'poll_cancelled', detail }, now)
    },
  )

/** "If need be" is no promise: these members are asked again. */
const ANSWER_OF = { yes: 'coming', maybe: null, no: 'not_coming' } as const

export const fixPoll = (deps: Deps, { params, body, memberId }: Sent<'fixPoll'>) =>
  changingPlan(
    deps,
    (tx) => findPollGroup(tx, params.id),
    memberId,
    async (context) => {
      const { tx, id, now } = context
      await assertPlanner(context)
      const poll = await readPoll(tx, params.id)
      assertOpen(poll)
      const option = (await listOptions(tx, [poll.id])).find((one) => one.id === body.option_id)
      if (option === undefined) throw unknownOption(poll, 'option_id')
      if (option.starts_at <= now) throw refusal(409, 'option_over')
      await closePoll(tx, poll.id, 'fixed', now)
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
      const answers = (await listDateAnswers(tx, [option.id])).flatMap(({ user_id, answer }) => {
        const given: GameAnswer | null = ANSWER_OF[answer]
        return given === null ? [] : [{ user_id, answer: given }]
      })
      await addSession(context, plan, (date) => saveGameAnswers(tx, id, date.id, answers, now))
    },
  )
