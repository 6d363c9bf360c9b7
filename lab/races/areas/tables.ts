import type { ContentId } from '../../../contract/ids.ts'
import { DAY_MS, HOUR_MS } from '../../../server/config/time.ts'
import { updateRegistrations } from '../../../server/modules/registration/seatRepository.ts'
import { factsOf } from '../../../server/text/eventFacts.ts'
import { desk, rolesOf, type Stage, site } from '../../../test/helpers/races/stage.ts'
import type { TestUser } from '../../../test/helpers/server/startServer.ts'
import type { Area } from '../racePairs.ts'

const NAMES = ['Lena', 'Mara', 'Tam', 'Una'] as const
/** Two tables of the first slot, one of the second, and an offer of Tam's that staff have placed in the first. */
const TABLES = ['mill', 'ashes', 'late', 'offer'] as const
type World = Readonly<
  Record<(typeof NAMES)[number], TestUser> & Record<'event' | (typeof TABLES)[number], ContentId>
> & { readonly starts_at: number }

/** Mails that a call sends; others depend on when the background job runs. */
const TOLD = ['confirmed', 'added', 'waiting', 'cancelled', 'removed', 'declined'].map(
  (kind) => `registration-${kind}`,
)
const FACTS = {
  ...{ system: 'Two dice', language: 'en', beginners: true },
  ...{ content_notes: '', hours: null, players_min: null },
}
let count = 0

const iso = (time: number) => new Date(time).toISOString()
const slotsAt = (starts_at: number) =>
  [0, 1].map((n) => ({
    id: n + 1,
    starts_at: iso(starts_at + n * HOUR_MS),
    ends_at: iso(starts_at + (n + 1) * HOUR_MS),
  }))

/** Lena leads Ashes, Mara has the only seat of the mill, Tam offers a table, and Una comes now. */
async function setUp(stage: Stage, worlds: number): Promise<World[]> {
  const people = await stage.people(worlds * NAMES.length)
  const { db, clock } = stage.server.deps
  const now = clock()
  const starts_at = now + 7 * DAY_MS
  return db.transaction().execute(async (tx) => {
    const add = (rows: readonly ReturnType<typeof eventRow>[]) =>
      tx.insertInto('contents').values(rows).returningAll().execute()
    const events = await add(Array.from({ length: worlds }, () => eventRow(now, starts_at)))
    const rows = await add(
      events.flatMap(({ id }, n) => {
        const [Lena, , Tam] = people.slice(n * NAMES.length)
        return [
          tableRow(now, { id, starts_at }, { title: 'mill' }),
          tableRow(now, { id, starts_at }, { title: 'ashes', led_by: Lena?.id ?? null }),
          tableRow(now, { id, starts_at }, { title: 'late', slot: 2 }),
          tableRow(
            now,
            { id, starts_at },
            { title: 'offer', publish_at: null, waits_since: now, led_by: Tam?.id ?? null },
          ),
        ]
      }),
    )
    const made = events.map(({ id: event }, n): World => {
      const [Lena, Mara, Tam, Una] = people.slice(n * NAMES.length) as [
        ...[TestUser, TestUser, TestUser, TestUser],
      ]
      const [mill, ashes, late, offer] = rows.slice(n * 4).map(({ id }) => id) as [
        ...[ContentId, ContentId, ContentId, ContentId],
      ]
      return { Lena, Mara, Tam, Una, event, mill, ashes, late, offer, starts_at }
    })
    const told = new Map(rows.map((row) => [row.id, factsOf(row)]))
    await tx
      .insertInto('registrations')
      .values(
        made.map(({ mill: content_id, Mara }) => ({
          ...{ content_id, user_id: Mara.id, state: 'coming' as const, answers: '[]' },
          ...{ told: told.get(content_id) ?? '', queued_at: now, created_at: now, updated_at: now },
        })),
      )
      .execute()
    return made
  })
}

type Over = Pick<ReturnType<typeof eventRow>, 'title'> &
  Partial<Pick<ReturnType<typeof eventRow>, 'led_by' | 'publish_at' | 'waits_since'>> & {
    readonly slot?: number
  }

/** An event with two slots, and columns of its tables that it has none of. */
const eventRow = (now: number, starts_at: number) => ({
  ...{ kind: 'event' as const, uid: `tables-${++count}`, title: 'A long evening' },
  ...{ short_description: 'Short', description: 'Long', questions: '[]' },
  ...{ event_scope: 'National' as const, event_type: 'Online' as const },
  ...{ starts_at, ends_at: starts_at + 2 * HOUR_MS, takes_offers: 1 },
  ...{ waiting_max: 5, confirm_hours: 24, created_at: now, updated_at: now },
  slots: JSON.stringify(slotsAt(starts_at)) as string | null,
  seats: null as number | null,
  parent_id: null as ContentId | null,
  slot: null as number | null,
  table_facts: null as string | null,
  led_by: null as TestUser['id'] | null,
  publish_at: (now - HOUR_MS) as number | null,
  waits_since: null as number | null,
})

/** A table of one seat; in the first slot by default. */
function tableRow(
  now: number,
  { id: parent_id, starts_at }: { readonly id: ContentId; readonly starts_at: number },
  { slot = 1, ...over }: Over,
): ReturnType<typeof eventRow> {
  const begins = starts_at + (slot - 1) * HOUR_MS
  return {
    ...eventRow(now, begins),
    ...{ ends_at: begins + HOUR_MS, slots: null, takes_offers: 0, parent_id, slot, seats: 1 },
    ...{ table_facts: JSON.stringify(FACTS), ...over },
  }
}

