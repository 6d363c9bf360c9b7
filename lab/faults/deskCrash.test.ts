import { setTimeout } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { PASSWORD } from '../../test/helpers/server/accounts.ts'
import {
  type DeskProcess,
  openData,
  runOn,
  type Seat,
  send,
  startDeskProcess,
  takeSeat,
} from '../../test/helpers/server/deskProcess.ts'
import { amount, figure } from '../../test/helpers/server/faults.ts'
import { makeDataDir } from '../../test/helpers/server/serverProcess.ts'

const CRASHES = amount(6, 2)
const ENTRIES = 400
const AUTHOR = { email: 'ann@example.org', username: 'Ann', password: PASSWORD }
const NEWS = { kind: 'news', title: 'A title', short_description: 'Short', description: 'Long' }

/** Log row that an acknowledged call must have written: `resource.action record`. */
type Acknowledged = string

/** Adds pending entries of the newest account, while no other connection writes. */
function addPendingEntries(database: Database): void {
  database.exec("insert into glossary_types (name, position) values ('Places', 0)")
  const add = database.prepare(
    `insert into glossary_entries
       (title, description, type_id, created_by, created_at, updated_at, title_key, search_text)
     select @title, '', (select id from glossary_types), (select max(id) from users), 1, 1, @title, @title`,
  )
  database.transaction(() => {
    for (let n = 0; n < ENTRIES; n++) add.run({ title: `entry ${n}` })
  })()
}

/** Lets several people work at once; kills the server when `enough` of their calls are acknowledged. */
async function actUntilKilled(
  { server, api }: DeskProcess,
  seat: Seat,
  waiting: number[],
  enough: number,
): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = []
  async function act(path: string, done: (id: number) => string, body: object = {}) {
    const { id } = (await (await send(`${api}${path}`, body, seat)).json()) as { id: number }
    acknowledged.push(done(id))
    if (acknowledged.length === enough) server.kill('SIGKILL')
    return id
  }
  async function publisher(): Promise<never> {
    for (;;) {
      const id = await act('/contents', (made) => `contents.create ${made}`, NEWS)
      for (const step of ['publish', 'unpublish'])
        await act(`/contents/${id}/${step}`, () => `contents.${step} ${id}`)
    }
  }
  async function reviewer(): Promise<void> {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const body = { reason: 'Too short.' }
      await act(`/review/${id}/reject`, (entry) => `review.reject ${entry}`, body)
    }
  }
  // All of them end with a lost connection.
  const ends = await Promise.allSettled([publisher(), publisher(), reviewer(), reviewer()])
  for (const end of ends)
    expect(end.status === 'rejected' && end.reason).toMatchObject({ message: 'fetch failed' })
  expect(await server.ended).toBe('SIGKILL')
  return acknowledged
}

/** Effects without their row in the log, and rows without their effect. */
function halfActs(database: Database) {
  const log = (action: string, record: string) =>
    `(select count(*) from audit_log where action ${action} and record = cast(${record} as text))`
  const rows = (statement: string) => database.prepare(statement).pluck().all()
  return {
    contents: rows(
      `select id from contents c where ${log("= 'create' and resource = 'contents'", 'c.id')} <> 1
         or sequence <> ${log("in ('publish', 'unpublish')", 'c.id')}`,
    ),
    entries: rows(
      `select id from glossary_entries e
         where (rejected_at is not null) <> ${log("= 'reject'", 'e.id')}
         or (rejected_at is not null) <> (select count(*) from outbox
           where kind = 'entry-rejected' and json_extract(data, '$.title') = e.title)
         or (rejected_at is not null) <> (select count(*) from glossary_reviews r where r.entry_id = e.id)`,
    ),
    logged: rows(
      `select id from audit_log a where
         (resource = 'contents' and not exists (select 1 from contents c where cast(c.id as text) = a.record))
         or (resource = 'review' and not exists (select 1 from glossary_entries e
           where cast(e.id as text) = a.record and e.rejected_at = a.at))`,
    ),
  }
}

