import type { GlossaryEntryId } from '#contract/ids.ts'
import type { HasDb } from '../../db/schema.ts'
import { holds, isOneOf } from '../../db/search.ts'
import { aliasesIn } from '../../desk/aliases.ts'
import { sectionsOf } from '../../desk/sections.ts'
import { opening } from './orderRepository.ts'

/* Reads of the glossary for the linking of texts; see `modules/linking/source.ts`. */

const cards = (w: HasDb) =>
  w.db
    .selectFrom('glossary_entries as e')
    .innerJoin('glossary_types as t', 't.id', 'e.type_id')
    .select(['e.id', 'e.title', 'e.description', 'e.picture', 'e.format', 'e.language', 't.name'])
    .select(opening.as('opening'))

const cardOf = (row: Awaited<ReturnType<ReturnType<typeof cards>['execute']>>[number]) => {
  const text = row.description.trim() === '' ? row.opening : row.description
  const { id, title, format, picture, name, language } = row
  return { id, title, label: name, text, format, picture, language }
}

const entries = (w: HasDb) => w.db.selectFrom('glossary_entries')
const approved = (w: HasDb) => entries(w).where('approved_at', 'is not', null)

export const glossaryLinks = {
  kind: 'glossary',
  listStamps: (w: HasDb, after: number, limit: number) =>
    entries(w)
      .select(['id', 'updated_at as stamp'])
      .where('id', '>', after as GlossaryEntryId)
      .orderBy('id')
      .limit(limit)
      .execute(),
  async load(w: HasDb, ids: readonly number[]) {
    const rows = await entries(w)
      .select(['id', 'title', 'aliases', 'format', 'description', 'updated_at'])
      .where(isOneOf(w.db, 'id', ids))
      .execute()
    const sections = await sectionsOf(w, 'glossary_sub_entries', rows)
    return rows.map(({ id, title, aliases, format, description, updated_at }) => ({
      id,
      stamp: updated_at,
      format,
      names: [title, ...aliasesIn(aliases)],
      texts: [description, ...sections(id).map(({ content }) => content)],
    }))
  },
  async idsHolding(w: HasDb, key: string) {
    const rows = await entries(w)
      .select('id')
      .where((is) => is.or([holds(w.db, 'search_text', key), holds(w.db, 'pending_text', key)]))
      .execute()
    return rows.map(({ id }) => id)
  },
  listPublic: (w: HasDb, ids: readonly number[]) =>
    approved(w)
      .select(['id', 'title', 'language'])
      .where(isOneOf(w.db, 'id', ids))
      .orderBy('title_key')
      .execute(),
  listNames: (w: HasDb, after: number, limit: number) =>
    approved(w)
      .select(['id', 'title', 'aliases'])
      .where('id', '>', after as GlossaryEntryId)
      .orderBy('id')
      .limit(limit)
      .execute(),
  async findCard(w: HasDb, id: number) {
    const row = await cards(w)
      .where('e.id', '=', id as GlossaryEntryId)
      .where('e.approved_at', 'is not', null)
      .executeTakeFirst()
    return row && cardOf(row)
  },
} as const
