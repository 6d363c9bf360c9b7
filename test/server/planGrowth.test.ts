import { type CompiledQuery, sql } from 'kysely'
import type { GameSessionId, GroupId } from '#contract/ids.ts'
import { SUGGESTIONS_MAX } from '#contract/planFields.ts'
import { isOneOf } from '#server/db/search.ts'
import { FEED_ENTRIES_MAX } from '#server/modules/calendar/siteRoutes.ts'
import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { addGameSession, addGroup } from '#test/helpers/fixtures/gameSessions.ts'
import { calendarsOf } from '#test/helpers/server/memberCalendars.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'
import { rowsRead, statementsOf, stepsOf } from '#test/helpers/server/statements.ts'

/** Work of one member in a day and a half within the limits. */
const DATES = 100_000
/** Dates of a session; all of them are read with one. */
const LENGTH = 100
const GROUPS = 25
const CANCELLED = 4000

serverTests('groups with very many dates on %s', (server, engine) => {
  let member: TestUser
  const groups: GroupId[] = []
  beforeAll(async () => {
    const { clock, db } = server.deps
    member = await server.addUser('mira')
    for (let at = 0; at < GROUPS; at++) {
      const group = await addGroup(server, `Group ${at}`, member.id)
      groups.push(group)
      const session = await addGameSession(server, group, { title: `Session ${at}` }, [
        clock() + 9 * DAY,
      ])
      await fill(session.id, DATES / GROUPS)
    }
    // Cancelled and past dates come before all others in the order of time.
    const [first] = groups
    if (first !== undefined) {
      const cancelled = await addGameSession(server, first, {}, [clock() + 7 * DAY])
      const filled = await fill(cancelled.id, CANCELLED, clock() + HOUR)
      await db
        .updateTable('game_dates')
        .set({ cancelled_at: 1 })
        .where(isOneOf(db, 'session_id', [cancelled.id, ...filled]))
        .execute()
      const past = await addGameSession(server, first, {}, [clock() - 400 * DAY])
      await fill(past.id, CANCELLED, clock() - 399 * DAY)
    }
    if (engine === 'postgres') await sql`vacuum analyze game_dates`.execute(db)
  }, 120_000)

  /** Series like the session, with dates a minute apart. @returns their ids */
  async function fill(
    session: GameSessionId,
    count: number,
    from = server.deps.clock() + 10 * DAY,
  ) {
    const { rows } = await sql<{ id: GameSessionId }>`
      insert into game_sessions (group_id, uid, title, time_zone, rule, place, link, notes, created_at, updated_at)
      with recursive n (n) as (select 1 union all select n + 1 from n where n < ${sql.lit(count / LENGTH)})
      select group_id, uid || '-' || n, title, time_zone, 'FREQ=WEEKLY', place, link, notes, created_at, updated_at
      from game_sessions, n where id = ${session} returning id`.execute(server.deps.db)
    const ids = rows.map(({ id }) => id)
    const [start, first, length] = [from, Math.min(...ids), LENGTH].map((one) => sql.lit(one))
    await sql`insert into game_dates (session_id, planned_at, starts_at, ends_at)
      with recursive n (n) as (select 0 union all select n + 1 from n where n < ${sql.lit(count - 1)})
      select ${first} + n / ${length}, ${start} + n * 60000, ${start} + n * 60000, ${start} + n * 60000 + 3600000
      from n`.execute(server.deps.db)
    return ids
  }

  const get = (url: string) => server.app.inject({ url: `/api${url}`, headers: member.auth })

  /**
   * Checks that each read of dates goes through an index of their group or session.
   * @param max rows of dates that a statement reads
   */
  async function expectIndexed(statements: readonly CompiledQuery[], max: number): Promise<void> {
    const ofDates = statements.filter(({ sql: text }) => text.includes('game_dates'))
    expect(ofDates).not.toEqual([])
    for (const query of ofDates) {
      if (engine === 'postgres') {
        expect(await rowsRead(server, query, 'game_dates')).toBeLessThanOrEqual(max)
        continue
      }
      const steps = await stepsOf(server, query)
      const reads = steps.filter((step) =>
        /^(SEARCH|SCAN) (d|next|ahead|own|game_dates)\b/.test(step),
      )
      expect(reads).not.toEqual([])
      for (const read of reads)
        expect(read).toMatch(
          /^SEARCH \w+ USING (INTEGER PRIMARY KEY|(COVERING )?INDEX game_dates_\w+ \((session_group_id=\? AND starts_at[<>]|session_id=\?))/,
        )
    }
  }

  test('the list of groups looks up one date of each group', async () => {
    const list = () => get('/rpggroups/list')
    const statements = await statementsOf(server, list)
    await expectIndexed(statements, 2 * GROUPS)
    const next = (await list())
      .json()
      .map(({ plan }: { plan: { next_session: unknown } }) => plan.next_session)
    expect(next).toHaveLength(GROUPS)
    expect(next[0]).toEqual({
      title: 'Session 0',
      starts_at: new Date(server.deps.clock() + 9 * DAY).toISOString(),
      ends_at: new Date(server.deps.clock() + 9 * DAY + 3 * HOUR).toISOString(),
    })
  })

  test('the list of groups takes the same few statements, for any number of groups and dates', async () => {
    const one = await server.addUser('juno')
    await addGroup(server, 'The only one', one.id)
    const few = await statementsOf(server, () =>
      server.app.inject({ url: '/api/rpggroups/list', headers: one.auth }),
    )
    const many = await statementsOf(server, () => get('/rpggroups/list'))
    // Two of them count requests to join, for an owner or a co-owner.
    expect([few.length, many.length]).toEqual([7, 7])
  })

  test('the group of a date is that of its session, for any writer', async () => {
    const { rows } =
      await sql`select d.id from game_dates d join game_sessions s on s.id = d.session_id
      where d.session_group_id is null or d.session_group_id <> s.group_id limit 1`.execute(
        server.deps.db,
      )
    expect(rows).toEqual([])
  })

  test('the plan of a group reads the dates of this group only', async () => {
    const [, second] = groups
    await expectIndexed(
      await statementsOf(server, () => get(`/rpggroups/plan/${second}`)),
      DATES / GROUPS + 1,
    )
  })

  test('suggestions read the dates of each group at the suggested times only', async () => {
    const [, second] = groups
    const suggest = () =>
      get(`/rpggroups/plan/${second}/suggestions/?time_zone=Europe/Vienna&hours=4`)
    expect((await suggest()).json().dates).toHaveLength(SUGGESTIONS_MAX)
    await expectIndexed(await statementsOf(server, suggest), DATES)
  })

  test('the list of coming dates reads the first dates of each group', async () => {
    const next = () => get('/users/next/')
    await expectIndexed(await statementsOf(server, next), (2 * GROUPS + 1) * 100)
    const { items, total } = (await next()).json().dates
    expect([items[0].state, total]).toEqual(['cancelled', 100])
  })

  test('a feed reads the first dates of each group, and all of the first series', async () => {
    const path = await calendarsOf(server).feedOf(member)
    const fetchFeed = () => server.app.inject(path)
    await fetchFeed()
    const ofDates = (2 * GROUPS + 1) * FEED_ENTRIES_MAX
    await expectIndexed(await statementsOf(server, fetchFeed), ofDates)
  })
})