test(`${CRASHES} kills amid acts at the desk: each act and its row in the log are both there, or neither`, async () => {
  const dataDir = makeDataDir()
  const acknowledged: Acknowledged[] = []
  let seat: Seat | undefined
  for (let round = 0; round < CRASHES; round++) {
    const desk = await startDeskProcess(dataDir)
    if (seat === undefined) {
      seat = await takeSeat(desk, dataDir)
      // Staff cannot decide about their own entries, so another account writes them.
      await send(`${desk.server.address}/api/users/register/`, AUTHOR)
      runOn(dataDir, 'update users set activated_at = created_at')
      const database = openData(dataDir)
      addPendingEntries(database)
      database.close()
    }
    const database = openData(dataDir, { readonly: true })
    const waiting = database
      .prepare('select id from glossary_entries where rejected_at is null order by id desc')
      .pluck()
      .all() as number[]
    database.close()
    acknowledged.push(...(await actUntilKilled(desk, seat, waiting, 4 + 7 * round)))
  }

  const database = openData(dataDir)
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  figure(`${CRASHES} kills, ${acknowledged.length} acknowledged acts, none lost or half (limit 0)`)
  expect(halfActs(database)).toEqual({ contents: [], entries: [], logged: [] })
  const logged = database
    .prepare("select resource || '.' || action || ' ' || record from audit_log")
    .pluck()
    .all()
  expect(logged).toEqual(expect.arrayContaining(acknowledged))
  expect(acknowledged.filter((act) => act.startsWith('review.')).length).toBeGreaterThan(CRASHES)
  expect(acknowledged.filter((act) => act.startsWith('contents.')).length).toBeGreaterThan(CRASHES)

  // Checks the check itself: it must find an effect without a row, and a row without an effect.
  database.exec(`update contents set sequence = sequence + 1 where id = (select min(id) from contents);
    update glossary_entries set rejected_at = null, rejection_reason = null where id = (select min(id) from glossary_entries)`)
  const { contents, entries, logged: alone } = halfActs(database)
  expect([contents.length, entries.length, alone.length]).toEqual([1, 1, 1])
  database.close()
  dataDir.remove()
}, 60_000)

const APPLICANTS = 1000

/** Confirmed registrations that wait for the team, while no other connection writes. */
function addApplicants(database: Database): void {
  const add = database.prepare(
    `insert into users (username, username_key, latin_key, email, email_key, password_hash, role, created_at)
     values (@name, @name, @name, @name || '@example.net', @name || '@example.net', 'x', 'player', 1)`,
  )
  database.transaction(() => {
    for (let n = 0; n < APPLICANTS; n++) add.run({ name: `applicant${n}` })
  })()
  database.exec(
    `insert into applications (user_id, line, created_at, confirmed_at)
     select id, '', 1, 1 from users where username like 'applicant%'`,
  )
}

/** Accounts, decisions and mails. */
const approved = (database: Database) =>
  [
    `select count(*) from users where username like 'applicant%' and activated_at is not null`,
    'select count(*) from applications where admitted = 1',
    `select count(distinct recipient) from outbox where kind = 'application-admitted'`,
  ].map((statement) => database.prepare(statement).pluck().get())

test(`${CRASHES} kills amid the approval of ${APPLICANTS} registrations: all or none, and each is mailed once`, async () => {
  const dataDir = makeDataDir()
  let seat: Seat | undefined
  let count: unknown[] = []
  for (let round = 0; round <= CRASHES; round++) {
    const desk = await startDeskProcess(dataDir)
    if (seat === undefined) {
      seat = await takeSeat(desk, dataDir)
      const database = openData(dataDir)
      addApplicants(database)
      database.close()
    }
    const reader = openData(dataDir, { readonly: true })
    const ids = reader.prepare('select id from applications order by id').pluck().all()
    reader.close()
    const body = { ids, admits: true, reason: '' }
    const sent = send(`${desk.api}/applications/decide`, body, seat).catch(() => null)
    // The last round ends by itself: an act that was interrupted is repeated.
    if (round < CRASHES) {
      await setTimeout(10 * (round + 1))
      desk.server.kill('SIGKILL')
      await sent
    } else {
      await sent
      desk.server.kill('SIGTERM')
    }
    await desk.server.ended
    const database = openData(dataDir, { readonly: true })
    count = approved(database)
    database.close()
    expect([
      [0, 0, 0],
      [APPLICANTS, APPLICANTS, APPLICANTS],
    ]).toContainEqual(count)
  }
  expect(count).toEqual([APPLICANTS, APPLICANTS, APPLICANTS])
  const database = openData(dataDir, { readonly: true })
  const mails = database
    .prepare(`select count(*) from outbox where kind = 'application-admitted'`)
    .pluck()
    .get()
  expect(mails).toBe(APPLICANTS)
  database.close()
  dataDir.remove()
}, 60_000)
