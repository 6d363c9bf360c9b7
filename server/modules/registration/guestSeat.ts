import { COMPANION_NAME_MAX } from '#contract/registration.ts'
import type { Read } from '../../db/rows.ts'
import type { Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { factsOf } from '../../text/eventFacts.ts'
import { printable } from '../../text/keys.ts'
import type { WorkOf } from '../../work/work.ts'
import { eraseGuest, findLinked, type Guest, mark } from './guestRepository.ts'
import { isPending, neverMark } from './guests.ts'
import { mailRegistrations } from './mails.ts'
import { isPublic, offerEndOf, stateOfSignUp } from './policy.ts'
import {
  answersOf,
  changeRegistrations,
  companionsOf,
  countRegistrations,
  type EventRow,
  findAnyEvent,
} from './repository.ts'
import { giveBack, giveBackCompanion } from './seatRepository.ts'
import { seatTokens } from './seatTokens.ts'
import { assertFreeSlot, lockWithParent } from './tableRepository.ts'

/* What the page behind the mailed link of a seat shows and does. */

/** held: a seat that is not confirmed yet; pending: a place on the waiting list that is not */
type State = Guest['state'] | 'held' | 'pending'

export type Seat = {
  readonly row: Guest
  readonly event: EventRow
  readonly state: State
  /** End of what is held or offered. Epoch milliseconds. */
  readonly until: number
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
  return { row, event, ...stateOf(row, event) }
}

const isLapsed = (w: Read, row: Guest): boolean => row.guest_until !== null && !isPending(w, row)

function stateOf(row: Guest, event: EventRow): Pick<Seat, 'state' | 'until'> {
  const { guest_until, state } = row
  if (guest_until === null) return { state, until: offerEndOf(row, event) }
  return { state: state === 'offered' ? 'held' : 'pending', until: guest_until }
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
    await mark(w, neverMark(w, row.email), null)
    return 'stopped'
  }
  if (act.sequence !== row.sequence) return 'nothing'
  return ACTS[act.kind](w, { row, event, act })
}

type Acting = { readonly row: Guest; readonly event: EventRow; readonly act: Act }
type Do = (w: WorkOf<Deps>, acting: Acting) => Promise<Outcome>

const take: Do = async (w, { row, event }) => {
  const isHeld = row.guest_until !== null
  const isOffered = row.state === 'offered' && (isHeld || w.now < offerEndOf(row, event))
  const isAhead = event.cancelled_at === null && w.now < event.starts_at
  if (!isAhead || !isPublic(w, event)) throw errors.registrationClosed()
  if (!isOffered && !isHeld) return 'nothing'
  await assertFreeSlot(w, event, row)
  const companions = companionsOf(row)
  const state = isOffered
    ? 'coming'
    : stateOfSignUp({ now: w.now, event, mine: undefined }, await countRegistrations(w, event.id), {
        companions,
        may_wait: true,
      })
  const change = { state, offered_until: null, guest_until: null, told: factsOf(event) }
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

const save: Do = async (w, { row, act }) => {
  const name = printable(act.name).trim().slice(0, COMPANION_NAME_MAX)
  if (name === '') throw errors.blank('name')
  const answers = answersOf(row.answers).map(({ question, answer }, index) => ({
    question,
    answer: printable(act.answers[index] ?? answer).trim(),
  }))
  await changeRegistrations(w, [row.id], { name, answers: JSON.stringify(answers) })
  return 'saved'
}

const ACTS = { take, give_back: leave, drop, save } as const
