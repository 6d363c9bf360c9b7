import type { GlossaryEntryId } from '#contract/ids.ts'
import type { Db } from '../../db/schema.ts'
import { holds, isOneOf } from '../../db/search.ts'
import { aliasesIn } from '../../desk/aliases.ts'
import { sectionsOf } from '../../desk/sections.ts'
import { opening } from './orderRepository.ts'

/* Reads of the glossary for the linking of texts; see `modules/linking/source.ts`. */

const cards = (db: Db) =>
  db
    .selectFrom('glossary_entries as e')
    .innerJoin('glossary_types as t', 't.id', 'e.type_id')
    .select(['e.id', 'e.title', 'e.description', 'e.picture', 'e.format', 'e.language', 't.name'])
    .select(opening.as('opening'))

const cardOf = (row: Awaited<ReturnType<ReturnType<typeof cards>['execute']>>[number]) => {
  const text = row.description.trim() === '' ? row.opening : row.description
  const { id, title, format, picture, name, language } = row
  return { id, title, label: name, text, format, picture, language }
}

const entries = (db: Db) => db.selectFrom('glossary_entries')
const approved = (db: Db) => entries(db).where('approved_at', 'is not', null)

export const glossaryLinks = {
  kind: 'glossary',
  listStamps: (db: Db, after: number, limit: number) =>
    entries(db)
      .select(['id', 'updated_at as stamp'])
      .where('id', '>', after as GlossaryEntryId)
      .orderBy('id')
      .limit(limit)
      .execute(),
  async load(db: Db, ids: readonly number[]) {
    const rows = await entries(db)
      .select(['id', 'title', 'aliases', 'format', 'description', 'updated_at'])
      .where(isOneOf(db, 'id', ids))
      .execute()
    const sections = await sectionsOf(db, 'glossary_sub_entries', rows)
    return rows.map(({ id, title, aliases, format, description, updated_at }) => ({
      id,
      stamp: updated_at,
      format,
      names: [title, ...aliasesIn(aliases)],
      texts: [description, ...sections(id).map(({ content }) => content)],
    }))
  },
  async idsHolding(db: Db, key: string) {
    const rows = await entries(db)
      .select('id')
      .where((is) => is.or([holds(db, 'search_text', key), holds(db, 'pending_text', key)]))
      .execute()
    return rows.map(({ id }) => id)
  },
  listPublic: (db: Db, ids: readonly number[]) =>
    approved(db)
      .select(['id', 'title', 'language'])
      .where(isOneOf(db, 'id', ids))
      .orderBy('title_key')
      .execute(),
  listNames: (db: Db, after: number, limit: number) =>
    approved(db)
      .select(['id', 'title', 'aliases'])
      .where('id', '>', after as GlossaryEntryId)
      .orderBy('id')
      .limit(limit)
      .execute(),
  async findCard(db: Db, id: number) {
    const row = await cards(db)
      .where('e.id', '=', id as GlossaryEntryId)
      .where('e.approved_at', 'is not', null)
      .executeTakeFirst()
    return row && cardOf(row)
  },
} as const
