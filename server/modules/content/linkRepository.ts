import type { ContentId } from '#contract/ids.ts'
import type { HasDb, Read } from '../../db/schema.ts'
import { isOneOf } from '../../db/search.ts'

/** Reads of news and events for the linking of texts; see `modules/linking/source.ts`. */
export const contentLinks = {
  kind: 'content',
  listStamps: (w: HasDb, after: number, limit: number) =>
    w.db
      .selectFrom('contents')
      .select(['id', 'updated_at as stamp'])
      .where('id', '>', after as ContentId)
      .orderBy('id')
      .limit(limit)
      .execute(),
  async load(w: HasDb, ids: readonly number[]) {
    const rows = await w.db
      .selectFrom('contents')
      .select(['id', 'format', 'description', 'updated_at'])
      .where(isOneOf(w.db, 'id', ids))
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
  listPublic: (w: Read, ids: readonly number[]) =>
    w.db
      .selectFrom('contents')
      .select(['id', 'title', 'language'])
      .where('publish_at', '<=', w.now)
      .where('unpublished_at', 'is', null)
      .where(isOneOf(w.db, 'id', ids))
      .orderBy('publish_at', 'desc')
      .execute(),
} as const
