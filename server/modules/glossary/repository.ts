import { type Insertable, type Selectable, sql } from 'kysely'
import type { GlossaryEntryId, GlossaryTypeId, MemberId } from '#contract/ids.ts'
import type { EntryState } from '#contract/sets.ts'
import { insertRow, updateRow } from '../../db/rows.ts'
import type { DB, Db } from '../../db/schema.ts'
import type { Condition } from '../../desk/listQuery.ts'
import { titledText, titleKey } from '../../text/keys.ts'
import { opening } from './orderRepository.ts'
import type { Section } from './policy.ts'

/* Types, and single entries with their sections. Lists of entries are in search.ts. */

export type StoredEntry = Selectable<DB['glossary_entries']>
/** The fields of the form of a member. */
export type NewEntry = Pick<
  Insertable<DB['glossary_entries']>,
  'title' | 'type_id' | 'subtype_id' | 'picture' | 'format'
>

export const listTypes = (db: Db) =>
  db
    .selectFrom('glossary_types')
    .select(['id', 'name', 'icon'])
    .orderBy('position')
    .orderBy('id')
    .execute()

/** @param type null: of all types, type by type */
export const listSubtypes = (db: Db, type: GlossaryTypeId | null) =>
  db
    .selectFrom('glossary_subtypes')
    .innerJoin('glossary_types', 'glossary_types.id', 'glossary_subtypes.type_id')
    .select(['glossary_subtypes.id', 'glossary_subtypes.name'])
    .$if(type !== null, (q) => q.where('type_id', '=', type))
    .orderBy('glossary_types.position')
    .orderBy('glossary_types.id')
    .orderBy('glossary_subtypes.position')
    .orderBy('glossary_subtypes.id')
    .execute()

export const findEntryAccess = (db: Db, id: GlossaryEntryId) =>
  db
    .selectFrom('glossary_entries')
    .select(['id', 'created_by', 'approved_at', 'rejected_at', 'format'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Fields of an approved entry for previews of links. */
export const findForPageHead = (db: Db, id: GlossaryEntryId) =>
  db
    .selectFrom('glossary_entries as e')
    .select([
      'e.title',
      'e.description',
      'e.picture',
      'e.format',
      'e.language',
      opening.as('opening'),
    ])
    .where('e.id', '=', id)
    .where('e.approved_at', 'is not', null)
    .executeTakeFirst()

export const lockEntry = (tx: Db, id: GlossaryEntryId) =>
  tx
    .selectFrom('glossary_entries')
    .select(['title', 'description', 'created_by', 'approved_at', 'rejected_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const listSections = (db: Db, id: GlossaryEntryId): Promise<Section[]> =>
  db
    .selectFrom('glossary_sub_entries')
    .select(['title', 'content'])
    .where('entry_id', '=', id)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** A pending entry of this title without sections; locked, so that it stays one until the transaction ends. */
export async function lockUnfinished(tx: Db, author: MemberId, title: string) {
  const unfinished = () =>
    tx
      .selectFrom('glossary_entries as e')
      .select(['e.id', 'e.picture'])
      .where('e.created_by', '=', author)
      .where('e.title', '=', title)
      .where('e.approved_at', 'is', null)
      .where('e.rejected_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('glossary_sub_entries as s')
              .select('s.id')
              .whereRef('s.entry_id', '=', 'e.id'),
          ),
        ),
      )
  const locked = await unfinished().forNoKeyUpdate('e').executeTakeFirst()
  // A new statement is needed: it sees sections that were added while the lock was awaited.
  return locked && unfinished().where('e.id', '=', locked.id).executeTakeFirst()
}

export async function countPending(tx: Db, author: MemberId): Promise<number> {
  const { n } = await tx
    .selectFrom('glossary_entries')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('created_by', '=', author)
    .where('approved_at', 'is', null)
    .where('rejected_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** Entries of a member that wait for a review, oldest first. */
export const listPending = (db: Db, author: MemberId, limit: number) =>
  db
    .selectFrom('glossary_entries')
    .select(['id', 'title'])
    .where('created_by', '=', author)
    .where('approved_at', 'is', null)
    .where('rejected_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

export const hasEntries = async (db: Db, author: MemberId): Promise<boolean> =>
  (await db
    .selectFrom('glossary_entries')
    .select('id')
    .where('created_by', '=', author)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const insertEntry = (tx: Db, entry: NewEntry, author: MemberId, now: number) =>
  insertRow(tx, 'glossary_entries', {
    ...entry,
    description: '',
    created_by: author,
    created_at: now,
    updated_at: now,
    title_key: titleKey(entry.title),
    search_text: titledText(entry.title, []),
  })

/**
 * The author finds the texts at once; the public index gets them at the approval.
 * @param present the sections before, whose texts stay findable
 */
export async function addSections(
  tx: Db,
  id: GlossaryEntryId,
  entry: { readonly title: string; readonly description: string },
  present: readonly Section[],
  added: readonly Section[],
  now: number,
): Promise<void> {
  const rows = added.map((section, index) => ({
    ...section,
    entry_id: id,
    position: present.length + index,
  }))
  await tx.insertInto('glossary_sub_entries').values(rows).execute()
  const texts = [...present, ...added].flatMap(({ title, content }) => [title, content])
  const pending_text = titledText(entry.title, [entry.description, ...texts])
  await updateRow(tx, 'glossary_entries', id, { pending_text, updated_at: now })
}

/** Deletes the member's own entry that is not approved. Undefined: there was none. */
export const deleteOpenEntry = (db: Db, id: GlossaryEntryId, author: MemberId) =>
  db
    .deleteFrom('glossary_entries')
    .where('id', '=', id)
    .where('created_by', '=', author)
    .where('approved_at', 'is', null)
    .returning('picture')
    .executeTakeFirst()

export const entryStates = (): Record<EntryState, Condition> => ({
  pending: sql`(approved_at is null and rejected_at is null)`,
  approved: sql`(approved_at is not null)`,
  rejected: sql`(rejected_at is not null)`,
})
