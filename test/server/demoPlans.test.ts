import { seedDemo } from '#server/db/seed/index.ts'
import { reading } from '#server/work/work.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

serverTests('the demonstration’s plans and first steps on %s', (server) => {
  beforeAll(() => seedDemo(server.deps, async () => 'hash'))

  const as = async (username: string) => {
    const { db } = server.deps
    const find = db.selectFrom('users').selectAll().where('username', '=', username)
    const { access } = await server.app.siteTokens.issue(
      reading(server.deps),
      await find.executeTakeFirstOrThrow(),
    )
    const headers = { authorization: `Bearer ${access}` }
    return async (url: string) => (await server.app.inject({ url: `/api${url}`, headers })).json()
  }

  test('a group meets on first and third Fridays without an end, at the homes of its members in turn', async () => {
    const { db } = server.deps
    const dates = await db
      .selectFrom('game_dates as d')
      .innerJoin('game_sessions as s', 's.id', 'd.session_id')
      .leftJoin('users as u', 'u.id', 'd.host_id')
      .select(['d.starts_at', 'u.username', 's.extend_at'])
      .where('s.title', '=', 'Goat Friday')
      .orderBy('d.starts_at')
      .execute()
    const days = dates.map(({ starts_at }) => new Date(starts_at))
    expect(dates.length).toBeGreaterThanOrEqual(23)
    expect(days.filter((day) => day.getUTCDay() !== 5)).toEqual([])
    expect(new Set(days.map((day) => Math.ceil(day.getUTCDate() / 7)))).toEqual(new Set([1, 3]))
    expect(dates.slice(0, 4).map(({ username }) => username)).toEqual([
      ...['wren', 'mira', 'sanna'],
      'wren',
    ])
    expect(dates.every(({ extend_at }) => extend_at !== null)).toBe(true)
  })

  test('a player without a group has first steps and two groups to ask', async () => {
    const get = await as('runa')
    const { first_steps } = await get('/users/next/')
    expect(first_steps.events.length).toBeGreaterThan(0)
    const { groups } = await get('/rpggroups/openings/')
    expect(groups).toHaveLength(2)
  })
})
