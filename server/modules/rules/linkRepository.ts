import type { RuleEntryId } from '#contract/ids.ts'
import type { Db } from '../../db/schema.ts'
import { holds, isOneOf } from '../../db/search.ts'
import { aliasesIn } from '../../desk/aliases.ts'
import { sectionsOf } from '../../desk/sections.ts'

/* Reads of rules for the linking of texts; see `modules/linking/source.ts`. */

const entries = (db: Db) => db.selectFrom('rule_entries')

export const ruleLinks = {
  kind: 'rule',
  listStamps: (db: Db, after: number, limit: number) =>
    entries(db)
      .select(['id', 'updated_at as stamp'])
      .where('id', '>', after as RuleEntryId)
      .orderBy('id')
      .limit(limit)
      .execute(),
  async load(db: Db, ids: readonly number[]) {
    const rows = await entries(db)
      .select(['id', 'title', 'aliases', 'format', 'updated_at'])
      .where(isOneOf(db, 'id', ids))
      .execute()
    const sections = await sectionsOf(db, 'rule_sub_entries', rows)
    return rows.map(({ id, title, aliases, format, updated_at }) => ({
      id,
      stamp: updated_at,
      format,
      names: [title, ...aliasesIn(aliases)],
      texts: sections(id).map(({ content }) => content),
    }))
  },
  async idsHolding(db: Db, key: string) {
    const rows = await entries(db)
      .select('id')
      .where(holds(db, 'search_text', key))
      .execute()
    return rows.map(({ id }) => id)
  },
  listPublic: (db: Db, ids: readonly number[]) =>
    entries(db)
      .select(['id', 'title', 'kind as list', 'language'])
      .where(isOneOf(db, 'id', ids))
      .orderBy('title_key')
      .execute(),
  listNames: (db: Db, after: number, limit: number) =>
    entries(db)
      .select(['id', 'title', 'aliases'])
      .where('id', '>', after as RuleEntryId)
      .orderBy('id')
      .limit(limit)
      .execute(),
  async findCard(db: Db, id: number) {
    const row = await entries(db)
      .select(['id', 'title', 'picture', 'kind', 'format', 'language'])
      .where('id', '=', id as RuleEntryId)
      .executeTakeFirst()
    if (row === undefined) return undefined
    const sections = (await sectionsOf(db, 'rule_sub_entries', [row]))(row.id)
    const text = sections.find(({ content }) => content.trim() !== '')?.content ?? null
    const { title, format, picture, kind, language } = row
    return { id: row.id, title, label: null, text, format, picture, list: kind, language }
  },
} as const
