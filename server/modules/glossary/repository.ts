import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId, MemberId } from '#contract/ids.ts'
import type { Deletion } from '#contract/personalData.ts'
import type { EntryState } from '#contract/sets.ts'
import { storedTrees } from '../../db/linkedTexts.ts'
import { pictureFiles } from '../../db/looseFiles.ts'
import { type Placeholders, prepared } from '../../db/prepared.ts'
import {
  count,
  type DB,
  type HasDb,
  hasRow,
  insertRow,
  type Read,
  updateRow,
} from '../../db/rows.ts'
import { idList, idsOf, inOrderOf, isAfter, isInList } from '../../db/search.ts'
import { blankAudit } from '../../desk/audit.ts'
import type { Condition } from '../../desk/listQuery.ts'
import { entryLinks } from '../../desk/sections.ts'
import { titledText, titleKey } from '../../text/keys.ts'
import {
  filesOfPictures,
  namesIn,
  type PersonalData,
  reassign,
  rowsOf,
} from '../../work/personalData.ts'
import type { Section } from './policy.ts'

/* Types, and single entries with their sections. Lists of entries are in search.ts. */

export type StoredEntry = Selectable<DB['glossary_entries']>
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

const approvedEntry = (w: HasDb, id: GlossaryEntryId) =>
  w.db
    .selectFrom('glossary_entries as e')
    .select(['e.title', 'e.description', 'e.picture', 'e.format', 'e.language'])
    .select(opening.as('opening'))
    .where('e.id', '=', id)
    .where('e.approved_at', 'is not', null)

export const findForPageHead = (w: HasDb, id: GlossaryEntryId) =>
  approvedEntry(w, id).executeTakeFirst()

export const lockEntry = (w: HasDb, id: GlossaryEntryId) =>
  w.db
    .selectFrom('glossary_entries')
    .select(['id', 'title', 'description', 'created_by', 'approved_at', 'rejected_at'])
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
      .where((is) =>
        is.and({
          'e.created_by': author,
          'e.title': title,
          'e.approved_at': null,
          'e.rejected_at': null,
        }),
      )
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

const pendingOf = (w: HasDb, author: MemberId) =>
  w.db
    .selectFrom('glossary_entries')
    .where((is) => is.and({ created_by: author, approved_at: null, rejected_at: null }))

export const countPending = (w: HasDb, author: MemberId): Promise<number> =>
  count(pendingOf(w, author))

/** Entries of a member that wait for a review, oldest first. */
export const listPending = (w: HasDb, author: MemberId, limit: number) =>
  pendingOf(w, author).select(['id', 'title']).orderBy('id').limit(limit).execute()

export const hasEntries = (w: HasDb, author: MemberId): Promise<boolean> =>
  hasRow(w.db, 'glossary_entries', { created_by: author })

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
 * @param sections all of the entry
 * @param from index of the first new one
 */
export async function addSections(
  w: Read,
  {
    id,
    sections,
    ...entry
  }: Pick<StoredEntry, 'id' | 'title' | 'description'> & {
    readonly sections: readonly Section[]
  },
  from: number,
): Promise<void> {
  const rows = sections
    .map((section, position) => ({ ...section, entry_id: id, position }))
    .slice(from)
  await w.db.insertInto('glossary_sub_entries').values(rows).execute()
  const texts = sections.flatMap(({ title, content }) => [title, content])
  const pending_text = titledText(entry.title, [entry.description, ...texts])
  await updateRow(w.db, 'glossary_entries', id, { pending_text, updated_at: w.now })
}

/** Deletes the member's own entry that is not approved. Undefined: there was none. */
export const deleteOpenEntry = (w: HasDb, id: GlossaryEntryId, author: MemberId) =>
  w.db
    .deleteFrom('glossary_entries')
    .where((is) => is.and({ id, created_by: author, approved_at: null }))
    .returning('picture')
    .executeTakeFirst()

