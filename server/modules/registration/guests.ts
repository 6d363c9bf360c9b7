import { createChallenge, randomInt, type VerifySolutionOptions, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import { GUEST_HOLD_MINUTES, type GuestSignUp, guestCalls } from '#contract/guests.ts'
import type { ContentId } from '#contract/ids.ts'
import { MINUTE_MS } from '../../config/time.ts'
import { insertRow, type Read, updateRow } from '../../db/rows.ts'
import { type App, type Deps, limited } from '../../http/deps.ts'
import { errors, refusal, refusalIn } from '../../http/errors.ts'
import { chosenLanguage } from '../../http/requestLanguage.ts'
import { factsOf } from '../../text/eventFacts.ts'
import { emailKey, isBareEmail, printable } from '../../text/keys.ts'
import { sha256, signedTexts } from '../../text/secrets.ts'
import {
  type Call,
  type CallRead,
  changing,
  routesOn,
  type Work,
  type WorkOf,
} from '../../work/work.ts'
import { isAddressBarred } from '../account/restrictionRepository.ts'
import { countHeld, isMarked, mark, renewMark, UNPROVEN } from './guestRepository.ts'
import { mailSeatLink } from './mails.ts'
import { closingTime, sizeOf, stateOfSignUp } from './policy.ts'
import {
  countRegistrations,
  type EventRow,
  findEvent,
  findRegistration,
  isApartFrom,
  isDeactivated,
  lockEvent,
  type RegistrationRow,
} from './repository.ts'
import { assertFreeSlot, lockParentOf } from './tableRepository.ts'
import { typedColumns } from './typedColumns.ts'

/* Seats of people without an account: asked for here, confirmed on the page behind the mailed link. */

type Sent<Name extends keyof typeof guestCalls> = Call<(typeof guestCalls)[Name]>

const HOLD_MS = GUEST_HOLD_MINUTES * MINUTE_MS
/** Numbers that a form tries until it finds the one of its challenge: about a second on a phone. */
const [TRIES_MIN, TRIES_MAX] = [20_000, 60_000]
const PROOF_MINUTES = 20
/** Unconfirmed seats and places of one address at all events. */
const HELD_OF_ADDRESS_MAX = 3
/** The same of one event whose people have sent no proof of work. */
export const UNPROVEN_MAX = 2

export function guestRoutes(open: App, deps: Deps): void {
  const route = routesOn(open, deps, guestCalls)
  route('getProof', getProof, limited(60, 60))
  route('signUpGuest', signUpGuest, limited(20, 60))
}

const secretOf = ({ jwtSecret }: Pick<Deps, 'jwtSecret'>): string =>
  signedTexts(jwtSecret, 'discordia proof of work').sign('challenges').toString('hex')

/** @throws Refusal 404 */
export async function guestEvent(w: Read, id: ContentId): Promise<EventRow> {
  const event = await findEvent(w, id)
  if (event === undefined || event.guests === 0) throw errors.notFound()
  return event
}

async function getProof(w: CallRead, { params }: Sent<'getProof'>) {
  await guestEvent(w, params.id)
  const { parameters, signature = '' } = await createChallenge({
    algorithm: 'SHA-256',
    cost: 1,
    counter: randomInt(TRIES_MIN, TRIES_MAX),
    // Signed with the rest; the library would look at the clock of the machine.
    data: { event: params.id, until: w.now + PROOF_MINUTES * MINUTE_MS },
    deriveKey,
    hmacSignatureSecret: secretOf(w),
  })
  return { parameters, signature }
}

type Solved = Pick<VerifySolutionOptions, 'challenge' | 'solution'>

/** @returns the mark that ends a proof @throws Refusal 400 for one that is wrong, too old, or of another event */
async function provenMark(w: CallRead, id: ContentId, proof: string): Promise<string> {
  try {
    const { challenge, solution } = JSON.parse(proof) as Solved
    const hmacSignatureSecret = secretOf(w)
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret,
    })
    const { event, until } = challenge.parameters.data ?? {}
    if (verified && event === id && Number(until) > w.now)
      return `proof ${sha256(String(challenge.signature))}`
  } catch {
    // What is no proof is a wrong one.
  }
  throw refusal(400, 'proof_refused', { attr: 'proof' })
}

async function signUpGuest(w: CallRead, request: Sent<'signUpGuest'>) {
  const { params, body } = request
  await guestEvent(w, params.id)
  const proof = await provenMark(w, params.id, body.proof)
  return changing(w, async (w) => {
    if (!(await mark(w, proof, w.now + PROOF_MINUTES * MINUTE_MS)))
      throw refusal(400, 'proof_refused', { attr: 'proof' })
    return holdSeat(w, params.id, { ...body, language: chosenLanguage(request) })
  })
}

