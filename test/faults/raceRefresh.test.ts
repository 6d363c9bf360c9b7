import type { TokenPair } from '#contract/shapes.ts'
import { sha256 } from '#server/text/secrets.ts'
import { desk, type Stage, setStage, site } from '#test/helpers/races/stage.ts'
import { amount, figure } from '#test/helpers/server/faults.ts'
import { engines, type TestUser } from '#test/helpers/server/startServer.ts'

jest.setTimeout(600_000)

const AT_ONCE = 100
const ROUNDS = amount(200, 3)
/** Real processes in front of one PostgreSQL. */
const PROCESSES = amount(3, 0)
/** Members whose sessions end at the same time. */
const MEMBERS = 5
/** Tabs of one member that refresh over and over. */
const TABS = 3
/** A used token is accepted again for so long (ruling 48). Milliseconds. */
const GRACE = 10_000
const NEW_PASSWORD = 'Silver&Apple412'

describe.each(engines)('refreshes at the same time as others, on %s', (engine) => {
  let stage: Stage
  let members: readonly TestUser[]
  beforeAll(async () => {
    stage = await setStage(engine, engine === 'postgres' ? PROCESSES : 0)
  })
  afterAll(() => stage.close())
  /** Members with a new session for each test. */
  beforeEach(async () => {
    members = await renewed()
  })

  async function renewed(): Promise<readonly TestUser[]> {
    const all = await stage.people(MEMBERS)
    await stage.clear(['refresh_tokens'])
    return Promise.all(all.map((member) => stage.server.renew(member)))
  }
  const refresh = async (token: string) => {
    const { status, body } = await stage.send(
      site(null, 'POST', '/users/login/refresh/', { refresh: token }),
    )
    return { status, pair: status === 200 ? (JSON.parse(body) as TokenPair) : null }
  }
  const statusWith = async ({ access }: TokenPair): Promise<number> =>
    (
      await stage.send(
        site({ auth: { authorization: `Bearer ${access}` } }, 'GET', '/users/whoami'),
      )
    ).status
  const liveTokensOf = ({ id }: TestUser) =>
    stage.server.deps.db
      .selectFrom('refresh_tokens')
      .select(['family', 'hash'])
      .where('user_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute()

  test(`${AT_ONCE} refreshes of one token are one session, which a reuse of that token ends as a whole`, async () => {
    const [member] = members
    if (member === undefined) throw new Error('there are members')
    const family = (await liveTokensOf(member)).map((row) => row.family).at(-1)
    const first = member.tokens.refresh
    const responses = await Promise.all(Array.from({ length: AT_ONCE }, () => refresh(first)))
    const pairs = responses.flatMap(({ pair }) => pair ?? [])
    expect(responses.filter(({ status }) => status !== 200)).toEqual([])
    expect(new Set(pairs.map((pair) => pair.refresh)).size).toBe(AT_ONCE)
    expect(await Promise.all(pairs.map(statusWith))).toEqual(pairs.map(() => 200))
    const rows = (await liveTokensOf(member)).filter((row) => row.family === family)
    expect(rows).toHaveLength(AT_ONCE + 1)

    await stage.server.deps.db
      .updateTable('refresh_tokens')
      .set((is) => ({ used_at: is('used_at', '-', GRACE + 1) }))
      .where('hash', '=', sha256(first))
      .execute()
    const reused = await Promise.all(Array.from({ length: AT_ONCE }, () => refresh(first)))
    expect(reused.filter(({ status }) => status !== 401)).toEqual([])
    const afterwards = await Promise.all(pairs.map((pair) => refresh(pair.refresh)))
    expect(afterwards.filter(({ status }) => status !== 401)).toEqual([])
    expect(await Promise.all(pairs.map(statusWith))).toEqual(pairs.map(() => 401))
    figure(
      `${AT_ONCE} refreshes at once: ${pairs.length} succeeded in one session, none outlived the reuse`,
    )
  })

  /** Ways to end the session of a member. */
  const ends: Record<string, (member: TestUser) => Promise<number>> = {
    'a logout': async ({ tokens }) =>
      (await stage.send(site(null, 'POST', '/users/logout/', { refresh: tokens.refresh }))).status,
    'a password reset': async ({ id }) => {
      const { db, clock } = stage.server.deps
      const request_id = `reset-${id}-${performance.now()}`
      const link = { user_id: id, created_at: clock(), expires_at: Date.now() * 2, used_at: null }
      await db
        .insertInto('account_links')
        .values({ ...link, hash: sha256(request_id), purpose: 'password_reset' })
        .execute()
      const body = { request_id, new_password: NEW_PASSWORD }
      return (await stage.send(site(null, 'POST', '/discordia/verified-change-password/', body)))
        .status
    },
    'a deactivation at the desk': async ({ id }) =>
      (await stage.send(desk(stage.ada, 'POST', `/members/${id}/deactivate`))).status,
    'the end of all sessions at the desk': async ({ id }) =>
      (await stage.send(desk(stage.ben, 'POST', `/members/${id}/end-sessions`))).status,
  }

  test.each(Object.entries(ends))(
    `%s ends the session of tabs that refresh at the same time, ${ROUNDS} times: no token is left alive`,
    async (_what, end) => {
      let refreshes = 0
      for (let round = 0; round < ROUNDS; round += MEMBERS) {
        const all = await Promise.all(members.map((member) => raceOf(member, end)))
        refreshes += all.reduce((sum, one) => sum + one, 0)
        members = await renewed()
      }
      figure(`${ROUNDS} ends among ${refreshes} successful refreshes: 0 tokens alive`)
      expect(refreshes).toBeGreaterThan(0)
    },
  )

  /** @returns how many refreshes succeeded before the end */
  async function raceOf(member: TestUser, end: (member: TestUser) => Promise<number>) {
    const received: TokenPair[] = [member.tokens]
    let isOver = false
    const tab = async (): Promise<void> => {
      for (let current: TokenPair | null = member.tokens; current !== null; ) {
        const isLast = isOver
        const { status, pair } = await refresh(current.refresh)
        expect([200, 401]).toContain(status)
        if (pair !== null) received.push(pair)
        expect(isLast && pair !== null).toBe(false)
        current = pair
      }
    }
    const tabs = Promise.all(Array.from({ length: TABS }, tab))
    // Waits until one of them has refreshed.
    await Promise.race([
      refresh(member.tokens.refresh).then(({ pair }) => pair && received.push(pair)),
      tabs,
    ])
    expect(await end(member)).toBe(200)
    isOver = true
    await tabs
    expect(await liveTokensOf(member)).toEqual([])
    const responses = await Promise.all(
      received.map(async (pair) => [await statusWith(pair), (await refresh(pair.refresh)).status]),
    )
    expect(responses).toEqual(received.map(() => [401, 401]))
    return received.length - 1
  }
})