export const entryStates = (): Record<EntryState, Condition> => ({
  pending: sql`(approved_at is null and rejected_at is null)`,
  approved: sql`(approved_at is not null)`,
  rejected: sql`(rejected_at is not null)`,
})

/** Reads of the glossary for the linking of texts; see `modules/linking/source.ts`. */
export const glossaryLinks = {
  ...entryLinks({
    kind: 'glossary',
    table: 'glossary_entries',
    sections: 'glossary_sub_entries',
    isPublic: sql`approved_at is not null`,
    description: sql.ref('description'),
    searched: ['search_text', 'pending_text'],
    shown: sql`id, title, language`,
  }),
  async findCard(w: HasDb, id: number) {
    const row = await approvedEntry(w, id as GlossaryEntryId)
      .innerJoin('glossary_types as t', 't.id', 'e.type_id')
      .select(['e.id', 't.name as label'])
      .executeTakeFirst()
    return row && { ...row, text: row.description.trim() === '' ? row.opening : row.description }
  },
} as const

export type EntryFilters = {
  /** Null: all entries. */
  readonly id: GlossaryEntryId | null
  /** All entries of one author; null: the approved ones of all authors. */
  readonly author: MemberId | null
  /** Limits the list to authors who are not staff now (ruling 55). */
  readonly isUserMade: boolean
  readonly type: GlossaryTypeId | null
  readonly subtype: GlossarySubtypeId | null
  /** Folded by `termKey`; empty finds everything. */
  readonly term: string
}
export type Order = {
  readonly column: 'title_key' | 'created_at'
  readonly direction: 'asc' | 'desc'
}
export type Cursor = { readonly key: string | number; readonly id: GlossaryEntryId }

/** Characters; enough for the first line of a text. */
const OPENING_MAX = 400
const BLANKS = ' \t\r\n'

/** The beginning of the first section of an entry without a description. Select it only for the rows of a page. */
const opening = sql<string | null>`case when trim(e.description, ${sql.lit(BLANKS)}) = '' then (
  select substr(s.content, 1, ${sql.lit(OPENING_MAX)}) from glossary_sub_entries as s
  where s.entry_id = e.id order by s.position, s.id limit 1) end`

/** Conditions of all filters but the term. */
export function conditionOf({
  id,
  author,
  isUserMade,
  type,
  subtype,
}: EntryFilters): RawBuilder<SqlBool> {
  const staff = sql`(select id from users where role <> 'player')`
  return sql`(${sql.join(
    [
      author === null ? sql`e.approved_at is not null` : sql`e.created_by = ${author}`,
      ...(id === null ? [] : [sql`e.id = ${id}`]),
      ...(type === null ? [] : [sql`e.type_id = ${type}`]),
      ...(subtype === null ? [] : [sql`e.subtype_id = ${subtype}`]),
      ...(isUserMade ? [sql`e.created_by not in ${staff}`] : []),
    ],
    sql` and `,
  )})`
}

export const filtered = (w: HasDb, filters: EntryFilters) =>
  w.db.selectFrom('glossary_entries as e').where(conditionOf(filters))

export type Asked = {
  readonly filters: EntryFilters
  readonly order: Order
  /** Null: from the beginning. */
  readonly after: Cursor | null
}

/** Ids and keys of entries in an order, from a cursor or the beginning. */
export const ordered = (w: HasDb, { filters, order: { column, direction }, after }: Asked) =>
  filtered(w, filters)
    .$if(after !== null, (q) =>
      after === null ? q : q.where(isAfter([`e.${column}`, 'e.id'], direction, after)),
    )
    .select(['e.id', `e.${column} as key`])
    .orderBy(`e.${column}`, direction)
    .orderBy('e.id', direction)

export type EntryRow = Awaited<ReturnType<typeof shownRows>>[number]

