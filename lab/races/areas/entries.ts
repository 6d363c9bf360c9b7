import type { GlossaryEntryId, GlossaryTypeId } from '../../../contract/ids.ts'
import { MINUTE_MS } from '../../../server/config/time.ts'
import { desk, rolesOf, type Stage, site, siteForm } from '../../../test/helpers/races/stage.ts'
import type { TestUser } from '../../../test/helpers/server/startServer.ts'
import type { Area } from '../racePairs.ts'

type World = {
  readonly Anna: TestUser
  readonly type: GlossaryTypeId
  readonly entry: GlossaryEntryId
  /** ISO 8601. */
  readonly updatedAt: string
}

const TABLES = ['outbox', 'glossary_entries', 'glossary_subtypes', 'glossary_types'] as const

/** @param approvedBefore milliseconds since the approval by Ada; null: the entry is under review */
const setUp =
  (approvedBefore: number | null) =>
  async (stage: Stage, count: number): Promise<World[]> => {
    const authors = await stage.people(count)
    const { db, clock } = stage.server.deps
    const decided_at = approvedBefore === null ? null : clock() - approvedBefore
    const created_at = clock() - 10 * MINUTE_MS
    const updated_at = decided_at ?? created_at
    return db.transaction().execute(async (tx) => {
      const types = await tx
        .insertInto('glossary_types')
        .values(authors.map((_author, n) => ({ name: `Type ${n}`, position: n })))
        .returning('id')
        .execute()
      const entries = await tx
        .insertInto('glossary_entries')
        .values(
          authors.map(({ id }, n) => ({
            title: 'Harbour',
            description: '',
            type_id: types[n]?.id as GlossaryTypeId,
            created_by: id,
            created_at,
            updated_at,
            approved_at: decided_at,
            title_key: 'harbour',
            search_text: 'harbour',
          })),
        )
        .returning('id')
        .execute()
      if (decided_at !== null) {
        const decided_by = stage.ada.user.id
        const decision = { decided_by, decided_at, claimed_by: null, claimed_until: null }
        await tx
          .insertInto('glossary_reviews')
          .values(
            entries.map(({ id }) => ({
              ...decision,
              entry_id: id,
              decided_how: null,
              author_version: null,
            })),
          )
          .execute()
        await tx
          .insertInto('outbox')
          .values(
            entries.map(({ id }, n) => ({
              kind: 'entry-approved',
              once_key: `review:${id}:${decided_at}`,
              recipient: `pool${n}@example.org`,
              data: '{}',
              created_at: decided_at,
              next_attempt_at: decided_at + 10 * MINUTE_MS,
            })),
          )
          .execute()
      }
      return authors.map((Anna, n) => ({
        Anna,
        type: types[n]?.id as GlossaryTypeId,
        entry: entries[n]?.id as GlossaryEntryId,
        updatedAt: new Date(updated_at).toISOString(),
      }))
    })
  }

async function look({ server, ada, ben }: Stage, worlds: readonly World[]) {
  const { db } = server.deps
  const entries = Map.groupBy(
    await db.selectFrom('glossary_entries').selectAll().orderBy('id').execute(),
    ({ created_by }) => created_by,
  )
  const sections = Map.groupBy(
    await db.selectFrom('glossary_sub_entries').selectAll().orderBy('position').execute(),
    ({ entry_id }) => entry_id,
  )
  const reviews = new Map(
    (await db.selectFrom('glossary_reviews').selectAll().execute()).map((row) => [
      row.entry_id,
      row,
    ]),
  )
  const mails = Map.groupBy(
    await db.selectFrom('outbox').select(['once_key']).execute(),
    ({ once_key }) => once_key?.split(':')[1] ?? '',
  )
  const role = rolesOf({ Ada: ada.user, Ben: ben.user })
  return worlds.map(({ Anna, entry }) => ({
    entries: (entries.get(Anna.id) ?? []).map((row) => ({
      title: row.title,
      state: row.approved_at ? 'approved' : row.rejected_at ? 'rejected' : 'pending',
      sections: (sections.get(row.id) ?? []).map(({ title, position }) => `${position} ${title}`),
      claim: role(reviews.get(row.id)?.claimed_by ?? null),
      decision: role(reviews.get(row.id)?.decided_by ?? null),
      text: row.search_text,
      pendingText: row.pending_text,
    })),
    mails: mails.get(String(entry))?.length ?? 0,
  }))
}

const sections = (entry: GlossaryEntryId) => [
  { title: 'Quay', content: 'Of stone', glossary_entry: entry },
]
const AUTHORS_OPERATIONS: Area<World>['operations'] = {
  'the author deletes': ({ Anna, entry }) =>
    site(Anna, 'DELETE', `/glossary/delete-entry/${entry}`),
  'the author adds a section': ({ Anna, entry }) =>
    site(Anna, 'POST', `/glossary/entries/${entry}/sub-entries/`, { sub_entries: sections(entry) }),
}
const STAFFS_OPERATIONS: Area<World>['operations'] = {
  'Ada undoes': ({ entry }, { ada }) => desk(ada, 'POST', `/review/${entry}/undo`),
  'the desk rewrites': ({ entry, type }, { ada }) =>
    desk(ada, 'PUT', `/glossary-entries/${entry}`, {
      title: 'Haven',
      type_id: type,
      sub_entries: [{ title: 'Light', content: 'A tower' }],
    }),
  'the desk deletes': ({ entry }, { ben }) => desk(ben, 'DELETE', `/glossary-entries/${entry}`),
}

export const PENDING_ENTRY: Area<World> = {
  about: 'an entry under review',
  tables: TABLES,
  setUp: setUp(null),
  look,
  operations: {
    ...AUTHORS_OPERATIONS,
    'the author repeats the first step': ({ Anna, type }) =>
      siteForm(Anna, '/glossary/user-entries/', { title: 'Harbour', entry_type: String(type) }),
    'Ada claims': ({ entry }, { ada }) => desk(ada, 'POST', `/review/${entry}/claim`),
    'Ben claims': ({ entry }, { ben }) => desk(ben, 'POST', `/review/${entry}/claim`),
    'Ada approves': ({ entry }, { ada }) => desk(ada, 'POST', `/review/${entry}/approve`),
    'Ben approves with edits': ({ entry, type, updatedAt }, { ben }) =>
      desk(ben, 'POST', `/review/${entry}/approve`, {
        edits: {
          title: 'Port',
          type_id: type,
          sub_entries: [{ title: 'Pier', content: 'Of wood' }],
          updated_at: updatedAt,
        },
      }),
    'Ben rejects': ({ entry }, { ben }) =>
      desk(ben, 'POST', `/review/${entry}/reject`, { reason: 'Too short' }),
    ...STAFFS_OPERATIONS,
  },
}

export const DECIDED_ENTRY: Area<World> = {
  about: 'an entry that was approved a minute ago',
  tables: TABLES,
  setUp: setUp(MINUTE_MS),
  look,
  operations: {
    ...AUTHORS_OPERATIONS,
    'Ben undoes': ({ entry }, { ben }) => desk(ben, 'POST', `/review/${entry}/undo`),
    'Ben claims': ({ entry }, { ben }) => desk(ben, 'POST', `/review/${entry}/claim`),
    ...STAFFS_OPERATIONS,
  },
}
