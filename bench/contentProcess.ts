import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import { prepare } from '#server/start/prepare.ts'
import { reportCpuTime } from './cpuTime.ts'

/*
 * The application in its own process with 200 news, 200 events and 200 downloads. Sends its URL to the
 * parent process and ends with it.
 */

const ITEMS = 200
const DAY_MS = 24 * 3_600_000

const dataDir = mkdtempSync(join(tmpdir(), 'discordia-bench-'))
const { deps, close } = await prepare({
  ...process.env,
  DATABASE_URL: '',
  DATA_DIR: dataDir,
  SEED: 'none',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'silent',
})
await fill()
const app = await buildApp(deps)
const url = await app.listen({ port: 0, host: '127.0.0.1' })

reportCpuTime()
process.on('disconnect', async () => {
  await app.close()
  await close()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
})
process.send?.({ url })

async function fill(): Promise<void> {
  const now = deps.clock()
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
  await deps.db.insertInto('contents').values(news).execute()
  await deps.db.insertInto('contents').values(events).execute()
  const { id } = await deps.db
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
  await deps.db.insertInto('download_files').values(files).execute()
}
