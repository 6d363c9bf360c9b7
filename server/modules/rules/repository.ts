import { sql } from 'kysely'
import type {
  QuickSubcategoryId,
  RuleCategoryId,
  RuleEntryId,
  RuleSubcategoryId,
} from '#contract/ids.ts'
import type { Db } from '../../db/schema.ts'
import { holds, isOneOf } from '../../db/search.ts'
import type { Deps } from '../../http/deps.ts'

export type RuleKind = 'basic' | 'quick'
export type EntryRow = {
  readonly id: RuleEntryId
  readonly title: string
  readonly title_key: string
  readonly picture: string | null
  readonly category_id: RuleCategoryId | null
  readonly subcategory_id: RuleSubcategoryId | null
  readonly quick_subcategory_id: QuickSubcategoryId | null
}

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

  /** All entries of a kind. */
  async entries(db: Db, kind: RuleKind): Promise<EntryRow[]> {
    const entries = db
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
  },

  /** How long all texts of a kind are. UTF-16 units or code points, as the engine counts. */
  async textLength(db: Db, kind: RuleKind): Promise<number> {
    const { length } = await db
      .selectFrom('rule_entries')
      .select(sql<number | string | null>`sum(length(search_text))`.as('length'))
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
    return Number(length)
  },

  /** What a search looks through, some entries at a time. */
  texts: (db: Db, kind: RuleKind, after: RuleEntryId | 0, limit: number) =>
    db
      .selectFrom('rule_entries')
      .select(['id', 'search_text'])
      .where('kind', '=', kind)
      .where('id', '>', after as RuleEntryId)
      .orderBy('id')
      .limit(limit)
      .execute(),

  /** @param term folded by `searchKey` */
  idsHolding: async (db: Db, kind: RuleKind, term: string): Promise<RuleEntryId[]> =>
    (
      await db
        .selectFrom('rule_entries')
        .select('id')
        .where('kind', '=', kind)
        .where(holds(engine, 'search_text', term))
        .execute()
    ).map(({ id }) => id),

  hasEntry: async (db: Db, kind: RuleKind, id: RuleEntryId): Promise<boolean> =>
    (await db
      .selectFrom('rule_entries')
      .select('id')
      .where('id', '=', id)
      .where('kind', '=', kind)
      .executeTakeFirst()) !== undefined,

  /** An entry of either kind, for its page. */
  entry: (db: Db, id: RuleEntryId) =>
    db
      .selectFrom('rule_entries')
      .select(['id', 'title', 'picture'])
      .where('id', '=', id)
      .executeTakeFirst(),

  pages: (db: Db, limit: number) =>
    db.selectFrom('rule_entries').select(['id', 'updated_at']).orderBy('id').limit(limit).execute(),

  /** Texts of some entries, in their order. */
  textsOf: (db: Db, entries: readonly RuleEntryId[]) =>
    db
      .selectFrom('rule_sub_entries')
      .select(['entry_id', 'title', 'content'])
      .where(isOneOf(engine, 'entry_id', entries))
      .orderBy('position')
      .orderBy('id')
      .execute(),

  subEntries: (db: Db, entry: RuleEntryId) =>
    db
      .selectFrom('rule_sub_entries')
      .select(['id', 'title', 'content'])
      .where('entry_id', '=', entry)
      .orderBy('position')
      .orderBy('id')
      .execute(),
})