/** Compares the worlds after the background job is done. */
async function look({ server: { deps } }: Stage, worlds: readonly World[]) {
  const { db } = deps
  while ((await updateRegistrations(deps)) > 0);
  const rows = await db.selectFrom('contents').selectAll().orderBy('id').execute()
  const contents = Map.groupBy(rows, ({ id, parent_id }) => parent_id ?? id)
  const registrations = Map.groupBy(
    await db.selectFrom('registrations').selectAll().orderBy('id').execute(),
    ({ content_id }) => content_id,
  )
  const mails = Map.groupBy(
    await db.selectFrom('outbox').select(['kind', 'recipient']).where('kind', 'in', TOLD).execute(),
    ({ recipient }) => recipient,
  )
  const users = new Map(
    (await db.selectFrom('users').select(['id', 'email']).execute()).map((row) => [row.id, row]),
  )
  return worlds.map((world) => {
    const { Lena, Mara, Tam, Una } = world
    const role = rolesOf({ Lena, Mara, Tam, Una })
    return {
      contents: (contents.get(world.event) ?? [])
        .map((row) => [
          ...[row.title, row.slot, row.location, role(row.led_by), row.publish_at !== null],
          ...[row.waits_since !== null, row.cancelled_at !== null, row.unpublished_at !== null],
          ...[(row.starts_at ?? 0) - world.starts_at],
          ...(registrations.get(row.id) ?? [])
            .map(({ user_id, state }) => `${role(user_id)} ${state}`)
            .toSorted(),
        ])
        .toSorted((one, other) => (String(one) < String(other) ? -1 : 1)),
      mails: NAMES.flatMap((name) =>
        (mails.get(users.get(world[name].id)?.email ?? '') ?? []).map(
          ({ kind }) => `${name} ${kind}`,
        ),
      ).toSorted(),
    }
  })
}

const signUp = (who: TestUser, table: ContentId) =>
  site(who, 'POST', `/contents/registration/${table}`, { answers: [], may_wait: true })
const leave = (who: TestUser, table: ContentId) =>
  site(who, 'DELETE', `/contents/registration/${table}`)
const texts = { kind: 'event', short_description: 'Short', description: 'Long' } as const
/** The form of a table. */
const place = (table: ContentId, title: string, over: object) =>
  [`/contents/${table}`, { ...texts, title, seats: 1, table: FACTS, ...over }] as const
const offered = { ...FACTS, title: 'offer', seats: 2, short_description: 'S', description: 'L' }
/** The form of the event, an hour later. */
const moved = ({ event, starts_at }: World) =>
  [
    `/contents/${event}`,
    {
      ...{ ...texts, title: 'A long evening', event_scope: 'National', event_type: 'Online' },
      ...{ starts_at: iso(starts_at + HOUR_MS), ends_at: iso(starts_at + 3 * HOUR_MS) },
      slots: slotsAt(starts_at + HOUR_MS),
    },
  ] as const

export const TABLES_OF_EVENT: Area<World> = {
  about: 'the tables of an event',
  tables: ['outbox', 'contents'],
  setUp,
  look,
  operations: {
    'Una signs up for the mill': ({ Una, mill }) => signUp(Una, mill),
    'Una signs up for Ashes': ({ Una, ashes }) => signUp(Una, ashes),
    'Una signs up for Late': ({ Una, late }) => signUp(Una, late),
    'the desk adds Una to Ashes': ({ Una, ashes: content_id }, { ben }) =>
      desk(ben, 'POST', '/registrations', { content_id, username: Una.username }),
    'the desk makes Una the leader of Ashes': ({ ashes, Una }, { ada }) =>
      desk(ada, 'PUT', ...place(ashes, 'ashes', { slot: 1, leader: Una.username })),
    'the desk moves Late to the first slot': ({ late }, { ben }) =>
      desk(ben, 'PUT', ...place(late, 'late', { slot: 1, location: 'Room 2' })),
    'Mara signs up for Late': ({ Mara, late }) => signUp(Mara, late),
    'Mara gives the seat back': ({ Mara, mill }) => leave(Mara, mill),
    'Lena stops leading': ({ Lena, ashes }) => site(Lena, 'DELETE', `/contents/offers/${ashes}`),
    'Lena signs up for Late': ({ Lena, late }) => signUp(Lena, late),
    'Lena is deactivated': ({ Lena }, { ada }) =>
      desk(ada, 'POST', `/members/${Lena.id}/deactivate`),
    'Tam changes the offer': ({ Tam, offer }) =>
      site(Tam, 'PUT', `/contents/offers/${offer}`, offered),
    'Tam withdraws the offer': ({ Tam, offer }) => site(Tam, 'DELETE', `/contents/offers/${offer}`),
    'Tam signs up for the mill': ({ Tam, mill }) => signUp(Tam, mill),
    'the desk gives the offer the second slot': ({ offer }, { ada }) =>
      desk(ada, 'PUT', ...place(offer, 'offer', { slot: 2 })),
    'the desk accepts the offer': ({ offer }, { ben }) =>
      desk(ben, 'POST', `/contents/${offer}/publish`),
    'the desk declines the offer': ({ offer }, { ben }) =>
      desk(ben, 'POST', `/contents/${offer}/decline`, { reason: 'Full.' }),
    'the mill is cancelled': ({ mill }, { ada }) => desk(ada, 'POST', `/contents/${mill}/cancel`),
    'the evening is moved': (world, { ben }) => desk(ben, 'PUT', ...moved(world)),
    'the evening is withdrawn': ({ event }, { ada }) =>
      desk(ada, 'POST', `/contents/${event}/unpublish`),
    'the evening is cancelled': ({ event }, { ben }) =>
      desk(ben, 'POST', `/contents/${event}/cancel`),
  },
}
