import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId, MemberId } from '#contract/ids.ts'
import { forUpdate } from '../../db/dialect.ts'
import { idsSharingTrigrams } from '../../db/nearRows.ts'
import type { GlossaryReviewsTable } from '../../db/schema/desk.ts'
import type { Db } from '../../db/schema.ts'
import { isOneOf } from '../../db/search.ts'
import {
  replaceSections,
  type SentSection,
  searchColumns,
  sectionsOf,
} from '../../desk/sections.ts'
import type { Deps } from '../../http/deps.ts'
import { editsAllowed, editsTo } from '../../text/nearTitles.ts'

type Review = GlossaryReviewsTable
/** What an entry says. */
export type EntryTexts = {
  readonly title: string
  readonly description: string
  readonly type_id: GlossaryTypeId
  readonly subtype_id: GlossarySubtypeId | null
  readonly sub_entries: readonly SentSection[]
}
type Titled = {
  id: GlossaryEntryId
  title: string
  title_key: string
  approved_at: number | null
  rejected_at: number | null
}

const TITLES = { table: 'glossary_entries', column: 'title_key', fts: 'glossary_titles_fts' }
const NEAR_MAX = 5
/** Of the longer title's length, the shorter one has at least this part: `Apple` is not `The Golden Apple`. */
const LIKE_LENGTH = 0.6
/** Decisions that the median is made of. */
const WAITS_MAX = 10_000

export const reviewRepository = ({ engine }: Pick<Deps, 'engine'>) => ({
  /** The entry as a reviewer needs it, held until the transaction ends. */
  async locked(tx: Db, id: GlossaryEntryId) {
    const entry = await forUpdate(
      engine,
      tx
        .selectFrom('glossary_entries')
        .select(['id', 'title', 'description', 'type_id', 'subtype_id', 'created_by'])
        .select(['approved_at', 'rejected_at', 'rejection_reason', 'updated_at'])
        .where('id', '=', id),
    ).executeTakeFirst()
    if (entry === undefined) return undefined
    const [review] = await this.reviews(tx, [id])
    const sub_entries = (await sectionsOf(tx, 'glossary_sub_entries', [id]))(id)
    const { title, description, type_id, subtype_id } = entry
    const texts: EntryTexts = { title, description, type_id, subtype_id, sub_entries }
    return { entry, review, texts }
  },

  reviews: (db: Db, ids: readonly number[]) =>
    db
      .selectFrom('glossary_reviews')
      .selectAll()
      .where(isOneOf(engine, 'entry_id', ids))
      .execute(),

  /** @param change what is known from now on; the rest is forgotten */
  async save(tx: Db, entry_id: GlossaryEntryId, change: Partial<Review>): Promise<void> {
    const columns = {
      claimed_by: null,
      claimed_until: null,
      decided_by: null,
      decided_at: null,
      decided_how: null,
      author_version: null,
      ...change,
    }
    await tx
      .insertInto('glossary_reviews')
      .values({ ...columns, entry_id })
      .onConflict((conflict) => conflict.column('entry_id').doUpdateSet(columns))
      .execute()
  },

  decide: (
    tx: Db,
    id: GlossaryEntryId,
    decision: {
      approved_at: number | null
      rejected_at: number | null
      rejection_reason: string | null
    },
    now: number,
  ) =>
    tx
      .updateTable('glossary_entries')
      .set({ ...decision, updated_at: now })
      .where('id', '=', id)
      .execute(),

  /** Replaces what an entry says, and how it is found. */
  async rewrite(tx: Db, id: GlossaryEntryId, texts: EntryTexts, now: number): Promise<void> {
    const { sub_entries, ...columns } = texts
    await tx
      .updateTable('glossary_entries')
      .set({
        ...columns,
        ...searchColumns(texts.title, texts.description, sub_entries),
        pending_text: null,
        updated_at: now,
      })
      .where('id', '=', id)
      .execute()
    await replaceSections(tx, 'glossary_sub_entries', id, sub_entries)
  },

  /** Makes the texts of an entry findable for everybody. */
  publishText: (tx: Db, id: GlossaryEntryId) =>
    tx
      .updateTable('glossary_entries')
      .set((is) => ({
        search_text: is.fn.coalesce('pending_text', 'search_text'),
        pending_text: null,
      }))
      .where('id', '=', id)
      .execute(),

  author: (tx: Db, id: MemberId) =>
    tx.selectFrom('users').select(['id', 'email']).where('id', '=', id).executeTakeFirstOrThrow(),

  /** A mail that still waits for its time. */
  takeBackMail: (tx: Db, onceKey: string) =>
    tx.deleteFrom('outbox').where('once_key', '=', onceKey).where('done_at', 'is', null).execute(),

  /** Other entries whose title is nearly the same, the nearest first. */
  async nearTitles(db: Db, id: GlossaryEntryId, key: string): Promise<Titled[]> {
    const ids = await idsSharingTrigrams(engine, db, TITLES, key)
    const candidates = await db
      .selectFrom('glossary_entries')
      .select(['id', 'title', 'title_key', 'approved_at', 'rejected_at'])
      .where('id', '<>', id)
      .where((is) => is.or([is('title_key', '=', key), isOneOf(engine, 'id', ids)]))
      .orderBy('id')
      .execute()
    return candidates
      .map((row) => ({ row, edits: distance(key, row.title_key) }))
      .filter(({ edits }) => edits <= editsAllowed(key))
      .sort((a, b) => a.edits - b.edits)
      .slice(0, NEAR_MAX)
      .map(({ row }) => row)
  },

  async queue(db: Db): Promise<{ pending: number; oldest: number | null }> {
    const row = await db
      .selectFrom('glossary_entries')
      .select((is) => [
        is.fn.countAll<number>().as('pending'),
        is.fn.min<number | null>('created_at').as('oldest'),
      ])
      .where('approved_at', 'is', null)
      .where('rejected_at', 'is', null)
      .executeTakeFirstOrThrow()
    return row
  },

  /** Milliseconds between sending and decision, shortest first. */
  async waits(db: Db, since: number): Promise<number[]> {
    const rows = await db
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
  },
})

function distance(one: string, other: string): number {
  if (one === other) return 0
  const likeness = Math.min(one.length, other.length) / Math.max(one.length, other.length)
  if (likeness < LIKE_LENGTH) return Infinity
  const most = editsAllowed(one)
  return Math.min(editsTo(one, other, most), editsTo(other, one, most))
}
