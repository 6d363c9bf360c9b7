import { randomUUID } from 'node:crypto'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { ContentId } from '#contract/ids.ts'
import type { DB } from '#server/db/schema.ts'
import type { TestServer } from './testServer.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export async function clearContents({ deps }: TestServer): Promise<void> {
  await deps.db.deleteFrom('contents').execute()
  deps.responseCache.clear('contents')
}

type Over = Partial<Insertable<DB['contents']>>

/** A news item, published an hour ago unless told otherwise. */
export const addNews = (server: TestServer, over: Over = {}): Promise<ContentId> =>
  add(server, { kind: 'news', ...over })

/** An event of three hours that begins tomorrow, published an hour ago, unless told otherwise. */
export function addEvent(server: TestServer, over: Over = {}): Promise<ContentId> {
  const starts_at = over.starts_at ?? server.deps.clock() + DAY
  return add(server, {
    kind: 'event',
    starts_at,
    ends_at: starts_at + 3 * HOUR,
    event_scope: 'National',
    event_type: 'Online',
    location: 'Vienna',
    ...over,
  })
}

/** Changes an article as the desk does: feeds compare its time and sequence. */
export async function changeContent(
  { deps }: TestServer,
  id: ContentId,
  change: Updateable<DB['contents']>,
): Promise<void> {
  await deps.db
    .updateTable('contents')
    .set({ ...change, updated_at: deps.clock(), sequence: sql`sequence + 1` })
    .where('id', '=', id)
    .execute()
  deps.responseCache.clear('contents')
}

async function add({ deps }: TestServer, over: Over & { kind: 'news' | 'event' }) {
  const now = deps.clock()
  const { id } = await deps.db
    .insertInto('contents')
    .values({
      uid: randomUUID(),
      title: 'A title',
      short_description: 'In short',
      description: 'At length',
      created_at: now - HOUR,
      updated_at: now - HOUR,
      publish_at: now - HOUR,
      ...over,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  deps.responseCache.clear('contents')
  return id
}
