import type { ContentId, MemberId } from '../../../contract/ids.ts'
import { reading } from '../../../server/work/work.ts'
import { addPeople } from '../../../test/helpers/fixtures/groups.ts'
import { prepareHere, reportTo, serve } from './parent.ts'

/* The application with events that have seats, and a member who signs up for one after the other. */

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** One event for each call of a run, because a member can sign up only once. */
const EVENTS = 4000
/** Rows of one statement: SQLite takes 32,766 parameters. */
const CHUNK = 1000
const OTHERS = 50

export type SeatsReady = {
  readonly url: string
  readonly access: string
  readonly events: readonly ContentId[]
}

const prepared = await prepareHere('none')
const { db, clock } = prepared.deps
const { app, url } = await serve(prepared)
const now = clock()
const events: ContentId[] = []
for (let first = 0; first < EVENTS; first += CHUNK) {
  const added = await db
    .insertInto('contents')
    .values(Array.from({ length: CHUNK }, (_, at) => eventRow(first + at)))
    .returning('id')
    .execute()
  events.push(...added.map(({ id }) => id))
}
const [member, ...others] = await addPeople(prepared, OTHERS + 1)
if (member === undefined) throw new Error('there is a member')
const { access } = await app.siteTokens.issue(reading(prepared.deps), member)
for (const { id: user_id } of others) await signUpEverywhere(user_id)
reportTo({ url, access, events } satisfies SeatsReady)

function eventRow(at: number) {
  return {
    kind: 'event' as const,
    uid: `bench-${at}`,
    title: 'Event',
    short_description: 'Short',
    description: 'Long',
    location: 'Vienna',
    event_scope: 'National' as const,
    event_type: 'Online' as const,
    publish_at: now,
    starts_at: now + 30 * DAY_MS,
    ends_at: now + 31 * DAY_MS,
    seats: 2 * OTHERS,
    waiting_max: OTHERS,
    confirm_hours: 24,
    questions: '[]',
    created_at: now,
    updated_at: now,
  }
}

async function signUpEverywhere(user_id: MemberId): Promise<void> {
  const state = { state: 'coming' as const, answers: '[]', told: '', queued_at: now }
  for (let first = 0; first < EVENTS; first += CHUNK)
    await db
      .insertInto('registrations')
      .values(
        events.slice(first, first + CHUNK).map((content_id) => ({
          content_id,
          user_id,
          ...state,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute()
}
