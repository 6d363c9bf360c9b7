import type { LinkedKind, TermKind } from '#contract/sets.ts'
import type { DB, Db } from '../../db/schema.ts'
import { isOneOf } from '../../db/search.ts'
import type { Target } from '../../text/termLinks.ts'

/** Time without a sign of life after which another process continues the work. */
const CLAIM_MS = 30_000
/** Rows of one INSERT: far below the parameters that a statement may have. */
const CHUNK = 200

const chunksOf = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, at) =>
    rows.slice(at * CHUNK, (at + 1) * CHUNK),
  )

/** Claims or keeps the work. @returns the version of the names; null if another process has it */
export async function claim(db: Db, process: string, now: number): Promise<number | null> {
  const row = await db
    .insertInto('linking_state')
    .values({ name: 'texts', version: 0, claimant: process, claimed_until: now + CLAIM_MS })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ claimant: process, claimed_until: now + CLAIM_MS })
        .where((is) =>
          is.or([
            is('linking_state.claimant', 'is', null),
            is('linking_state.claimant', '=', process),
            is('linking_state.claimed_until', '<', now),
          ]),
        ),
    )
    .returning('version')
    .executeTakeFirst()
  return row?.version ?? null
}

export const release = (db: Db, process: string) =>
  db
    .updateTable('linking_state')
    .set({ claimant: null, claimed_until: 0 })
    .where('claimant', '=', process)
    .execute()

export const countChange = (tx: Db) =>
  tx
    .updateTable('linking_state')
    .set((is) => ({ version: is('version', '+', 1) }))
    .execute()

export const listTerms = (db: Db) => db.selectFrom('linked_terms').selectAll().execute()

export const findTerms = (db: Db, keys: readonly string[]) =>
  db
    .selectFrom('linked_terms')
    .selectAll()
    .where(isOneOf(db, 'term_key', keys))
    .execute()

export async function replaceTerms(
  tx: Db,
  removed: readonly string[],
  added: readonly DB['linked_terms'][],
): Promise<void> {
  for (const keys of chunksOf(removed))
    await tx
      .deleteFrom('linked_terms')
      .where(isOneOf(tx, 'term_key', keys))
      .execute()
  for (const rows of chunksOf(added)) await tx.insertInto('linked_terms').values(rows).execute()
}

/** Marks texts that are linked to one of these for another reading. */
export async function markMentioning(tx: Db, kind: TermKind, targets: readonly number[]) {
  const sources = await tx
    .selectFrom('text_mentions')
    .select(['source_kind', 'source'])
    .distinct()
    .where('kind', '=', kind)
    .where(isOneOf(tx, 'target', targets))
    .execute()
  for (const [source, rows] of Map.groupBy(sources, ({ source_kind }) => source_kind))
    await markStale(
      tx,
      source,
      rows.map((row) => row.source),
    )
}

/** @param owners null: all */
export const markStale = (tx: Db, kind: LinkedKind, owners: readonly number[] | null) =>
  tx
    .updateTable('linked_texts')
    .set({ stamp: -1 })
    .where('kind', '=', kind)
    .$if(owners !== null, (q) => q.where(isOneOf(tx, 'owner', owners ?? [])))
    .execute()

/** @param upTo null: to the end */
export const listStamps = (db: Db, kind: LinkedKind, after: number, upTo: number | null) =>
  db
    .selectFrom('linked_texts')
    .select(['owner', 'stamp'])
    .where('kind', '=', kind)
    .where('owner', '>', after)
    .$if(upTo !== null, (q) => q.where('owner', '<=', upTo ?? 0))
    .execute()

export const listTrees = (db: Db, kind: LinkedKind, owners: readonly number[]) =>
  db
    .selectFrom('linked_texts')
    .select(['owner', 'trees'])
    .where('kind', '=', kind)
    .where(isOneOf(db, 'owner', owners))
    .execute()

export type Linked = {
  readonly owner: number
  readonly stamp: number
  readonly trees: string
  readonly targets: readonly Target[]
}

export async function saveLinked(tx: Db, kind: LinkedKind, rows: readonly Linked[]): Promise<void> {
  const owners = rows.map(({ owner }) => owner)
  await removeLinked(tx, kind, owners)
  const texts = rows.map(({ owner, stamp, trees }) => ({ kind, owner, stamp, trees }))
  for (const chunk of chunksOf(texts)) await tx.insertInto('linked_texts').values(chunk).execute()
  const mentions = rows.flatMap(({ owner: source, targets }) =>
    targets.map((one) => ({ source_kind: kind, source, kind: one.kind, target: one.id })),
  )
  for (const chunk of chunksOf(mentions))
    await tx.insertInto('text_mentions').values(chunk).execute()
}

/** Removes rows of deleted owners. */
export async function removeLinked(tx: Db, kind: LinkedKind, owners: readonly number[]) {
  const isOf = (column: 'owner' | 'source') => isOneOf(tx, column, owners)
  await tx.deleteFrom('linked_texts').where('kind', '=', kind).where(isOf('owner')).execute()
  await tx
    .deleteFrom('text_mentions')
    .where('source_kind', '=', kind)
    .where(isOf('source'))
    .execute()
}

/** Newest first. */
export const listMentions = (db: Db, kind: TermKind, target: number, limit: number) =>
  db
    .selectFrom('text_mentions')
    .select(['source_kind', 'source'])
    .where('kind', '=', kind)
    .where('target', '=', target)
    .orderBy('source_kind')
    .orderBy('source', 'desc')
    .limit(limit)
    .execute()
