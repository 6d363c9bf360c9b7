import type { DateOptionId, DatePollId, GameDateId, GroupId, MemberId } from '#contract/ids.ts'
import { DATE_ANSWERS, type DateAnswer, GAME_ANSWERS, type GameAnswer } from '#contract/sets.ts'
import type { HasDb, Read } from '../../../db/schema.ts'
import type { Deps } from '../../../http/deps.ts'
import { accountSeal } from '../../account/seal.ts'
import type { GroupWork } from '../groupCalls.ts'
import { findTimeZone, readGroup } from '../repository.ts'
import { answerTokens, type Named } from './answerTokens.ts'
import { findPollGroup, listDateAnswers, listOptions, readPoll } from './pollRepository.ts'
import { vote } from './polls.ts'
import { type DateRow, findDate, findSession, listGameAnswers } from './sessionRepository.ts'
import { saveAnswer } from './sessions.ts'

/** A page without a question, by the name of its text. */
export type Ending = 'unknown' | 'ended' | 'over' | 'cancelled' | 'poll_closed' | 'poll_fixed'
export type Question = {
  readonly id: GameDateId | DateOptionId
  readonly starts_at: number
  readonly ends_at: number
  readonly mine: Choice | null
}
/** What a page of a link asks. */
export type Sheet = Named & {
  readonly username: string
  readonly group: { readonly id: GroupId; readonly name: string }
  /** May be empty. */
  readonly title: string
  readonly time_zone: string
  readonly choices: readonly Choice[]
  /** Soonest first. */
  readonly questions: readonly Question[]
  /** @throws Refusal if something has changed since the questions were read */
  readonly save: (w: GroupWork, given: readonly Given[]) => Promise<void>
}
export type Choice = DateAnswer | GameAnswer
/** An answer to a question, with the start that its reader has seen. */
export type Given = {
  readonly question: Question
  readonly answer: Choice
  readonly starts_at: number
}
type Parts = Pick<Deps, 'db' | 'clock' | 'jwtSecret'>

/** Whether the link still belongs to the account. */
export const isSealed = async (w: HasDb, jwtSecret: string, { member, seal }: Named) =>
  (await accountSeal(w, jwtSecret, member))?.seal === seal

/**
 * Reads the dates or the poll that a link is about, without a lock. Members who have left and accounts that have changed
 * get one page, which has nothing about the group.
 */
export async function readSheet(
  { db, clock, jwtSecret }: Parts,
  token: string,
): Promise<Sheet | Ending> {
  const named = answerTokens(jwtSecret).namedIn(token)
  if (named === null) return 'unknown'
  const { member, seal, asked } = named
  const account = await accountSeal({ db }, jwtSecret, member)
  if (account?.seal !== seal) return 'ended'
  const subject =
    'poll' in asked
      ? await pollOf({ db, now: clock() }, asked.poll, member)
      : await datesOf({ db, now: clock() }, asked.dates, member)
  if (subject === undefined) return 'ended'
  const { group_id: id, ending, ...sheet } = subject
  const group = await readGroup({ db }, id)
  if (!group?.active.includes(member)) return 'ended'
  if (ending !== null) return ending
  const time_zone = (await findTimeZone({ db }, id, member)) ?? sheet.time_zone
  const { username } = account
  return { ...named, ...sheet, username, time_zone, group: { id, name: group.name } }
}

type Found = Pick<Sheet, 'title' | 'time_zone' | 'choices' | 'questions' | 'save'> & {
  readonly group_id: GroupId
  readonly ending: Ending | null
}

/** The given answers that are among the choices, by the id of their question. */
const chosen = <C extends Choice>(choices: readonly C[], given: readonly Given[]) =>
  new Map<number, { answer: C; starts_at: number }>(
    given.flatMap(({ question, answer: text, starts_at }) => {
      const answer = choices.find((choice) => choice === text)
      return answer === undefined ? [] : [[question.id, { answer, starts_at }] as const]
    }),
  )

async function datesOf(
  w: Read,
  ids: readonly GameDateId[],
  member: MemberId,
): Promise<Found | undefined> {
  const found = await Promise.all(ids.map((id) => findDate(w, id)))
  const dates = found.filter((date) => date !== undefined)
  const [first] = dates
  const session = first && (await findSession(w, first.session_id))
  if (first === undefined || session === undefined) return undefined
  const ahead = dates.filter((date) => date.cancelled_at === null && date.ends_at > w.now)
  const given = await listGameAnswers(w, ids)
  const mineOf = ({ id }: DateRow) =>
    given.find((one) => one.date_id === id && one.user_id === member)?.answer ?? null
  const isCancelled = dates.every(({ cancelled_at }) => cancelled_at !== null)
  return {
    group_id: session.group_id,
    title: ahead.length === 1 ? (ahead[0] ?? first).title : session.title,
    time_zone: session.time_zone,
    choices: GAME_ANSWERS,
    questions: ahead
      .toSorted((a, b) => a.starts_at - b.starts_at)
      .map((date) => ({ ...pick(date), mine: mineOf(date) })),
    async save(w, given) {
      const answers = chosen(GAME_ANSWERS, given)
      for (const { id } of ahead) {
        const answer = answers.get(id)
        if (answer !== undefined) await saveAnswer(w, { id, ...answer })
      }
    },
    ending: ahead.length > 0 ? null : isCancelled ? 'cancelled' : 'over',
  }
}

async function pollOf(w: Read, id: DatePollId, member: MemberId): Promise<Found | undefined> {
  const group_id = await findPollGroup(w, id)
  if (group_id === undefined) return undefined
  const { state, title, time_zone, closes_at } = await readPoll(w, id)
  const options = (await listOptions(w, [id])).filter(({ starts_at }) => starts_at > w.now)
  const given = await listDateAnswers(
    w,
    options.map((option) => option.id),
  )
  const mineOf = (option: DateOptionId) =>
    given.find((one) => one.option_id === option && one.user_id === member)?.answer ?? null
  const isOver = closes_at !== null && closes_at <= w.now
  const closed = state === 'fixed' ? 'poll_fixed' : 'poll_closed'
  return {
    group_id,
    title,
    time_zone,
    choices: DATE_ANSWERS,
    questions: options.map((option) => ({ ...pick(option), mine: mineOf(option.id) })),
    async save(w, given) {
      const answers = chosen(DATE_ANSWERS, given)
      const votes = options.flatMap(({ id: option_id }) => {
        const answer = answers.get(option_id)
        return answer === undefined ? [] : [{ option_id, ...answer }]
      })
      await vote(w, id, votes)
    },
    ending: state !== 'open' ? closed : isOver || options.length === 0 ? 'poll_closed' : null,
  }
}

const pick = <Id>({ id, starts_at, ends_at }: { id: Id; starts_at: number; ends_at: number }) => ({
  id,
  starts_at,
  ends_at,
})
