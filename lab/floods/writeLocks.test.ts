import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { buildApp } from '../../server/compose/site.ts'
import { databaseFile } from '../../server/config/env.ts'
import { openDatabase } from '../../server/db/open.ts'
import { amount, figure } from '../../test/helpers/server/faults.ts'
import { type DeskServer, startDesk } from '../../test/helpers/server/startDesk.ts'
import type { TestUser } from '../../test/helpers/server/startServer.ts'

/** Shorter than the timeout of a write. */
const LOCK_MS = amount(4000, 1000)
const ENTRIES = amount(15_000, 2000)
/** Longest pause of the event loop, as a share of the whole time. */
const SHARE = 0.35

describe('while somebody else writes to the SQLite file', () => {
  let server: DeskServer
  let member: TestUser
  beforeEach(async () => {
    server = await startDesk('sqlite')
    member = await server.addUser('Olwen')
  })
  afterEach(() => server.close())

  /** Locks the file like another program: an import, a backup tool, a shell. */
  function lock(): () => void {
    const other = new Database(databaseFile(server.deps.settings))
    other.exec('begin immediate')
    return () => {
      other.exec('commit')
      other.close()
    }
  }
  const addGroup = (app = server.app) =>
    app.inject({
      method: 'POST',
      url: '/api/rpggroups/create/',
      headers: member.auth,
      payload: { name: 'Ravens' },
    })
  const listGroups = () => server.app.inject({ url: '/api/rpggroups/list', headers: member.auth })

  /** Reads until `work` is done. @returns number of responses, and the longest pause of the event loop */
  async function readWhile(work: Promise<unknown>) {
    let isDone = false
    void work.finally(() => {
      isDone = true
    })
    const delay = monitorEventLoopDelay({ resolution: 5 })
    const start = performance.now()
    delay.enable()
    let reads = 0
    for (; !isDone; reads++) {
      expect((await listGroups()).statusCode).toBe(200)
      await setImmediate()
    }
    delay.disable()
    return { reads, longestMs: delay.max / 1e6, totalMs: performance.now() - start }
  }

  it('reads are answered all the time, and a write gets through after the lock', async () => {
    const unlock = lock()
    const unlocked = new Promise<void>((resolve) => {
      setTimeout(() => {
        unlock()
        resolve()
      }, LOCK_MS)
    })
    const written = addGroup()
    const { reads, longestMs } = await readWhile(unlocked)
    figure(
      `${reads} reads, longest pause ${Math.round(longestMs)} ms (limit ${LOCK_MS * SHARE} ms)`,
    )
    expect(reads).toBeGreaterThan(LOCK_MS / 50)
    expect(longestMs).toBeLessThan(LOCK_MS * SHARE)
    expect((await written).statusCode).toBe(201)
  })

  it('a write that waits too long is unavailable with a time to retry; it does not hold up the writes behind it', async () => {
    const impatient = openDatabase(server.deps.settings, 300).db
    const app = await buildApp({ ...server.deps, db: impatient })
    const unlock = lock()
    const start = performance.now()
    const refused = await Promise.all(Array.from({ length: 20 }, () => addGroup(app)))
    const waitedMs = performance.now() - start
    for (const { statusCode, headers } of refused)
      expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
    figure(`20 writes refused within ${Math.round(waitedMs)} ms (limit ${20 * 300} ms)`)
    expect(waitedMs).toBeLessThan(20 * 300)
    unlock()
    expect((await addGroup(app)).statusCode).toBe(201)
    expect((await listGroups()).json()).toHaveLength(1)
    await app.close()
    await impatient.destroy()
  })

  it('an import at the desk lets reads and writes of others through, and appears as a whole', async () => {
    const root = await server.staff('Root', 'superuser')
    const content = 'A long text about a place, its people and what they want. '.repeat(20)
    const file = {
      format: 'discordia-glossary',
      version: 1,
      types: [{ key: 'places', name: 'Places', subtypes: [] }],
      entries: Array.from({ length: ENTRIES }, (_, n) => ({
        key: `place-${n}`,
        title: `Place ${n}`,
        type: 'places',
        sections: [{ title: `About ${n}`, content: `${content}${n}` }],
      })),
    }
    const seen = new Set<number>()
    const importing = root.transfer('glossary', file)
    const counting = (async () => {
      const count = server.deps.db
        .selectFrom('glossary_entries')
        .select((is) => is.fn.countAll<number>().as('n'))
      while (!seen.has(ENTRIES)) {
        seen.add((await count.executeTakeFirstOrThrow()).n)
        await setImmediate()
      }
    })()
    const written = addGroup()
    const { reads, longestMs, totalMs } = await readWhile(importing)
    expect((await importing).json()).toMatchObject({ added: ENTRIES + 1, problems: [] })
    await counting
    expect([...seen]).toEqual([0, ENTRIES])
    figure(
      `${ENTRIES} entries in ${Math.round(totalMs)} ms, ${reads} reads, longest pause ${Math.round(longestMs)} ms (limit ${Math.round(totalMs * SHARE)} ms)`,
    )
    expect(longestMs).toBeLessThan(totalMs * SHARE)
    expect(reads).toBeGreaterThan(20)
    expect((await written).statusCode).toBe(201)
  })
})
