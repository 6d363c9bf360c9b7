import type { DatePollId } from '#contract/ids.ts'
import type { planningSchemas } from '#contract/schemas/planning.ts'
import type { GameAnswer } from '#contract/sets.ts'
import type { Deps } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import type { Call } from '../../../http/serve.ts'
import { insertLog } from '../logRepository.ts'
import {
  assertPlanner,
  changingPlan,
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
import {
  closePoll,
  countOpenPolls,
  findPollGroup,
  insertPoll,
  listDateAnswers,
  listOptions,
  readPoll,
  saveDateAnswers,
} from './pollRepository.ts'
import { saveGameAnswers } from './sessionRepository.ts'
import { addSession } from './sessions.ts'

type Sent<Name extends keyof typeof planningSchemas> = Call<(typeof planningSchemas)[Name]>

export const makePoll = (deps: Deps, { params, body, memberId }: Sent<'makePoll'>) =>
  changingPlan(deps, params.id, memberId, async (context) => {
    const { tx, id, caller, now } = context
    await assertPlanner(context)
    assertMayAddPoll((await countOpenPolls(tx, [id])).get(id) ?? 0)
    assertZone(body.time_zone)
    const options = body.options.map(periodOf)
    for (const option of options) assertPeriod(option, now)
    assertDifferent(options)
    const texts = textsOf(body)
    const poll = { ...texts, group_id: id, made_by: caller, time_zone: body.time_zone }
    const ids = await insertPoll(tx, poll, options, now)
    // The author of a poll can come on the proposed dates.
    const answers = ids.map((option_id) => ({ option_id, answer: 'yes' as const }))
    await saveDateAnswers(tx, id, caller, answers, now)
    await rememberZone(context, body.time_zone)
    await insertLog(tx, { group: id, actor: caller, kind: 'poll_made', detail: texts.title }, now)
  })

export const answerPoll = (deps: Deps, { params, body, memberId }: Sent<'answerPoll'>) =>
  changingPlan(
    deps,
    (tx) => findPollGroup(tx, params.id),
    memberId,
    async (context) => {
      await vote(context, params.id, body.answers)
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
  assertOpen(await readPoll(tx, poll))
  const options = new Map((await listOptions(tx, [poll])).map((option) => [option.id, option]))
  // The last answer to an option counts.
  const answers = new Map(votes.map((given) => [given.option_id, given]))
  for (const { option_id, starts_at } of answers.values()) {
    const option = options.get(option_id)
    if (option === undefined) throw errors.invalidChoice('answers')
    if (starts_at !== undefined) assertSameStart(option, starts_at)
  }
  await saveDateAnswers(tx, id, caller, [...answers.values()], now)
}

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
      if (option === undefined) throw errors.invalidChoice('option_id')
      assertPeriod(option, now)
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
