import { sql } from 'kysely'
import type {
  QuickSubcategoryId,
  RuleCategoryId,
  RuleEntryId,
  RuleSubcategoryId,
} from '#contract/ids.ts'
import { holds } from '../../db/search.ts'
import type { Db, Deps } from '../../deps.ts'

export type BasicFilters = {
  /** Folded by `searchKey`; empty finds everything. */
  readonly term: string
  readonly category: RuleCategoryId | null
  readonly subcategory: RuleSubcategoryId | null
}
export type QuickFilters = {
  readonly term: string
  readonly subcategory: QuickSubcategoryId | null
}
export type EntryRow = {
  id: RuleEntryId
  title: string
  picture: string | null
  next_id: RuleEntryId | null
}
export type BasicRow = EntryRow & {
  category_id: RuleCategoryId | null
  subcategory_id: RuleSubcategoryId | null
}
export type QuickRow = EntryRow & { quick_subcategory_id: QuickSubcategoryId | null }

/**
 * Reading order: by the places of category, sub-category and entry. An entry without a category or
 * sub-category comes after those that have one. The last entry of a category leads on to the next one.
 */
const BASIC_ORDER = sql`c.id is null, c.position, c.id, s.id is null, s.position, s.id, e.position, e.id`
const QUICK_ORDER = sql`q.id is null, q.position, q.id, e.position, e.id`

/** Rules in reading order. */
export const rulesRepository = ({ engine }: Pick<Deps, 'engine'>) => ({
  categories: (db: Db) =>
    db
      .selectFrom('rule_categories')
      .select(['id', 'name'])
      .orderBy('position')
      .orderBy('id')
      .execute(),

  hasCategory: async (db: Db, id: RuleCategoryId): Promise<boolean> =>
    (await db
      .selectFrom('rule_categories')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()) !== undefined,

  subcategories: (db: Db, category: RuleCategoryId) =>
    db
      .selectFrom('rule_subcategories')
      .select(['id', 'name', 'category_id as category'])
      .where('category_id', '=', category)
      .orderBy('position')
      .orderBy('id')
      .execute(),

  quickSubcategories: (db: Db) =>
    db
      .selectFrom('quick_subcategories')
      .select(['id', 'name'])
      .orderBy('position')
      .orderBy('id')
      .execute(),

  videos: (db: Db) =>
    db.selectFrom('rule_videos').selectAll().orderBy('position').orderBy('id').execute(),

  /** The entry to read next is found before the filters: it may be one that they leave out. */
  basicEntries(db: Db, { term, category, subcategory }: BasicFilters): Promise<BasicRow[]> {
    const read = db
      .selectFrom('rule_entries as e')
      .leftJoin('rule_categories as c', 'c.id', 'e.category_id')
      .leftJoin('rule_subcategories as s', 's.id', 'e.subcategory_id')
      .where('e.kind', '=', 'basic')
      .select([
        'e.id',
        'e.title',
        'e.picture',
        'e.category_id',
        'e.subcategory_id',
        'e.search_text',
        sql<RuleEntryId | null>`lead(e.id) over (order by ${BASIC_ORDER})`.as('next_id'),
        sql<number>`row_number() over (order by ${BASIC_ORDER})`.as('place'),
      ])
    return db
      .selectFrom(read.as('r'))
      .select(['id', 'title', 'picture', 'category_id', 'subcategory_id', 'next_id'])
      .$if(category !== null, (q) => q.where('category_id', '=', category))
      .$if(subcategory !== null, (q) => q.where('subcategory_id', '=', subcategory))
      .$if(term !== '', (q) => q.where(holds(engine, 'search_text', term)))
      .orderBy('place')
      .execute()
  },

  /** As `basicEntries`. */
  quickEntries(db: Db, { term, subcategory }: QuickFilters): Promise<QuickRow[]> {
    const read = db
      .selectFrom('rule_entries as e')
      .leftJoin('quick_subcategories as q', 'q.id', 'e.quick_subcategory_id')
      .where('e.kind', '=', 'quick')
      .select([
        'e.id',
        'e.title',
        'e.picture',
        'e.quick_subcategory_id',
        'e.search_text',
        sql<RuleEntryId | null>`lead(e.id) over (order by ${QUICK_ORDER})`.as('next_id'),
        sql<number>`row_number() over (order by ${QUICK_ORDER})`.as('place'),
      ])
    return db
      .selectFrom(read.as('r'))
      .select(['id', 'title', 'picture', 'quick_subcategory_id', 'next_id'])
      .$if(subcategory !== null, (q) => q.where('quick_subcategory_id', '=', subcategory))
      .$if(term !== '', (q) => q.where(holds(engine, 'search_text', term)))
      .orderBy('place')
      .execute()
  },

  /** For `nearTitles`. */
  titles: (db: Db, kind: 'basic' | 'quick') =>
    db
      .selectFrom('rule_entries')
      .select(['title', 'title_key'])
      .where('kind', '=', kind)
      .orderBy('title_key')
      .execute(),

  hasEntry: async (db: Db, kind: 'basic' | 'quick', id: RuleEntryId): Promise<boolean> =>
    (await db
      .selectFrom('rule_entries')
      .select('id')
      .where('id', '=', id)
      .where('kind', '=', kind)
      .executeTakeFirst()) !== undefined,

  subEntries: (db: Db, entry: RuleEntryId) =>
    db
      .selectFrom('rule_sub_entries')
      .select(['id', 'title', 'content'])
      .where('entry_id', '=', entry)
      .orderBy('position')
      .orderBy('id')
      .execute(),
})
