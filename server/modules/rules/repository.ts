import { type Selectable, sql } from 'kysely'
import type { RuleCategoryId, RuleEntryId } from '#contract/ids.ts'
import type { RuleKind } from '#contract/sets.ts'
import type { DB, HasDb } from '../../db/rows.ts'
import { idsOf, isOneOf } from '../../db/search.ts'
import { entryLinks, sectionsOf } from '../../desk/sections.ts'

type StoredEntry = Selectable<DB['rule_entries']>
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

export const listNamed = (w: HasDb, table: 'rule_categories' | 'quick_subcategories') =>
  w.db.selectFrom(table).select(['id', 'name']).orderBy('position').orderBy('id').execute()

export const listSubcategories = (w: HasDb, category: RuleCategoryId) =>
  w.db
    .selectFrom('rule_subcategories')
    .select(['id', 'name', 'category_id as category'])
    .where('category_id', '=', category)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const listVideos = (w: HasDb): Promise<VideoRow[]> =>
  w.db.selectFrom('rule_videos').selectAll().orderBy('position').orderBy('id').execute()

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

/** Reads of rules for the linking of texts; see `modules/linking/source.ts`. */
export const ruleLinks = {
  ...entryLinks({
    kind: 'rule',
    table: 'rule_entries',
    sections: 'rule_sub_entries',
    isPublic: sql`1 = 1`,
    description: sql`''`,
    searched: ['search_text'],
    shown: sql`id, title, kind as list, language, translation_group`,
  }),
  async findCard(w: HasDb, id: number) {
    const row = await findEntry(w, id as RuleEntryId)
    if (row === undefined) return undefined
    const sections = (await sectionsOf(w, 'rule_sub_entries', [row]))(row.id)
    const text = sections.find(({ content }) => content.trim() !== '')?.content ?? null
    return { ...row, list: row.kind, label: null, text }
  },
} as const
