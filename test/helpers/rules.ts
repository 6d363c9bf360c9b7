import type { Insertable } from 'kysely'
import type {
  QuickSubcategoryId,
  RuleCategoryId,
  RuleEntryId,
  RuleSubcategoryId,
} from '#contract/ids.ts'
import type { DB } from '#server/db/schema.ts'
import { searchText, titleKey } from '#server/text/keys.ts'
import type { TestServer } from './testServer.ts'

type Place = { name: string; position?: number }

export const addCategory = async ({ deps }: TestServer, { name, position = 0 }: Place) =>
  idOf<RuleCategoryId>(
    deps.db.insertInto('rule_categories').values({ name, position }).returning('id'),
  )

export const addSubcategory = async (
  { deps }: TestServer,
  category_id: RuleCategoryId,
  { name, position = 0 }: Place,
) =>
  idOf<RuleSubcategoryId>(
    deps.db
      .insertInto('rule_subcategories')
      .values({ category_id, name, position })
      .returning('id'),
  )

export const addQuickSubcategory = async ({ deps }: TestServer, { name, position = 0 }: Place) =>
  idOf<QuickSubcategoryId>(
    deps.db.insertInto('quick_subcategories').values({ name, position }).returning('id'),
  )

type Sections = Record<string, string>
type Over = Partial<Insertable<DB['rule_entries']>>

/** A basic entry, or a quick one when told so, with sub-entries by title. */
export async function addRule(
  { deps }: TestServer,
  title: string,
  over: Over = {},
  sections: Sections = {},
): Promise<RuleEntryId> {
  const now = deps.clock()
  const entry_id = await idOf<RuleEntryId>(
    deps.db
      .insertInto('rule_entries')
      .values({
        kind: 'basic',
        title,
        position: 0,
        title_key: titleKey(title),
        search_text: searchText([title, ...Object.entries(sections).flat()]),
        created_at: now,
        updated_at: now,
        ...over,
      })
      .returning('id'),
  )
  const rows = Object.entries(sections).map(([name, content], position) => ({
    entry_id,
    position,
    title: name,
    content,
  }))
  if (rows.length > 0) await deps.db.insertInto('rule_sub_entries').values(rows).execute()
  deps.responseCache.clear('rules')
  return entry_id
}

const idOf = async <Id>(query: { executeTakeFirstOrThrow: () => Promise<{ id: Id }> }) =>
  (await query.executeTakeFirstOrThrow()).id