const shownRows = prepared((db, { ids }: Placeholders<{ readonly ids: unknown }>) =>
  db
    .selectFrom('glossary_entries as e')
    .innerJoin('users as u', 'u.id', 'e.created_by')
    .innerJoin('glossary_types as t', 't.id', 'e.type_id')
    .leftJoin('glossary_subtypes as s', 's.id', 'e.subtype_id')
    .select(['e.id', 'e.title', 'e.description', 'e.picture', 'e.type_id', 'e.format'])
    .select('e.language')
    .select(['t.name as type_name', 't.icon as type_icon'])
    .select(['e.subtype_id', 's.name as subtype_name', 'u.username', 'u.role'])
    .select(['e.approved_at', 'e.rejected_at', 'e.rejection_reason', opening.as('opening')])
    .select(storedTrees('glossary', 'e.id').as('trees'))
    .where(isInList(db, 'e.id', ids)),
)

export async function entriesOf(
  w: HasDb,
  places: readonly { readonly id: GlossaryEntryId }[],
): Promise<EntryRow[]> {
  if (places.length === 0) return []
  const ids = idsOf(places)
  return inOrderOf(places, await shownRows(w.db, { ids: idList(w.db, ids) }))
}

const ownEntries = ({ id }: { readonly id: MemberId }) =>
  sql<SqlBool>`entry_id in (select id from glossary_entries where created_by = ${id})`

const ENTRY = { entry_id: ['entry', namesIn('glossary_entries', 'title')] } as const

export async function forecastEntries(
  w: HasDb,
  user: MemberId,
): Promise<Pick<Deletion, 'kept_entries' | 'deleted_entries'>> {
  return w.db
    .selectFrom('glossary_entries')
    .select(({ fn }) => [
      fn.count<number>('approved_at').as('kept_entries'),
      sql<number>`count(*) - count(approved_at)`.as('deleted_entries'),
    ])
    .where('created_by', '=', user)
    .executeTakeFirstOrThrow()
}

export const glossaryData: PersonalData = {
  tables: {
    glossary_entries: {
      rows: rowsOf('created_by'),
      without: ['title_key', 'search_text', 'pending_text', 'transfer_key'],
      names: {
        type_id: ['type', namesIn('glossary_types', 'name')],
        subtype_id: ['subtype', namesIn('glossary_subtypes', 'name')],
      },
    },
    glossary_sub_entries: { rows: ownEntries, names: ENTRY },
    glossary_reviews: {
      rows: ownEntries,
      order: ['entry_id'],
      names: ENTRY,
    },
  },
  async files(w, { id }) {
    const entries = await w.db
      .selectFrom('glossary_entries')
      .select(['id', 'picture'])
      .where('created_by', '=', id)
      .where('picture', 'is not', null)
      .orderBy('id')
      .execute()
    return filesOfPictures('entry', entries)
  },
  async erase(w, subject, formerMember) {
    const { id } = subject
    const own = sql`select cast(id as text) from glossary_entries where created_by = ${id}`
    await blankAudit(w, sql`resource in ('review', 'glossary-entries') and record in (${own})`)
    // What an import has changed is undone for other rows alone: these have another author from now on, or are gone.
    await sql`update import_rows set before = null where table_name = 'glossary_entries'
      and row_id in (select id from glossary_entries where created_by = ${id})`.execute(w.db)
    await sql`update glossary_reviews set author_version = null where ${ownEntries(subject)}`.execute(
      w.db,
    )
    await sql`update glossary_reviews set claimed_by = null, claimed_until = null
      where claimed_by = ${id}`.execute(w.db)
    await reassign(w, 'glossary_reviews', 'decided_by', id, formerMember)
    const open = await w.db
      .deleteFrom('glossary_entries')
      .where((is) => is.and({ created_by: id, approved_at: null }))
      .returning('picture')
      .execute()
    await reassign(w, 'glossary_entries', 'created_by', id, formerMember)
    return open.flatMap(({ picture }) => pictureFiles(picture))
  },
}
