import type { LinkedKind, TermKind } from '#contract/sets.ts'
import { chunksOf, type DB, type HasDb, type Read } from '../../db/rows.ts'
import { isOneOf } from '../../db/search.ts'
import type { Target } from '../../text/termLinks.ts'

/** Time without a sign of life after which another process continues the work. */
const CLAIM_MS = 30_000
/** Rows of one INSERT: far below the parameters that a statement may have. */
const CHUNK = 200

/** Claims or keeps the work. @returns the version of the names; null if another process has it */
export async function claim(w: Read, process: string): Promise<number | null> {
  const row = await w.db
    .insertInto('linking_state')
    .values({ name: 'texts', version: 0, claimant: process, claimed_until: w.now + CLAIM_MS })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ claimant: process, claimed_until: w.now + CLAIM_MS })
        .where((is) =>
          is.or([
            is('linking_state.claimant', 'is', null),
            is('linking_state.claimant', '=', process),
            is('linking_state.claimed_until', '<', w.now),
          ]),
        ),
    )
    .returning('version')
    .executeTakeFirst()
  return row?.version ?? null
}

export const release = (w: HasDb, process: string) =>
  w.db
    .updateTable('linking_state')
    .set({ claimant: null, claimed_until: 0 })
    .where('claimant', '=', process)
    .execute()

export const countChange = (w: HasDb) =>
  w.db
    .updateTable('linking_state')
    .set((is) => ({ version: is('version', '+', 1) }))
    .execute()

export const listTerms = (w: HasDb) => w.db.selectFrom('linked_terms').selectAll().execute()

export const findTerms = (w: HasDb, keys: readonly string[]) =>
  w.db
    .selectFrom('linked_terms')
    .selectAll()
    .where(isOneOf(w.db, 'term_key', keys))
    .execute()

export async function replaceTerms(
  w: HasDb,
  removed: readonly string[],
  added: readonly DB['linked_terms'][],
): Promise<void> {
  for (const keys of chunksOf(removed, CHUNK))
    await w.db
      .deleteFrom('linked_terms')
      .where(isOneOf(w.db, 'term_key', keys))
      .execute()
  for (const rows of chunksOf(added, CHUNK))
    await w.db.insertInto('linked_terms').values(rows).execute()
}

/** Marks texts that are linked to one of these for another reading. */
export async function markMentioning(w: HasDb, kind: TermKind, targets: readonly number[]) {
  const sources = await w.db
    .selectFrom('text_mentions')
    .select(['source_kind', 'source'])
    .distinct()
    .where('kind', '=', kind)
    .where(isOneOf(w.db, 'target', targets))
    .execute()
  for (const [source, rows] of Map.groupBy(sources, ({ source_kind }) => source_kind))
    await markStale(
      w,
      source,
      rows.map((row) => row.source),
    )
}

/** @param owners null: all */
export const markStale = (w: HasDb, kind: LinkedKind, owners: readonly number[] | null) =>
  w.db
    .updateTable('linked_texts')
    .set({ stamp: -1 })
    .where('kind', '=', kind)
    .$if(owners !== null, (q) => q.where(isOneOf(w.db, 'owner', owners ?? [])))
    .execute()

type Range = {
  readonly after: number
  /** Null: to the end. */
  readonly upTo: number | null
}

export const listStamps = (w: HasDb, kind: LinkedKind, { after, upTo }: Range) =>
  w.db
    .selectFrom('linked_texts')
    .select(['owner', 'stamp'])
    .where('kind', '=', kind)
    .where('owner', '>', after)
    .$if(upTo !== null, (q) => q.where('owner', '<=', upTo ?? 0))
    .execute()

export const listTrees = (w: HasDb, kind: LinkedKind, owners: readonly number[]) =>
  w.db
    .selectFrom('linked_texts')
    .select(['owner', 'trees'])
    .where('kind', '=', kind)
    .where(isOneOf(w.db, 'owner', owners))
    .execute()

export type Linked = {
  readonly owner: number
  readonly stamp: number
  readonly trees: string
  readonly targets: readonly Target[]
}

export async function saveLinked(
  w: HasDb,
  kind: LinkedKind,
  rows: readonly Linked[],
): Promise<void> {
  const owners = rows.map(({ owner }) => owner)
  await removeLinked(w, kind, owners)
  const texts = rows.map(({ owner, stamp, trees }) => ({ kind, owner, stamp, trees }))
  for (const chunk of chunksOf(texts, CHUNK))
    await w.db.insertInto('linked_texts').values(chunk).execute()
  const mentions = rows.flatMap(({ owner: source, targets }) =>
    targets.map((one) => ({ source_kind: kind, source, kind: one.kind, target: one.id })),
  )
  for (const chunk of chunksOf(mentions, CHUNK))
    await w.db.insertInto('text_mentions').values(chunk).execute()
}

export async function removeLinked(w: HasDb, kind: LinkedKind, owners: readonly number[]) {
  const isOf = (column: 'owner' | 'source') => isOneOf(w.db, column, owners)
  await w.db.deleteFrom('linked_texts').where('kind', '=', kind).where(isOf('owner')).execute()
  await w.db
    .deleteFrom('text_mentions')
    .where('source_kind', '=', kind)
    .where(isOf('source'))
    .execute()
}

/** Mentions that are read: some are of texts that are not public. */
const MENTIONS_READ = 500

/** Newest first. */
export const listMentions = (w: HasDb, { kind, id }: Target) =>
  w.db
    .selectFrom('text_mentions')
    .select(['source_kind', 'source'])
    .where((is) => is.and({ kind, target: id }))
    .orderBy('source_kind')
    .orderBy('source', 'desc')
    .limit(MENTIONS_READ)
    .execute()