type Asked = Omit<GuestSignUp, 'proof'> & {
  readonly language: string | null
  /** Set without a proof of work. */
  readonly isUnproven?: true
}

type Marked = { readonly email: string; readonly kind: 'asks' | 'never' }

/** Digest of an address that asks for seats, or wants no mail about them. */
export const addressMark = (
  { jwtSecret }: Pick<Deps, 'jwtSecret'>,
  { email, kind }: Marked,
): string =>
  `${kind} ${signedTexts(jwtSecret, 'discordia seat never again').sign(emailKey(email)).toString('hex')}`

/**
 * Holds a seat, or asks for a place on the waiting list, and mails the link. All that the response says depends on the
 * event alone: an address that has a seat, an account or no wish for mails gets the same.
 * @throws Refusal
 */
export async function holdSeat(w: WorkOf<Deps>, id: ContentId, asked: Asked) {
  await lockParentOf(w, id)
  const event = await lockEvent(w, id)
  if (event === undefined || event.guests === 0) throw errors.notFound()
  const email = asked.email.trim()
  if (!isBareEmail(email)) throw errors.invalidEmail()
  const counts = await countRegistrations(w, id)
  const state = stateOfSignUp({ now: w.now, event, mine: undefined }, counts, asked)
  const columns = { ...typedColumns(event, asked), name: printable(asked.name).trim() }
  // Requests of one address wait for each other, also at other events.
  await renewMark(w, addressMark(w, { email, kind: 'asks' }), w.now + HOLD_MS)
  const held = await countHeld(w, id, email)
  const most = Math.max(UNPROVEN_MAX, Math.ceil(event.seats / 2))
  // The first party may be larger.
  const isFull = held.people > 0 && held.people + sizeOf(columns) > most
  if (isFull || (asked.isUnproven && held.unproven >= UNPROVEN_MAX))
    throw refusal(409, 'guests_busy')
  const held_until = Math.min(w.now + HOLD_MS, closingTime(event), event.starts_at)
  const who = { user_id: null, email_key: emailKey(email) }
  const known = await findRegistration(w, id, who)
  const isNew = known === undefined || (known.state === 'cancelled' && !isPending(w, known))
  const isBarred =
    (await isDeactivated(w, email)) ||
    (await isAddressBarred(w, emailKey(email))) ||
    (await isApartFrom(w, event.led_by, email))
  const mayHold = isNew && held.ofAddress < HELD_OF_ADDRESS_MAX && !isBarred
  // Nothing is held at a table that cannot be taken as things are; its page says why.
  const isSeat =
    state === 'coming' && !(await refusalIn(() => assertFreeSlot(w, event, { ...who, ...columns })))
  const { language } = asked
  const row = mayHold
    ? await saveGuest(w, event, { ...columns, language, isSeat, known, held_until, email })
    : known
  if (row && mayHold && asked.isUnproven) await mark(w, `${UNPROVEN}${row.id}`, held_until)
  if (row && !isBarred && !(await isMarked(w, addressMark(w, { email, kind: 'never' }))))
    mailSeatLink(w, row)
  return {}
}

/** A place on the waiting list that is not confirmed yet. */
export const isPending = ({ now }: Pick<Read, 'now'>, { guest_until }: RegistrationRow): boolean =>
  guest_until !== null && guest_until > now

type Saved = ReturnType<typeof typedColumns> & {
  readonly name: string
  readonly language: string | null
  readonly isSeat: boolean
  readonly known: RegistrationRow | undefined
  readonly held_until: number
  readonly email: string
}

/** A held seat is an offer; a place on the waiting list is taken when it is confirmed. */
async function saveGuest(
  w: Work,
  event: EventRow,
  { isSeat, known, held_until, email, ...typed }: Saved,
): Promise<RegistrationRow> {
  const columns = {
    ...typed,
    email,
    email_key: emailKey(email),
    state: isSeat ? ('offered' as const) : ('cancelled' as const),
    offered_until: isSeat ? held_until : null,
    guest_until: held_until,
    told: factsOf(event),
    queued_at: w.now,
    reminded_at: null,
    attended_at: null,
    updated_at: w.now,
    sequence: (known?.sequence ?? 0) + 1,
  }
  if (known !== undefined) return updateRow(w.db, 'registrations', known.id, columns)
  const fresh = { content_id: event.id, user_id: null, created_at: w.now }
  return insertRow(w.db, 'registrations', { ...columns, ...fresh })
}
