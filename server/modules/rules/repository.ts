import { type Selectable, sql } from 'kysely'
import type { RuleCategoryId, RuleEntryId } from '#contract/ids.ts'
import type { RuleKind } from '#contract/sets.ts'
import type { DB, HasDb } from '../../db/schema.ts'
import { holds, isOneOf } from '../../db/search.ts'

export type StoredEntry = Selectable<DB['rule_entries']>
export type EntryRow = Pick<
  StoredEntry,
  | 'id'
  | 'title'
  | 'title_key'
  | 'picture'
  | 'category_id'
  | 'subcategory_id'
  | 'quick_subcategory_id'
  | 'language'
  | 'translation_group'
>
export type VideoRow = Selectable<DB['rule_videos']>

/**
 * Reading order: by the positions of category, sub-category and entry. An entry without a category or
 * sub-category comes after those that have one. The last entry of a category is followed by the next category.
 */
const BASIC_ORDER = sql`c.id is null, c.position, c.id, s.id is null, s.position, s.id, e.position, e.id`
const QUICK_ORDER = sql`q.id is null, q.position, q.id, e.position, e.id`

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
  const entries = w.db
    .selectFrom('rule_entries as e')
    .where('e.kind', '=', kind)
    .select([
      'e.id',
      'e.title',
      'e.title_key',
      'e.picture',
      'e.category_id',
      'e.subcategory_id',
      'e.quick_subcategory_id',
      'e.language',
      'e.translation_group',
    ])
  return kind === 'basic'
    ? entries
        .leftJoin('rule_categories as c', 'c.id', 'e.category_id')
        .leftJoin('rule_subcategories as s', 's.id', 'e.subcategory_id')
        .orderBy(BASIC_ORDER)
        .execute()
    : entries
        .leftJoin('quick_subcategories as q', 'q.id', 'e.quick_subcategory_id')
        .orderBy(QUICK_ORDER)
        .execute()
}

/** The length of all texts of a kind. UTF-16 units or code points, depending on the engine. */
export async function textLength(w: HasDb, kind: RuleKind): Promise<number> {
  const { length } = await w.db
    .selectFrom('rule_entries')
    .select(sql<number | string | null>`sum(length(search_text))`.as('length'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return Number(length)
}

export const listSearchTexts = (w: HasDb, kind: RuleKind, after: number, limit: number) =>
  w.db
    .selectFrom('rule_entries')
    .select(['id', 'search_text'])
    .where('kind', '=', kind)
    .where(sql<boolean>`id > ${after}`)
    .orderBy('id')
    .limit(limit)
    .execute()

/** @param term folded by `searchKey` */
export async function listIdsHolding(
  w: HasDb,
  kind: RuleKind,
  term: string,
): Promise<RuleEntryId[]> {
  const rows = await w.db
    .selectFrom('rule_entries')
    .select('id')
    .where('kind', '=', kind)
    .where(holds(w.db, 'search_text', term))
    .execute()
  return rows.map(({ id }) => id)
}

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
