import { COMPANION_NAME_MAX } from '#contract/registration.ts'
import { type Read, updateRow } from '../../db/rows.ts'
import type { Deps } from '../../http/deps.ts'
import { errors, type Refusal, refusal, refusalIn } from '../../http/errors.ts'
import { factsOf } from '../../text/eventFacts.ts'
import { printable } from '../../text/keys.ts'
import type { WorkOf } from '../../work/work.ts'
import { eraseGuest, findLinked, type Guest, mark, stateOnceConfirmed } from './guestRepository.ts'
import { addressMark, isPending } from './guests.ts'
import { mailRegistrations } from './mails.ts'
import { assertAnswered, isPublic, offerEndOf } from './policy.ts'
import {
  answersOf,
  changeRegistrations,
  companionsOf,
  countBefore,
  type EventRow,
  findAnyEvent,
  isOfMember,
  questionsOf,
} from './repository.ts'
import { giveBack, giveBackCompanion } from './seatRepository.ts'
import { seatTokens } from './seatTokens.ts'
import { assertFreeSlot, lockWithParent } from './tableRepository.ts'

/* What the page behind the mailed link of a seat shows and does. */

/** held: a seat that is not confirmed yet; pending: a place that is not; known: either, of an address with an account */
type State = Guest['state'] | 'held' | 'pending' | 'known'

export type Seat = {
  readonly row: Guest
  readonly event: EventRow
  readonly state: State
  /** End of what is held or offered. Epoch milliseconds. */
  readonly until: number
  /** Position on the waiting list, 1 is next. */
  readonly place: number | null
  /** What ends or suspends all seats of the event. */
  readonly rest: 'called_off' | 'begun' | 'withdrawn' | null
  /** Why the table cannot be taken. */
  readonly refused: Refusal | null
}

export type Act = {
  readonly kind: 'take' | 'give_back' | 'drop' | 'save' | 'erase' | 'never'
  /** Place of the companion that does not come, from 0. */
  readonly index: number
  readonly name: string
  readonly answers: readonly string[]
  /** Version that the reader has seen: a second click does nothing. */
  readonly sequence: number
}

type Outcome = 'taken' | 'given_back' | 'saved' | 'nothing' | 'gone' | 'stopped'

/** Null once it is erased, forgotten, joined to an account, or was not confirmed in time. */
export async function readSeat(
  w: Read & Pick<Deps, 'jwtSecret'>,
  token: string,
): Promise<Seat | null> {
  const named = seatTokens(w.jwtSecret).namedIn(token)
  const row = named === null ? undefined : await findLinked(w, named)
  const event = row && (await findAnyEvent(w, row.content_id))
  if (row === undefined || event === undefined || isLapsed(w, row)) return null
  const state = await stateOf(w, row)
  const isUntaken = state === 'held' || state === 'pending'
  const refused = isUntaken ? await refusalIn(() => assertFreeSlot(w, event, row)) : null
  const place = state === 'waiting' ? (await countBefore(w, row)) + 1 : null
  const until = offerEndOf(row, event)
  return { row, event, state, until, place, rest: restOf(w, event), refused }
}

const isLapsed = (w: Read, row: Guest): boolean => row.guest_until !== null && !isPending(w, row)

async function stateOf(w: Read, { guest_until, state, email }: Guest): Promise<State> {
  if (guest_until === null) return state
  if (await isOfMember(w, email)) return 'known'
  return state === 'offered' ? 'held' : 'pending'
}

function restOf(w: Read, event: EventRow): Seat['rest'] {
  if (event.cancelled_at !== null) return 'called_off'
  if (w.now >= event.starts_at) return 'begun'
  return isPublic(w, event) ? null : 'withdrawn'
}

/** @throws Refusal */
export async function changeSeat(w: WorkOf<Deps>, token: string, act: Act): Promise<Outcome> {
  const named = seatTokens(w.jwtSecret).namedIn(token)
  const found = named === null ? undefined : await findLinked(w, named)
  if (named === null || found === undefined) throw errors.notFound()
  const event = await lockWithParent(w, found.content_id)
  // Read again, now that the event is locked.
  const row = await findLinked(w, named)
  if (event === undefined || row === undefined || isLapsed(w, row)) throw errors.notFound()
  if (act.kind === 'erase' || act.kind === 'never') {
    await eraseGuest(w, event, row)
    if (act.kind === 'erase') return 'gone'
    await mark(w, addressMark(w, { email: row.email, kind: 'never' }), null)
    return 'stopped'
  }
  // A second click.
  if (act.kind === 'take' && row.guest_until === null && TAKEN.has(row.state)) return 'taken'
  if (act.sequence !== row.sequence || (await stateOf(w, row)) === 'known') return 'nothing'
  return ACTS[act.kind](w, { row, event, act })
}

const TAKEN: ReadonlySet<State> = new Set(['coming', 'waiting'])

type Acting = { readonly row: Guest; readonly event: EventRow; readonly act: Act }
type Do = (w: WorkOf<Deps>, acting: Acting) => Promise<Outcome>

const take: Do = async (w, { row, event }) => {
  const isHeld = row.guest_until !== null
  const isOffered = row.state === 'offered' && (isHeld || w.now < offerEndOf(row, event))
  if (restOf(w, event) !== null) throw errors.registrationClosed()
  if (row.state === 'offered' && !isOffered) throw refusal(409, 'offer_over')
  if (!isOffered && !isHeld) return 'nothing'
  await assertFreeSlot(w, event, row)
  const state = isOffered ? 'coming' : await stateOnceConfirmed(w, event, row)
  // A place on the waiting list begins with its confirmation.
  const queued_at = isOffered ? row.queued_at : w.now
  const ended = { offered_until: null, guest_until: null }
  const change = { state, ...ended, queued_at, told: factsOf(event) }
  const saved = await changeRegistrations(w, [row.id], change)
  mailRegistrations(w, state === 'coming' ? 'confirmed' : 'waiting', saved)
  return 'taken'
}

const leave: Do = async (w, { row, event }) => {
  if (row.guest_until !== null) {
    await eraseGuest(w, event, row)
    return 'gone'
  }
  await giveBack(w, { event, mine: row })
  return 'given_back'
}

const drop: Do = async (w, { row, event, act: { index } }) => {
  await giveBackCompanion(w, { event, mine: row }, { companions: companionsOf(row), index })
  return 'saved'
}

/** Keeps the version: a mail that is on its way is not void. @throws Refusal */
const save: Do = async (w, { row, event, act }) => {
  const name = printable(act.name).trim().slice(0, COMPANION_NAME_MAX)
  if (name === '') throw errors.blank('name')
  const answers = answersOf(row.answers).map(({ question, answer }, index) => ({
    question,
    answer: printable(act.answers[index] ?? answer).trim(),
  }))
  const required = questionsOf(event).flatMap(({ text, is_required }) => (is_required ? text : []))
  assertAnswered(
    answers.map(({ question: text }) => ({ text, is_required: required.includes(text) })),
    answers.map(({ answer }) => answer),
  )
  const change = { name, answers: JSON.stringify(answers), updated_at: w.now }
  await updateRow(w.db, 'registrations', row.id, change)
  return 'saved'
}

const ACTS = { take, give_back: leave, drop, save } as const
