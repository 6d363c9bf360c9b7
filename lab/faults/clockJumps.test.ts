import type { TokenPair } from '../../contract/shapes.ts'
import { cleanUp } from '../../server/compose/background.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../server/config/time.ts'
import { PASSWORD, post } from '../../test/helpers/server/accounts.ts'
import { figure } from '../../test/helpers/server/faults.ts'
import { deliveredMail } from '../../test/helpers/server/mailbox.ts'
import { codeAt } from '../../test/helpers/server/secondStep.ts'
import { type DeskServer, startDesk } from '../../test/helpers/server/startDesk.ts'
import { engines, type TestUser } from '../../test/helpers/server/startServer.ts'

jest.setTimeout(60_000)

const YEAR_MS = 365 * DAY_MS
/** Retention of refresh tokens and sessions. */
const SESSION_MS = 30 * DAY_MS
/** Longest window of a rate limit. Seconds. */
const WINDOW_SECONDS = 3600

describe.each(engines)('a clock that jumps while the server runs, on %s', (engine) => {
  let server: DeskServer
  let mara: TestUser
  beforeEach(async () => {
    server = await startDesk(engine, { RATE_LIMITS: 'on' })
    await server.staff('Mara')
    const [row] = await server.deps.db.selectFrom('users').select(['id', 'username']).execute()
    mara = { ...(row as TestUser), tokens: await logIn(), auth: { authorization: '' } }
  })
  afterEach(() => server.close())

  /** Sets the clock without affecting elapsed time. */
  const jump = (ms: number) => server.setClockBack(-ms)
  const call = (path: string, payload: object, token?: string) =>
    post(server, path, payload, token === undefined ? {} : { authorization: `Bearer ${token}` })
  const tryLogIn = async () =>
    call('/users/login/', {
      email: 'mara@example.org',
      password: PASSWORD,
      code: await server.code(),
    })
  async function logIn(): Promise<TokenPair> {
    const answer = await tryLogIn()
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }
  const refresh = (token: string) => call('/users/login/refresh/', { refresh: token })
  const createGroup = (token: string) => call('/rpggroups/create/', { name: 'Ravens' }, token)
  const news = () => server.app.inject('/api/contents/active')

  test.each([
    ['a day forward', DAY_MS],
    ['a year forward', YEAR_MS],
    ['a day back', -DAY_MS],
    ['a year back', -YEAR_MS],
  ])(
    '%s: sessions keep their rules, logins, writes, mail and the sweep go on',
    async (_name, ms) => {
      jump(ms)
      const old = await createGroup(mara.tokens.access)
      expect(old.statusCode).toBe(ms > 0 ? 401 : 201)
      const renewed = await refresh(mara.tokens.refresh)
      expect(renewed.statusCode).toBe(ms > SESSION_MS ? 401 : 200)
      const { access, refresh: next } = await logIn()
      expect((await createGroup(access)).statusCode).toBe(201)
      expect((await refresh(next)).statusCode).toBe(200)
      expect(
        (
          await call('/users/register/', {
            email: 'olwen@example.org',
            username: 'Olwen',
            password: PASSWORD,
          })
        ).statusCode,
      ).toBe(201)
      expect((await deliveredMail(server)).map(({ to }) => to)).toContain('olwen@example.org')
      await cleanUp(server.deps, server.app.log)
      expect((await createGroup(access)).statusCode).toBe(201)
      figure(
        `access ${old.statusCode}, refresh ${renewed.statusCode}; login, write, mail, sweep as ever`,
      )
    },
  )

  test('back by a year: a used refresh token is not good again for a year', async () => {
    expect((await refresh(mara.tokens.refresh)).statusCode).toBe(200)
    jump(-YEAR_MS)
    const answer = await refresh(mara.tokens.refresh)
    figure(`a used refresh token is answered ${answer.statusCode} (must be 401)`)
    expect(answer.statusCode).toBe(401)
  })

  test('back by a year: the codes of the authenticator app work, each once', async () => {
    const tried = async () =>
      call('/users/login/', {
        email: 'mara@example.org',
        password: PASSWORD,
        code: await codeAt(server.deps.clock()),
      })
    server.passTime(MINUTE_MS)
    expect((await tried()).statusCode).toBe(200)
    jump(-YEAR_MS)
    const outcomes = [(await tried()).statusCode, (await tried()).statusCode]
    figure(`the same code twice is answered ${outcomes.join(' and ')}`)
    expect(outcomes).toEqual([200, 401])
  })

  test('back by a year: no limit locks anybody out for longer than its window', async () => {
    const wrong = () =>
      call('/users/login/', { email: 'mara@example.org', password: 'Wrong-Apple-412' })
    let answer = await wrong()
    for (let n = 0; answer.statusCode === 401 && n < 100; n++) answer = await wrong()
    expect(answer.statusCode).toBe(429)
    jump(-YEAR_MS)
    answer = await wrong()
    const wait = Number(answer.headers['retry-after'] ?? 0)
    figure(`login: ${answer.statusCode}, to wait ${wait} s (limit ${WINDOW_SECONDS} s)`)
    expect(wait).toBeLessThanOrEqual(WINDOW_SECONDS)
  })

  test('back by a year: links by mail and the contact form are open, whatever was sent in that year', async () => {
    const { db, clock } = server.deps
    const reset = () => call('/discordia/request-change-password/', { email: 'mara@example.org' })
    const row = { name: 'Ann', email: 'ann@example.org', subject: 'Hello', message: 'Hello there' }
    await db
      .insertInto('contact_messages')
      .values(Array.from({ length: 60 }, () => ({ ...row, created_at: clock() })))
      .execute()
    for (let n = 0; n < 5; n++) await reset()
    const before = (await deliveredMail(server)).length
    jump(-YEAR_MS)
    const asked = await reset()
    expect(asked.statusCode).toBeLessThan(300)
    expect((await deliveredMail(server)).length).toBe(before + 1)
    const form = new FormData()
    const service = { lib_version: '4.4.1', service_id: 's', template_id: 't', user_id: 'key' }
    for (const [field, value] of Object.entries({ ...row, ...service })) form.append(field, value)
    const url = '/api/v1.0/email/send-form'
    const sent = await server.app.inject({ method: 'POST', url, payload: form })
    figure(`reset mail sent, contact form ${sent.statusCode}`)
    expect(sent.statusCode).toBe(200)
  })

  test('a planned publication follows the clock both ways, a cached list at most five seconds later', async () => {
    const { db, clock } = server.deps
    const texts = { uid: 'bells', title: 'The bells', short_description: '', description: '' }
    const at = clock() + HOUR_MS
    await db
      .insertInto('contents')
      .values({ ...texts, kind: 'news', created_at: 1, updated_at: 1, publish_at: at })
      .execute()
    const isThere = async () => (await news()).body.includes('The bells')
    expect(await isThere()).toBe(false)
    jump(DAY_MS)
    server.passTime(5001)
    expect(await isThere()).toBe(true)
    jump(-DAY_MS)
    server.passTime(5001)
    expect(await isThere()).toBe(false)
    figure('hidden, shown a day later, hidden again')
  })
})
