import type { ContentId, MemberId } from '#contract/ids.ts'
import {
  type OwnRegistration,
  type Registration,
  registrationCalls,
} from '#contract/registration.ts'
import type { Read } from '../../db/rows.ts'
import { type App, type Deps, limited, scope } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { factsOf } from '../../text/eventFacts.ts'
import { iso } from '../../text/time.ts'
import { type Call, type CallRead, changing, routesOn, type Work } from '../../work/work.ts'
import { lockActiveUsers } from '../account/repository.ts'
import type { Module } from '../face.ts'
import { countOfEvents, listUnsentOfEvents, registrationExpiries } from './deskRepository.ts'
import { registrationDeskRoutes } from './deskRoutes.ts'
import { guestPagesRoutes } from './guestPages.ts'
import { joinGuestSeats } from './guestRepository.ts'
import { guestRoutes } from './guests.ts'
import { mailDeclined, mailRegistrations, registrationMails } from './mails.ts'
import { listFreeSeats, listSeats, listSeatsAhead, registrationData } from './memberRepository.ts'
import {
  assertMayConfirm,
  closingTime,
  isOpen,
  offerEndOf,
  seatsLeft,
  stateOfSignUp,
} from './policy.ts'
import { leaderRoutes, programmeRoutes, readProgramme } from './programme.ts'
import {
  answersOf,
  changeRegistrations,
  companionsOf,
  countBefore,
  countSeats,
  type EventRow,
  findEvent,
  findRegistration,
  listEventsOf,
  lockEvent,
  memberOnly,
  questionsOf,
  type RegistrationRow,
  saveRegistration,
  suspendOffers,
} from './repository.ts'
import { giveBack, giveBackCompanion, leaveEvents, makeRegistrar } from './seatRepository.ts'
import { assertFreeSlot, lockParentOf } from './tableRepository.ts'
import { typedColumns } from './typedColumns.ts'

type Sent<Name extends keyof typeof registrationCalls> = Call<(typeof registrationCalls)[Name]>

/** Seats of an event, for every caller; with the caller's own registration if there is one. */
function registrationRoutes(optional: App, parts: Deps): void {
  routesOn(optional, parts, registrationCalls)('getRegistration', getRegistration)
}

/** Each change sends a mail, so that members may not make many. */
function registrationMemberRoutes(member: App, parts: Deps): void {
  const route = routesOn(member, parts, registrationCalls)
  route('signUp', signUp, limited(30, 60))
  route('confirmSeat', confirmSeat, limited(30, 60))
  route('cancelRegistration', cancelRegistration, limited(30, 60))
  route('giveBackCompanion', giveCompanionBack, limited(30, 60))
}

async function getRegistration(w: CallRead, { params, viewerId }: Sent<'getRegistration'>) {
  const event = await findEvent(w, params.id)
  if (event === undefined) throw errors.notFound()
  return readRegistration(w, event, viewerId)
}

/** @param viewer whose own registration is part of it; null: a visitor */
async function readRegistration(
  w: Read,
  event: EventRow,
  viewer: MemberId | null,
): Promise<Registration> {
  const mine = viewer === null ? undefined : await findRegistration(w, event.id, memberOnly(viewer))
  const counts = await countSeats(w, event, { viewer, mine })
  return {
    seats: event.seats,
    left: seatsLeft(event, counts),
    waiting: counts.waiting,
    waiting_max: event.waiting_max ?? 0,
    closes_at: iso(closingTime(event)),
    is_open: isOpen(w, event),
    questions: questionsOf(event),
    ...(viewer !== null && event.led_by === viewer && { leads: true }),
    ...(event.companions_max !== null && {
      companions_max: event.companions_max,
      ...(event.companion_names === 1 && { companion_names: true }),
    }),
    mine: mine === undefined ? null : await presentOwn(w, event, mine),
  }
}

const presentOwn = async (
  w: Read,
  event: EventRow,
  row: RegistrationRow,
): Promise<OwnRegistration> => ({
  state: row.state,
  place: row.state === 'waiting' ? (await countBefore(w, row)) + 1 : null,
  offered_until: row.state === 'offered' ? iso(row.offered_until && offerEndOf(row, event)) : null,
  answers: answersOf(row.answers),
  ...(row.companions > 0 && { companions: companionsOf(row) }),
})

type SeatCall = { readonly params: { readonly id: ContentId }; readonly memberId: MemberId }
type SeatWork = Work & {
  /** Locked: all changes of the seats of one event are serialized. */
  readonly event: EventRow
  readonly mine: RegistrationRow | undefined
}

/** Locks the account, then the event, and responds with their new state. */
const changingSeat = (
  w: CallRead,
  { params: { id }, memberId: caller }: SeatCall,
  change: (w: SeatWork) => Promise<void>,
) =>
  changing(w, async (w) => {
    if (!(await lockActiveUsers(w, [caller])).has(caller)) throw errors.tokenNotValid()
    await lockParentOf(w, id)
    const event = await lockEvent(w, id)
    if (event === undefined) throw errors.notFound()
    await change(
      Object.assign(w, { event, mine: await findRegistration(w, id, memberOnly(caller)) }),
    )
    // Published for the caller's other tabs.
    w.publish([caller], { kind: 'registration', subject: id })
    return readRegistration(w, event, caller)
  })

const signUp = (w: CallRead, request: Sent<'signUp'>) =>
  changingSeat(w, request, async (w) => {
    const { body, memberId } = request
    const counts = await countSeats(w, w.event, { viewer: memberId, mine: w.mine })
    const state = stateOfSignUp(w, counts, body)
    const typed = typedColumns(w.event, body)
    await assertFreeSlot(w, w.event, { ...typed, ...memberOnly(memberId) })
    const saved = await saveRegistration(w, w.event, { ...typed, user_id: memberId, state })
    const kind = state === 'coming' ? 'confirmed' : 'waiting'
    mailRegistrations(w, kind, [saved])
  })

const confirmSeat = (w: CallRead, request: Sent<'confirmSeat'>) =>
  changingSeat(w, request, async (w) => {
    assertMayConfirm(w)
    const change = { state: 'coming', offered_until: null, told: factsOf(w.event) } as const
    const saved = await changeRegistrations(w, [w.mine.id], change)
    mailRegistrations(w, 'confirmed', saved)
  })

const cancelRegistration = (w: CallRead, request: Sent<'cancelRegistration'>) =>
  changingSeat(w, request, (w) => giveBack(w, w))

const giveCompanionBack = (w: CallRead, request: Sent<'giveBackCompanion'>) =>
  changingSeat(w, request, (w) => giveBackCompanion(w, w, request.body))

export const registration = {
  gives: {
    leaveEvents,
    suspendOffers,
    listSeats,
    listSeatsAhead,
    listFreeSeats,
    listEventsOf,
    countOfEvents,
    listUnsentOfEvents,
    readProgramme,
    joinGuestSeats,
    mailDeclined,
  },
  make: (): Module => ({
    site: (deps) => ({
      async open(open) {
        guestRoutes(open, deps)
        // The pages take forms.
        await open.register(scope('guests', async (forms) => guestPagesRoutes(forms, deps)))
      },
      optional(optional) {
        registrationRoutes(optional, deps)
        programmeRoutes(optional, deps)
      },
      member(member) {
        registrationMemberRoutes(member, deps)
        leaderRoutes(member, deps)
      },
    }),
    desk: registrationDeskRoutes,
    mails: registrationMails.writers,
    jobs: [makeRegistrar],
    expiries: registrationExpiries,
    personalData: registrationData,
  }),
}
