import type { ContentId } from '#contract/ids.ts'
import type { Db } from '../../db/schema.ts'
import { isOneOf } from '../../db/search.ts'

/** Reads of news and events for the linking of texts; see `modules/linking/source.ts`. */
export const contentLinks = {
  kind: 'content',
  listStamps: (db: Db, after: number, limit: number) =>
    db
      .selectFrom('contents')
      .select(['id', 'updated_at as stamp'])
      .where('id', '>', after as ContentId)
      .orderBy('id')
      .limit(limit)
      .execute(),
  async load(db: Db, ids: readonly number[]) {
    const rows = await db
      .selectFrom('contents')
      .select(['id', 'format', 'description', 'updated_at'])
      .where(isOneOf(db, 'id', ids))
      .execute()
    return rows.map(({ id, format, description, updated_at }) => ({
      id,
      stamp: updated_at,
      format,
      names: [],
      texts: [description],
    }))
  },
  // Articles have no folded text to search: all of them are read again.
  idsHolding: async () => null,
  listPublic: (db: Db, ids: readonly number[], now: number) =>
    db
      .selectFrom('contents')
      .select(['id', 'title', 'language'])
      .where('publish_at', '<=', now)
      .where('unpublished_at', 'is', null)
      .where(isOneOf(db, 'id', ids))
      .orderBy('publish_at', 'desc')
      .execute(),
} as const
