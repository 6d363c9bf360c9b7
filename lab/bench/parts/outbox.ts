import { monitorEventLoopDelay } from 'node:perf_hooks'
import { kitsOf } from '../../../server/compose/collect.ts'
import { readSettings } from '../../../server/config/env.ts'
import type { Engine } from '../../../server/db/dialect.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { readsOfPrimary } from '../../../server/db/replica.ts'
import { openFiles } from '../../../server/files/openFiles.ts'
import { ResponseCache } from '../../../server/http/cache/responseCache.ts'
import type { Deps } from '../../../server/http/deps.ts'
import { makeGates } from '../../../server/http/gate.ts'
import { makePasswords } from '../../../server/http/passwords.ts'
import { makeSecurityLog } from '../../../server/http/securityLog.ts'
import type { Transport } from '../../../server/mail/transport.ts'
import { makeMailWorker } from '../../../server/mail/worker.ts'
import { announceDue, articleMails } from '../../../server/modules/notifications/announcer.ts'
import { addPeople } from '../../../test/helpers/fixtures/groups.ts'
import { makeFolder } from '../ending.ts'
import { type Figure, NO_POSTGRES, type Part } from '../figures.ts'

const SUBSCRIBERS = 10_000
/** Sent mails; the rest stays in the outbox, as with a slow mail server. */
const SENT = 2000
const ROWS = 500

const nullTransport: Transport = { send: async () => undefined, close: () => undefined }
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

export const part: Part = {
  title: 'Mails',
  about:
    'One article to ten thousand subscribers: enqueuing the mails, during which other requests must get their turn, and ' +
    'sending them by a transport that does nothing.',
  run: async () => {
    const figures = await measure('sqlite')
    const url = process.env.TEST_DATABASE_URL
    if (url) return { figures: [...figures, ...(await measure('postgres', url))] }
    return { figures, notes: [NO_POSTGRES] }
  },
}

async function measure(engine: Engine, url?: string): Promise<Figure[]> {
  const folder = makeFolder()
  const schema = `bench_${process.pid}`
  const settings = readSettings({
    DATA_DIR: folder.path,
    SEED: 'none',
    MAIL_PER_MINUTE: '1000000',
    ...(url && { DATABASE_URL: await withSchema(url, schema), JWT_SECRET: 'x'.repeat(32) }),
  })
  const { db } = openDatabase(settings, 60_000)
  try {
    await migrate(db, engine)
    const files = await openFiles(settings)
    const deps: Deps = {
      db,
      publicReads: readsOfPrimary(db),
      engine,
      settings,
      clock: Date.now,
      jwtSecret: 'x'.repeat(32),
      files,
      responseCache: new ResponseCache(Date.now),
      gates: makeGates(),
      kit: kitsOf({ db, clock: Date.now, jwtSecret: '', files, settings }),
      passwords: makePasswords(),
      security: makeSecurityLog(Date.now),
    }
    await fill(deps)

    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const began = performance.now()
    const enqueued = await announceDue(deps)
    const enqueuedMs = performance.now() - began
    delay.disable()
    if (enqueued !== SUBSCRIBERS)
      throw new Error(`${enqueued} mails are enqueued instead of ${SUBSCRIBERS}`)

    let sent = 0
    const worker = makeMailWorker({
      deps,
      log: quiet,
      writers: articleMails.writers,
      transport: {
        ...nullTransport,
        send: async () => {
          sent += 1
          if (sent === SENT) void worker.stop()
        },
      },
    })
    const start = performance.now()
    await worker.deliverDue()
    const perSecond = (sent / (performance.now() - start)) * 1000
    return outboxFigures(engine, enqueuedMs, delay.max / 1e6, perSecond)
  } finally {
    if (url) await db.schema.dropSchema(schema).cascade().execute()
    await db.destroy()
    folder.remove()
  }
}

function outboxFigures(
  subject: Engine,
  enqueuedMs: number,
  blockedMs: number,
  perSecond: number,
): Figure[] {
  const ms = { subject, unit: 'ms', better: 'lower' } as const
  return [
    { ...ms, name: '10,000 mails enqueued in', value: enqueuedMs },
    { ...ms, name: 'longest block of the event loop', value: blockedMs },
    { subject, name: 'mails sent', value: perSecond, unit: 'jobs/s', better: 'higher' },
  ]
}

async function withSchema(url: string, schema: string): Promise<string> {
  const { db } = openDatabase({ databaseUrl: url, dataDir: '' })
  await db.schema.createSchema(schema).execute()
  await db.destroy()
  const own = new URL(url)
  own.searchParams.set('options', `-c search_path=${schema},public`)
  return own.href
}

async function fill(deps: Deps): Promise<void> {
  const { db } = deps
  for (let from = 0; from < SUBSCRIBERS; from += ROWS) {
    const users = await addPeople({ deps }, ROWS, from)
    const preferences = users.map(({ id }) => ({ user_id: id, notify_since: 1 }))
    await db.insertInto('preferences').values(preferences).execute()
  }
  const now = Date.now()
  const texts = { title: 'News', short_description: 'In short', description: 'At length' }
  const times = { created_at: now, updated_at: now, publish_at: now }
  await db
    .insertInto('contents')
    .values({ kind: 'news', uid: 'one', ...texts, ...times })
    .execute()
}
