import type { GlossaryEntryId } from '#contract/ids.ts'
import type { HasDb } from '../../db/schema.ts'
import { beginsWith, isOneOf, titleHolds } from '../../db/search.ts'
import { type EntryFilters, filtered, opening } from './orderRepository.ts'

/** Approved entries whose title begins with the term, alphabetically. */
export const listTitled = (w: HasDb, filters: EntryFilters, limit: number) =>
  hits(w, filters, limit).where(beginsWith('e.title_key', filters.term)).execute()

/** Approved entries whose title contains the term. @param filters with a term of at least `TRIGRAM` characters */
export const listWithTitle = (w: HasDb, filters: EntryFilters, limit: number) =>
  hits(w, filters, limit).where(titleHolds(w.db, filters.term)).execute()

const hits = (w: HasDb, filters: EntryFilters, limit: number) =>
  filtered(w, filters)
    .select([
      'e.id',
      'e.title',
      'e.title_key',
      'e.description',
      'e.format',
      'e.language',
      opening.as('opening'),
    ])
    .orderBy('e.title_key')
    .orderBy('e.id')
    .limit(limit)

export const listSectionsOf = (w: HasDb, entries: readonly GlossaryEntryId[]) =>
  w.db
    .selectFrom('glossary_sub_entries')
    .select(['entry_id', 'title', 'content'])
    .where(isOneOf(w.db, 'entry_id', entries))
    .orderBy('position')
    .orderBy('id')
    .execute()
