import type { ContentId } from '../../../contract/ids.ts'
import { DAY_MS, HOUR_MS } from '../../../server/config/time.ts'
import { findEvent } from '../../../server/modules/registration/repository.ts'
import {
  updateEvent,
  updateRegistrations,
} from '../../../server/modules/registration/seatRepository.ts'
import { factsOf } from '../../../server/text/eventFacts.ts'
import { desk, rolesOf, type Stage, site, type Work } from '../../../test/helpers/races/stage.ts'
import type { TestUser } from '../../../test/helpers/server/startServer.ts'
import type { Area } from '../racePairs.ts'

type Role = 'Mara' | 'Olwen' | 'Tam' | 'Una'
type World = Readonly<Record<Role, TestUser>> & {
  readonly event: ContentId
  readonly starts_at: number
  readonly row: Readonly<Record<'Mara' | 'Olwen' | 'Tam', number>>
}

const NAMES = ['Mara', 'Olwen', 'Tam', 'Una'] as const
const STATES = { Mara: 'coming', Olwen: 'offered', Tam: 'waiting' } as const
/** Mails that a call sends; others depend on when the background job runs. */
const TOLD = ['confirmed', 'added', 'fewer', 'waiting', 'cancelled', 'removed', 'struck-off'].map(
  (kind) => `registration-${kind}`,
)
let count = 0

/** Two seats: Mara has one, the other is offered to Olwen; Tam waits, and Una comes now. */
async function setUp(stage: Stage, worlds: number): Promise<World[]> {
  const people = await stage.people(worlds * NAMES.length)
  const { db, clock } = stage.server.deps
  const now = clock()
  const starts_at = now + 7 * DAY_MS
  return db.transaction().execute(async (tx) => {
    const events = await tx
      .insertInto('contents')
      .values(Array.from({ length: worlds }, () => eventRow(now, starts_at)))
      .returningAll()
      .execute()
    const rows = await tx
      .insertInto('registrations')
      .values(
        events.flatMap((event, n) =>
          (['Mara', 'Olwen', 'Tam'] as const).map((name, at) => ({
            content_id: event.id,
            user_id: (people[n * NAMES.length + at] as TestUser).id,
            state: STATES[name],
            offered_until: name === 'Olwen' ? now + HOUR_MS : null,
            answers: '[]',
            told: factsOf(event),
            queued_at: now + at,
            created_at: now,
            updated_at: now,
          })),
        ),
      )
      .returning('id')
      .execute()
    return events.map(({ id: event }, n): World => {
      const [Mara, Olwen, Tam, Una] = people.slice(n * NAMES.length) as [
        ...[TestUser, TestUser, TestUser, TestUser],
      ]
      const [first, second, third] = rows.slice(n * 3).map(({ id }) => id) as unknown as [
        ...[number, number, number],
      ]
      const row = { Mara: first, Olwen: second, Tam: third }
      return { event, starts_at, Mara, Olwen, Tam, Una, row }
    })
  })
}

const eventRow = (now: number, starts_at: number) => ({
  kind: 'event' as const,
  uid: `seats-${++count}`,
  title: 'A long evening',
  short_description: 'Short',
  description: 'Long',
  event_scope: 'National' as const,
  event_type: 'Online' as const,
  starts_at,
  ends_at: starts_at + HOUR_MS,
  publish_at: now - HOUR_MS,
  seats: 2,
  waiting_max: 5,
  confirm_hours: 24,
  companions_max: 1,
  questions: '[]',
  created_at: now,
  updated_at: now,
})

/** Compares the worlds after the background job is done. */
async function look({ server: { deps } }: Stage, worlds: readonly World[]) {
  const { db } = deps
  while ((await updateRegistrations(deps)) > 0);
  const registrations = Map.groupBy(
    await db.selectFrom('registrations').selectAll().orderBy('queued_at').orderBy('id').execute(),
    ({ content_id }) => content_id,
  )
  const contents = new Map(
    (await db.selectFrom('contents').selectAll().execute()).map((row) => [row.id, row]),
  )
  const mails = Map.groupBy(
    await db.selectFrom('outbox').select(['kind', 'recipient']).where('kind', 'in', TOLD).execute(),
    ({ recipient }) => recipient,
  )
  const users = new Map(
    (await db.selectFrom('users').select(['id', 'email']).execute()).map((row) => [row.id, row]),
  )
  return worlds.map((world) => {
    const { seats, cancelled_at, unpublished_at, location } = contents.get(world.event) ?? {}
    const role = rolesOf({ Mara: world.Mara, Olwen: world.Olwen, Tam: world.Tam, Una: world.Una })
    return {
      seats,
      location,
      isCancelled: cancelled_at !== null,
      isPublic: unpublished_at === null,
      members: (registrations.get(world.event) ?? []).map(
        (row) => `${role(row.user_id)} ${row.state} ${row.companions}`,
      ),
      mails: NAMES.flatMap((name) =>
        (mails.get(users.get(world[name].id)?.email ?? '') ?? []).map(
          ({ kind }) => `${name} ${kind}`,
        ),
      ).toSorted(),
    }
  })
}

