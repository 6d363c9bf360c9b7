import { type Selectable, sql } from 'kysely'
import type { RuleCategoryId, RuleEntryId } from '#contract/ids.ts'
import type { RuleKind } from '#contract/sets.ts'
import type { DB, HasDb } from '../../db/schema.ts'
import { holds, idsOf, isOneOf } from '../../db/search.ts'
import { aliasesIn } from '../../desk/aliases.ts'
import { sectionsOf } from '../../desk/sections.ts'

export type StoredEntry = Selectable<DB['rule_entries']>
export type EntryRow = Pick<
  StoredEntry,
  | 'id'
  | 'title'
  | 'picture'
  | 'category_id'
  | 'subcategory_id'
  | 'quick_subcategory_id'
  | 'language'
  | 'translation_group'
>
export type VideoRow = Selectable<DB['rule_videos']>

/**
 * Reading order of entries `e`: by the positions of category, sub-category and entry. An entry without a category or
 * sub-category comes after those that have one. The last entry of a category is followed by the next category.
 */
export const READING_ORDER = {
  joins: sql`left join rule_categories as c on c.id = e.category_id
    left join rule_subcategories as s on s.id = e.subcategory_id
    left join quick_subcategories as q on q.id = e.quick_subcategory_id`,
  order: sql`c.id is null, c.position, c.id, s.id is null, s.position, s.id,
    q.id is null, q.position, q.id, e.position, e.id`,
} as const

export const listCategories = (w: HasDb) =>
  w.db
    .selectFrom('rule_categories')
    .select(['id', 'name'])
    .orderBy('position')
    .orderBy('id')
    .execute()

export const listSubcategories = (w: HasDb, category: RuleCategoryId) =>
  w.db
    .selectFrom('rule_subcategories')
    .select(['id', 'name', 'category_id as category'])
    .where('category_id', '=', category)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const listQuickSubcategories = (w: HasDb) =>
  w.db
    .selectFrom('quick_subcategories')
    .select(['id', 'name'])
    .orderBy('position')
    .orderBy('id')
    .execute()

export const listVideos = (w: HasDb): Promise<VideoRow[]> =>
  w.db.selectFrom('rule_videos').selectAll().orderBy('position').orderBy('id').execute()

/** All entries of a kind in reading order. */
export async function listEntries(w: HasDb, kind: RuleKind): Promise<EntryRow[]> {
  const { joins, order } = READING_ORDER
  const { rows } = await sql<EntryRow>`select e.id, e.title, e.picture, e.category_id,
      e.subcategory_id, e.quick_subcategory_id, e.language, e.translation_group
    from rule_entries as e ${joins} where e.kind = ${kind} order by ${order}`.execute(w.db)
  return rows
}

export const listHits = async (w: HasDb, hits: readonly { readonly id: RuleEntryId }[]) =>
  hits.length === 0
    ? []
    : w.db
        .selectFrom('rule_entries')
        .select(['id', 'kind', 'title', 'language', 'format'])
        .where(isOneOf(w.db, 'id', idsOf(hits)))
        .execute()

export const findEntry = (w: HasDb, id: RuleEntryId) =>
  w.db
    .selectFrom('rule_entries')
    .select(['id', 'kind', 'title', 'picture', 'format', 'language'])
    .where('id', '=', id)
    .executeTakeFirst()

export const listPages = (w: HasDb, limit: number) =>
  w.db.selectFrom('rule_entries').select(['id', 'updated_at']).orderBy('id').limit(limit).execute()

export const listSections = (w: HasDb, entries: readonly RuleEntryId[]) =>
  w.db
    .selectFrom('rule_sub_entries as s')
    .innerJoin('rule_entries as e', 'e.id', 's.entry_id')
    .select(['s.id', 's.entry_id', 's.title', 's.content', 'e.format'])
    .where(isOneOf(w.db, 's.entry_id', entries))
    .orderBy('s.position')
    .orderBy('s.id')
    .execute()

/* Reads of rules for the linking of texts; see `modules/linking/source.ts`. */

const entries = (w: HasDb) => w.db.selectFrom('rule_entries')

export const ruleLinks = {
  kind: 'rule',
  listStamps: (w: HasDb, after: number, limit: number) =>
    entries(w)
      .select(['id', 'updated_at as stamp'])
      .where('id', '>', after as RuleEntryId)
      .orderBy('id')
      .limit(limit)
      .execute(),
  async load(w: HasDb, ids: readonly number[]) {
    const rows = await entries(w)
      .select(['id', 'title', 'aliases', 'format', 'updated_at'])
      .where(isOneOf(w.db, 'id', ids))
      .execute()
    const sections = await sectionsOf(w, 'rule_sub_entries', rows)
    return rows.map(({ id, title, aliases, format, updated_at }) => ({
      id,
      stamp: updated_at,
      format,
      names: [title, ...aliasesIn(aliases)],
      texts: sections(id).map(({ content }) => content),
    }))
  },
  async idsHolding(w: HasDb, key: string) {
    const rows = await entries(w)
      .select('id')
      .where(holds(w.db, 'search_text', key))
      .execute()
    return rows.map(({ id }) => id)
  },
  listPublic: (w: HasDb, ids: readonly number[]) =>
    entries(w)
      .select(['id', 'title', 'kind as list', 'language'])
      .where(isOneOf(w.db, 'id', ids))
      .orderBy('title_key')
      .execute(),
  listNames: (w: HasDb, after: number, limit: number) =>
    entries(w)
      .select(['id', 'title', 'aliases'])
      .where('id', '>', after as RuleEntryId)
      .orderBy('id')
      .limit(limit)
      .execute(),
  async findCard(w: HasDb, id: number) {
    const row = await entries(w)
      .select(['id', 'title', 'picture', 'kind', 'format', 'language'])
      .where('id', '=', id as RuleEntryId)
      .executeTakeFirst()
    if (row === undefined) return undefined
    const sections = (await sectionsOf(w, 'rule_sub_entries', [row]))(row.id)
    const text = sections.find(({ content }) => content.trim() !== '')?.content ?? null
    const { title, format, picture, kind, language } = row
    return { id: row.id, title, label: null, text, format, picture, list: kind, language }
  },
} as const
