import type { RuleEntryId } from '#contract/ids.ts'
import type { HasDb } from '../../db/schema.ts'
import { holds, isOneOf } from '../../db/search.ts'
import { aliasesIn } from '../../desk/aliases.ts'
import { sectionsOf } from '../../desk/sections.ts'

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
