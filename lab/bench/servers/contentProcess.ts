import { randomUUID } from 'node:crypto'
import { prepareHere, reportTo, serve } from './parent.ts'

/* The application with 200 news, 200 events and 200 downloads. */

const ITEMS = 200
const DAY_MS = 24 * 3_600_000

export type ContentReady = { readonly url: string }

const prepared = await prepareHere('none')
const { db, clock } = prepared.deps
await fill()
const { url } = await serve(prepared)
reportTo({ url } satisfies ContentReady)

async function fill(): Promise<void> {
  const now = clock()
  const numbers = Array.from({ length: ITEMS }, (_, i) => i + 1)
  const texts = (i: number) => ({
    uid: randomUUID(),
    title: `Item ${i} of the measurement`,
    short_description: 'Two lines of text, as a card shows them under its title. '.repeat(2),
    description: 'A sentence of an article that is about as long as ours are. '.repeat(16),
    created_at: now,
    updated_at: now,
    publish_at: now - i * DAY_MS,
  })
  const news = numbers.map((i) => ({ ...texts(i), kind: 'news' as const }))
  const events = numbers.map((i) => ({
    ...texts(i),
    kind: 'event' as const,
    starts_at: now + i * DAY_MS,
    ends_at: now + i * DAY_MS + 3_600_000,
    event_scope: 'National' as const,
    event_type: 'Online' as const,
  }))
  await db.insertInto('contents').values(news).execute()
  await db.insertInto('contents').values(events).execute()
  const { id } = await db
    .insertInto('download_categories')
    .values({ title: 'Sheets', position: 1, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const files = numbers.map((i) => ({
    category_id: id,
    position: i,
    display_name: `File ${i}`,
    download_file_name: `File-${i}.pdf`,
    description: 'What is in it and what it is good for, in a sentence or two. '.repeat(3),
    file_key: `private/${randomUUID().replaceAll('-', '')}.pdf`,
    media_type: 'application/pdf',
    size: 1000 + i,
    digest: '0'.repeat(64),
    created_at: now,
    updated_at: now,
  }))
  await db.insertInto('download_files').values(files).execute()
}
