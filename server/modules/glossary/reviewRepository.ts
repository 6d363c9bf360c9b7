import { sql } from 'kysely'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId } from '#contract/ids.ts'
import { idsNear } from '../../db/nearRows.ts'
import { type DB, type HasDb, type Read, updateRow } from '../../db/rows.ts'
import { isOneOf } from '../../db/search.ts'
import { replaceSections, type SentSection, searchColumns } from '../../desk/sections.ts'
import { editsAllowed, editsTo } from '../../text/nearTitles.ts'
import { GLOSSARY } from './search.ts'

export type EntryTexts = {
  readonly title: string
  readonly description: string
  readonly type_id: GlossaryTypeId
  readonly subtype_id: GlossarySubtypeId | null
  readonly sub_entries: readonly SentSection[]
}

export const lockForReview = (w: HasDb, id: number) =>
  w.db
    .selectFrom('glossary_entries')
    .select(['id', 'title', 'description', 'type_id', 'subtype_id', 'created_by'])
    .select(['approved_at', 'rejected_at', 'rejection_reason', 'updated_at'])
    .where(sql<number>`id`, '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const listReviews = (w: HasDb, ids: readonly number[]) =>
  w.db
    .selectFrom('glossary_reviews')
    .selectAll()
    .where(isOneOf(w.db, 'entry_id', ids))
    .execute()

/** @param known the columns that are not null from now on */
export async function saveReview(
  w: HasDb,
  entry_id: GlossaryEntryId,
  known: Partial<DB['glossary_reviews']>,
): Promise<void> {
  const columns = {
    claimed_by: null,
    claimed_until: null,
    decided_by: null,
    decided_at: null,
    decided_how: null,
    author_version: null,
    ...known,
  }
  await w.db
    .insertInto('glossary_reviews')
    .values({ ...columns, entry_id })
    .onConflict((conflict) => conflict.column('entry_id').doUpdateSet(columns))
    .execute()
}

/** Replaces the texts of an entry, and the columns that the search compares. */
export async function rewriteEntry(w: Read, id: GlossaryEntryId, texts: EntryTexts): Promise<void> {
  const { sub_entries, ...columns } = texts
  await updateRow(w.db, 'glossary_entries', id, {
    ...columns,
    ...searchColumns(texts.title, texts.description, sub_entries),
    pending_text: null,
    updated_at: w.now,
  })
  await replaceSections(w, { table: 'glossary_sub_entries', entry: id }, sub_entries)
}

/** Makes the texts of an approved entry findable for everyone. */
export const publishText = (w: HasDb, id: GlossaryEntryId) =>
  w.db
    .updateTable('glossary_entries')
    .set((is) => ({
      search_text: is.fn.coalesce('pending_text', 'search_text'),
      pending_text: null,
    }))
    .where('id', '=', id)
    .execute()

const NEAR_MAX = 5

/** Other entries whose title is nearly the same, the nearest first. */
export async function listNearTitles(w: HasDb, id: GlossaryEntryId, key: string) {
  const ids = await idsNear(w, { searched: GLOSSARY, term: key })
  const candidates = await w.db
    .selectFrom('glossary_entries')
    .select(['id', 'title', 'title_key', 'approved_at', 'rejected_at'])
    .where('id', '<>', id)
    .where((is) => is.or([is('title_key', '=', key), isOneOf(w.db, 'id', ids)]))
    .orderBy('id')
    .execute()
  return candidates
    .map((row) => ({ row, edits: distance(key, row.title_key) }))
    .filter(({ edits }) => edits <= editsAllowed(key))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, NEAR_MAX)
    .map(({ row }) => row)
}

/** The shorter title has at least this part of the longer one's length: `Apple` is not near `The Golden Apple`. */
const LENGTH_RATIO_MIN = 0.6

function distance(one: string, other: string): number {
  if (one === other) return 0
  const ratio = Math.min(one.length, other.length) / Math.max(one.length, other.length)
  if (ratio < LENGTH_RATIO_MIN) return Infinity
  const most = editsAllowed(one)
  return Math.min(editsTo(one, other, most), editsTo(other, one, most))
}

export const countQueue = (w: HasDb): Promise<{ pending: number; oldest: number | null }> =>
  w.db
    .selectFrom('glossary_entries')
    .select((is) => [
      is.fn.countAll<number>().as('pending'),
      is.fn.min<number | null>('created_at').as('oldest'),
    ])
    .where((is) => is.and({ approved_at: null, rejected_at: null }))
    .executeTakeFirstOrThrow()

/** Decisions that the median is calculated from. */
const WAITS_MAX = 10_000

/** Milliseconds between creation and decision, shortest first. */
export async function listWaits(w: HasDb, since: number): Promise<number[]> {
  const rows = await w.db
    .selectFrom('glossary_reviews as r')
    .innerJoin('glossary_entries as e', 'e.id', 'r.entry_id')
    .select(['r.decided_at', 'e.created_at'])
    .where('r.decided_at', '>', since)
    .orderBy('r.decided_at', 'desc')
    .limit(WAITS_MAX)
    .execute()
  return rows
    .map(({ decided_at, created_at }) => (decided_at ?? 0) - created_at)
    .sort((a, b) => a - b)
}
