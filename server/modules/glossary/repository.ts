import { type Insertable, type Selectable, sql } from 'kysely'
import type { GlossaryEntryId, GlossaryTypeId, MemberId } from '#contract/ids.ts'
import type { EntryState } from '#contract/sets.ts'
import { count, exists, insertRow, updateRow } from '../../db/rows.ts'
import type { DB, HasDb, Read } from '../../db/schema.ts'
import { holds, isOneOf } from '../../db/search.ts'
import { aliasesIn } from '../../desk/aliases.ts'
import type { Condition } from '../../desk/listQuery.ts'
import { sectionsOf } from '../../desk/sections.ts'
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

export const listTypes = (w: HasDb) =>
  w.db
    .selectFrom('glossary_types')
    .select(['id', 'name', 'icon'])
    .orderBy('position')
    .orderBy('id')
    .execute()

/** @param type null: of all types, type by type */
export const listSubtypes = (w: HasDb, type: GlossaryTypeId | null) =>
  w.db
    .selectFrom('glossary_subtypes')
    .innerJoin('glossary_types', 'glossary_types.id', 'glossary_subtypes.type_id')
    .select(['glossary_subtypes.id', 'glossary_subtypes.name'])
    .$if(type !== null, (q) => q.where('type_id', '=', type))
    .orderBy('glossary_types.position')
    .orderBy('glossary_types.id')
    .orderBy('glossary_subtypes.position')
    .orderBy('glossary_subtypes.id')
    .execute()

export const findEntryAccess = (w: HasDb, id: GlossaryEntryId) =>
  w.db
    .selectFrom('glossary_entries')
    .select(['id', 'created_by', 'approved_at', 'rejected_at', 'format'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Fields of an approved entry for previews of links. */
export const findForPageHead = (w: HasDb, id: GlossaryEntryId) =>
  w.db
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

export const lockEntry = (w: HasDb, id: GlossaryEntryId) =>
  w.db
    .selectFrom('glossary_entries')
    .select(['title', 'description', 'created_by', 'approved_at', 'rejected_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const listSections = (w: HasDb, id: GlossaryEntryId): Promise<Section[]> =>
  w.db
    .selectFrom('glossary_sub_entries')
    .select(['title', 'content'])
    .where('entry_id', '=', id)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** A pending entry of this title without sections; locked, so that it stays one until the transaction ends. */
export async function lockUnfinished(w: HasDb, author: MemberId, title: string) {
  const unfinished = () =>
    w.db
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

export const countPending = (w: HasDb, author: MemberId): Promise<number> =>
  count(
    w.db
      .selectFrom('glossary_entries')
      .where('created_by', '=', author)
      .where('approved_at', 'is', null)
      .where('rejected_at', 'is', null),
  )

/** Entries of a member that wait for a review, oldest first. */
export const listPending = (w: HasDb, author: MemberId, limit: number) =>
  w.db
    .selectFrom('glossary_entries')
    .select(['id', 'title'])
    .where('created_by', '=', author)
    .where('approved_at', 'is', null)
    .where('rejected_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

export const hasEntries = (w: HasDb, author: MemberId): Promise<boolean> =>
  exists(w.db.selectFrom('glossary_entries').select('id').where('created_by', '=', author).limit(1))

export const insertEntry = (w: Read, entry: NewEntry, author: MemberId) =>
  insertRow(w.db, 'glossary_entries', {
    ...entry,
    description: '',
    created_by: author,
    created_at: w.now,
    updated_at: w.now,
    title_key: titleKey(entry.title),
    search_text: titledText(entry.title, []),
  })

/**
 * The author finds the texts at once; the public index gets them at the approval.
 * @param present the sections before, whose texts stay findable
 */
export async function addSections(
  w: Read,
  id: GlossaryEntryId,
  entry: { readonly title: string; readonly description: string },
  present: readonly Section[],
  added: readonly Section[],
): Promise<void> {
  const rows = added.map((section, index) => ({
    ...section,
    entry_id: id,
    position: present.length + index,
  }))
  await w.db.insertInto('glossary_sub_entries').values(rows).execute()
  const texts = [...present, ...added].flatMap(({ title, content }) => [title, content])
  const pending_text = titledText(entry.title, [entry.description, ...texts])
  await updateRow(w.db, 'glossary_entries', id, { pending_text, updated_at: w.now })
}

/** Deletes the member's own entry that is not approved. Undefined: there was none. */
export const deleteOpenEntry = (w: HasDb, id: GlossaryEntryId, author: MemberId) =>
  w.db
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

/* Reads of the glossary for the linking of texts; see `modules/linking/source.ts`. */

const cards = (w: HasDb) =>
  w.db
    .selectFrom('glossary_entries as e')
    .innerJoin('glossary_types as t', 't.id', 'e.type_id')
    .select(['e.id', 'e.title', 'e.description', 'e.picture', 'e.format', 'e.language', 't.name'])
    .select(opening.as('opening'))

const cardOf = (row: Awaited<ReturnType<ReturnType<typeof cards>['execute']>>[number]) => {
  const text = row.description.trim() === '' ? row.opening : row.description
  const { id, title, format, picture, name, language } = row
  return { id, title, label: name, text, format, picture, language }
}

const entries = (w: HasDb) => w.db.selectFrom('glossary_entries')
const approved = (w: HasDb) => entries(w).where('approved_at', 'is not', null)

export const glossaryLinks = {
  kind: 'glossary',
  listStamps: (w: HasDb, after: number, limit: number) =>
    entries(w)
      .select(['id', 'updated_at as stamp'])
      .where('id', '>', after as GlossaryEntryId)
      .orderBy('id')
      .limit(limit)
      .execute(),
  async load(w: HasDb, ids: readonly number[]) {
    const rows = await entries(w)
      .select(['id', 'title', 'aliases', 'format', 'description', 'updated_at'])
      .where(isOneOf(w.db, 'id', ids))
      .execute()
    const sections = await sectionsOf(w, 'glossary_sub_entries', rows)
    return rows.map(({ id, title, aliases, format, description, updated_at }) => ({
      id,
      stamp: updated_at,
      format,
      names: [title, ...aliasesIn(aliases)],
      texts: [description, ...sections(id).map(({ content }) => content)],
    }))
  },
  async idsHolding(w: HasDb, key: string) {
    const rows = await entries(w)
      .select('id')
      .where((is) => is.or([holds(w.db, 'search_text', key), holds(w.db, 'pending_text', key)]))
      .execute()
    return rows.map(({ id }) => id)
  },
  listPublic: (w: HasDb, ids: readonly number[]) =>
    approved(w)
      .select(['id', 'title', 'language'])
      .where(isOneOf(w.db, 'id', ids))
      .orderBy('title_key')
      .execute(),
  listNames: (w: HasDb, after: number, limit: number) =>
    approved(w)
      .select(['id', 'title', 'aliases'])
      .where('id', '>', after as GlossaryEntryId)
      .orderBy('id')
      .limit(limit)
      .execute(),
  async findCard(w: HasDb, id: number) {
    const row = await cards(w)
      .where('e.id', '=', id as GlossaryEntryId)
      .where('e.approved_at', 'is not', null)
      .executeTakeFirst()
    return row && cardOf(row)
  },
} as const
