import type { ContentId, MemberId } from '#contract/ids.ts'
import { registrationRoutes as routes } from '#contract/registration.ts'
import { registrationSchemas } from '#contract/schemas/registration.ts'
import { DAY_MS, isTimeZone } from '../../config/time.ts'
import { publish } from '../../db/liveEvents.ts'
import type { Db } from '../../db/schema.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { type Call, limited, routesOn } from '../../http/serve.ts'
import { enqueueAll } from '../../mail/outbox.ts'
import { factsOf } from '../../text/eventFacts.ts'
import { printable } from '../../text/keys.ts'
import { lockActiveUsers } from '../account/repository.ts'
import { registrationMails } from './mails.ts'
import { assertAnswered, assertMayCancel, assertMayConfirm, stateOfSignUp } from './policy.ts'
import { presentRegistration, questionsOf } from './present.ts'
import {
  changeRegistrations,
  countBefore,
  countRegistrations,
  type EventRow,
  findEvent,
  findRegistration,
  lockEvent,
  type RegistrationRow,
  saveRegistration,
} from './repository.ts'
import { offerSeats } from './seats.ts'

type Sent<Name extends keyof typeof registrationSchemas> = Call<(typeof registrationSchemas)[Name]>

/** Seats of an event, for every caller; with the caller's own registration if there is one. */
export function registrationModule(optional: App, parts: Deps): void {
  routesOn(optional, parts, routes, registrationSchemas)('getRegistration', getRegistration)
}

/** Each change sends a mail, so that members may not make many. */
export function registrationMemberModule(member: App, parts: Deps): void {
  const route = routesOn(member, parts, routes, registrationSchemas)
  route('signUp', signUp, limited(30, 60))
  route('confirmSeat', confirmSeat, limited(30, 60))
  route('cancelRegistration', cancelRegistration, limited(30, 60))
}

async function getRegistration({ db, clock }: Deps, { params, viewerId }: Sent<'getRegistration'>) {
  const now = clock()
  const event = await findEvent(db, params.id, now)
  if (event === undefined) throw errors.notFound()
  return readRegistration(db, event, viewerId, now)
}

/** @param viewer whose own registration is part of it; null: a visitor */
async function readRegistration(db: Db, event: EventRow, viewer: MemberId | null, now: number) {
  const counts = await countRegistrations(db, event.id)
  if (viewer === null) return presentRegistration(event, counts, null, now)
  const row = await findRegistration(db, event.id, viewer)
  const own = {
    row,
    before: row === undefined ? 0 : await countBefore(db, row),
  }
  return presentRegistration(event, counts, own, now)
}

type SeatContext = {
  readonly tx: Db
  /** Locked: all changes of the seats of one event are serialized. */
  readonly event: EventRow
  readonly mine: RegistrationRow | undefined
  readonly now: number
}

/** Locks the account, then the event, and responds with their new state. */
const changing = (
  { db, clock }: Deps,
  id: ContentId,
  caller: MemberId,
  change: (context: SeatContext) => Promise<void>,
) =>
  db.transaction().execute(async (tx) => {
    if (!(await lockActiveUsers(tx, [caller])).has(caller)) throw errors.tokenNotValid()
    // Another request may have held the lock for a while.
    const event = await lockEvent(tx, id, clock())
    if (event === undefined) throw errors.notFound()
    const now = clock()
    await change({ tx, event, mine: await findRegistration(tx, id, caller), now })
    // Published for the caller's other tabs.
    await publish(tx, [caller], { kind: 'registration', subject: id }, now)
    return readRegistration(tx, event, caller, now)
  })

const signUp = (parts: Deps, { params, body, memberId }: Sent<'signUp'>) =>
  changing(parts, params.id, memberId, async ({ tx, event, mine, now }) => {
    const counts = await countRegistrations(tx, event.id)
    const state = stateOfSignUp(event, counts, mine, body.may_wait, now)
    const questions = questionsOf(event)
    assertAnswered(questions, body.answers, body.questions)
    const answers = questions.map(({ text }, index) => ({
      question: text,
      answer: printable(body.answers[index] ?? '').trim(),
    }))
    const { time_zone = '' } = body
    const written = {
      state,
      answers: JSON.stringify(answers),
      time_zone: isTimeZone(time_zone) ? time_zone : null,
      told: factsOf(event),
      queued_at: now,
      // The confirmation itself serves as the reminder in the last day.
      reminded_at: event.starts_at - now < DAY_MS ? now : null,
    }
    const saved = await saveRegistration(tx, event.id, memberId, written, now)
    const kind = state === 'coming' ? 'confirmed' : 'waiting'
    await enqueueAll(tx, await registrationMails(tx, kind, [saved]), now)
  })

const confirmSeat = (parts: Deps, { params, memberId }: Sent<'confirmSeat'>) =>
  changing(parts, params.id, memberId, async ({ tx, event, mine, now }) => {
    assertMayConfirm(event, mine, now)
    const change = { state: 'coming', offered_until: null, told: factsOf(event) } as const
    const saved = await changeRegistrations(tx, [mine.id], change, now)
    await enqueueAll(tx, await registrationMails(tx, 'confirmed', saved), now)
  })

const cancelRegistration = (parts: Deps, { params, memberId }: Sent<'cancelRegistration'>) =>
  changing(parts, params.id, memberId, async ({ tx, event, mine, now }) => {
    assertMayCancel(event, mine, now)
    const change = { state: 'cancelled', offered_until: null } as const
    const saved = await changeRegistrations(tx, [mine.id], change, now)
    // Only seats are in calendars.
    if (mine.state === 'coming')
      await enqueueAll(tx, await registrationMails(tx, 'cancelled', saved), now)
    await offerSeats(tx, event, now)
  })