const path = ({ event }: World) => `/contents/registration/${event}`
const leave = (world: World, who: TestUser) => site(who, 'DELETE', path(world))
const change = ({ event, starts_at }: World, over: object) => {
  const times = {
    starts_at: new Date(starts_at).toISOString(),
    ends_at: new Date(starts_at + HOUR_MS).toISOString(),
  }
  const texts = { title: 'A long evening', short_description: 'Short', description: 'Long' }
  const kinds = { kind: 'event', event_scope: 'National', event_type: 'Online' }
  return [`/contents/${event}`, { ...kinds, ...texts, ...times, ...over }] as const
}
/** @param later milliseconds from now */
const update = ({ event }: World, later: number): Work => ({
  side: 'inside',
  async run({ deps: { db, clock: now } }) {
    const clock = () => now() + later
    const found = await findEvent({ db, now: clock() }, event)
    if (found !== undefined) await updateEvent({ db, clock }, found)
  },
})

export const SEATS: Area<World> = {
  about: 'the seats of an event',
  tables: ['outbox', 'contents'],
  setUp,
  look,
  operations: {
    'Una signs up': (world) =>
      site(world.Una, 'POST', path(world), { answers: [], may_wait: true }),
    'Una signs up for a seat alone': (world) =>
      site(world.Una, 'POST', path(world), { answers: [], may_wait: false }),
    'Una signs up with a companion': (world) =>
      site(world.Una, 'POST', path(world), { answers: [], may_wait: true, companions: [''] }),
    'Una gives the seat of a companion back': (world) =>
      site(world.Una, 'POST', `${path(world)}/companions/`, { companions: [''], index: 0 }),
    'the desk adds Una with a companion': ({ event: content_id, Una }, { ada }) =>
      desk(ada, 'POST', '/registrations', { content_id, username: Una.username, companions: [''] }),
    'Mara gives the seat back': (world) => leave(world, world.Mara),
    'Olwen takes the seat': (world) => site(world.Olwen, 'POST', `${path(world)}/confirm/`),
    'Olwen declines': (world) => leave(world, world.Olwen),
    'the offer ends': (world) => update(world, 2 * HOUR_MS),
    'free seats are offered': (world) => update(world, 0),
    'Tam leaves the list': (world) => leave(world, world.Tam),
    'the desk gives Tam a seat': ({ row }, { ada }) =>
      desk(ada, 'POST', `/registrations/${row.Tam}/give-seat`),
    'the desk takes Mara off': ({ row }, { ben }) =>
      desk(ben, 'POST', `/registrations/${row.Mara}/take-off`),
    'the desk takes Olwen off': ({ row }, { ada }) =>
      desk(ada, 'POST', `/registrations/${row.Olwen}/take-off`),
    'there are more seats': (world, { ben }) => desk(ben, 'PUT', ...change(world, { seats: 4 })),
    'there are fewer seats': (world, { ada }) => desk(ada, 'PUT', ...change(world, { seats: 1 })),
    'it is moved': (world, { ben }) => desk(ben, 'PUT', ...change(world, { location: 'Graz' })),
    'it is cancelled': ({ event }, { ada }) => desk(ada, 'POST', `/contents/${event}/cancel`),
    'it is withdrawn': ({ event }, { ben }) => desk(ben, 'POST', `/contents/${event}/unpublish`),
    'it is published again': ({ event }, { ada }) =>
      desk(ada, 'POST', `/contents/${event}/publish`),
    'Mara is deactivated': ({ Mara }, { ada }) =>
      desk(ada, 'POST', `/members/${Mara.id}/deactivate`),
  },
}
