import { join } from 'node:path'
import { calls } from '../../contract/calls.ts'
import { CSRF_HEADER, DESK_API_BASE } from '../../contract/desk.ts'
import type { GameDateId, MemberId } from '../../contract/ids.ts'
import { unsubscribeTokens } from '../../server/mail/unsubscribeToken.ts'
import { answerTokens } from '../../server/modules/groups/planning/answerTokens.ts'
import { deskCalls } from '../../test/helpers/fixtures/deskActs.ts'
import { orderDetails } from '../../test/helpers/fixtures/orderDetails.ts'
import {
  logInToDesk,
  MAIL_CONFIRMED,
  openData,
  runOn,
  type Seat,
} from '../../test/helpers/server/deskProcess.ts'
import { eventually, figure } from '../../test/helpers/server/faults.ts'
import { type ReceivedMail, readMails } from '../../test/helpers/server/mailbox.ts'
import {
  type DataDir,
  makeDataDir,
  type ServerProcess,
  startProcess,
} from '../../test/helpers/server/serverProcess.ts'

const JWT_SECRET = 'Marked-secret-of-forty-characters-for-logs'
const PASSWORD = 'Marked-Passw0rd-412'
const NEW_PASSWORD = 'Marked-Passw0rd-413!'
const WRONG_PASSWORD = 'Marked-Passw0rd-414!'
const EMAIL = 'marked-mara@example.org'
const ORDER = { ...orderDetails(), address: 'Marked-Street 7', phone_number: '+354 5550199' }

/** Address and key of a chat of the site. */
const HOOK = { path: 'Marked-Path-Of-A-Webhook', token: 'Marked-Key-Of-A-Webhook' }

/** Why a date of a group is cancelled. */
const REASON = 'Marked: I have the flu'

type Answer = { readonly status: number; readonly text: string; readonly headers: Headers }

describe('the log of a server in production, at its most talkative', () => {
  let dataDir: DataDir
  let server: ServerProcess
  let desk: string
  beforeAll(async () => {
    dataDir = makeDataDir()
    const env = { NODE_ENV: 'production', LOG_LEVEL: 'trace', JWT_SECRET }
    server = await startProcess(dataDir.path, env)
    desk = await server.until(/The staff desk is ready on (http:\S+)/)
  })
  afterAll(async () => {
    await server.end()
    dataDir.remove()
  })

  async function ask(
    method: string,
    url: string,
    { body, headers = {} }: { body?: object | string; headers?: Seat } = {},
  ): Promise<Answer> {
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }
  const site = (path: string) => `${server.address}${path}`
  const post = (path: string, body: object, headers: Seat = {}) =>
    ask('POST', site(`/api${path}`), { body, headers })

  /** The newest mail with this subject that meets the condition. */
  async function mailed(subject: RegExp, isWanted = (_mail: ReceivedMail) => true) {
    const wanted = (mail: ReceivedMail) => subject.test(mail.subject) && isWanted(mail)
    const mails = await eventually(
      () => readMails(join(dataDir.path, 'mail')),
      (all) => all.some(wanted),
    )
    const found = mails.findLast(wanted)
    if (found === undefined) throw new Error(`No mail ${subject}`)
    return found
  }

  test('has no password, token, secret of a link or cookie, no order details and no reason, after every call with all of them', async () => {
    const secrets = new Map<string, string>([
      ['JWT_SECRET', JWT_SECRET],
      ['password', PASSWORD],
      ['new password', NEW_PASSWORD],
      ['wrong password', WRONG_PASSWORD],
      ['e-mail address', EMAIL],
      ['street', ORDER.address],
      ['phone number', ORDER.phone_number],
      ['reason', REASON],
      ['address of a hook', HOOK.path],
      ['key of a hook', HOOK.token],
    ])
    await post('/users/register/', { email: EMAIL, username: 'Mara', password: PASSWORD })
    const activation = (await mailed(/account/i)).secret
    await post('/discordia/verify-activate-user/', { request_id: activation })
    const reset = await post('/discordia/request-change-password/', { email: EMAIL })
    expect(reset.status).toBe(200)
    const resetId = (await mailed(/new Discordia password/)).secret
    await post('/users/login/', { email: EMAIL, password: WRONG_PASSWORD })
    const { access, refresh } = JSON.parse(
      (await post('/users/login/', { email: EMAIL, password: PASSWORD })).text,
    )
    runOn(dataDir, "update users set role = 'superuser'")
    const confirmMail = () => runOn(dataDir, MAIL_CONFIRMED)
    const seat = await logInToDesk(`${desk}${DESK_API_BASE}`, EMAIL, confirmMail, PASSWORD)
    const { cookie = '', [CSRF_HEADER]: csrf = '' } = seat
    const hook = {
      ...{ name: 'news', kind: 'json', url: `https://127.0.0.1/${HOOK.path}` },
      ...{ token: HOOK.token, room: '' },
    }
    for (const [path, body] of Object.entries({ hooks: hook, 'hooks/test': { name: 'news' } })) {
      const asked = await ask('POST', `${desk}${DESK_API_BASE}/${path}`, { body, headers: seat })
      expect([path, asked.status]).toEqual([path, 200])
      expect(asked.text).not.toContain(HOOK.path)
    }
    const article = { kind: 'news', title: 'T', short_description: 'S', description: 'D' }
    const drafted = await ask('POST', `${desk}${DESK_API_BASE}/contents`, {
      body: article,
      headers: seat,
    })
    const { id } = JSON.parse(drafted.text)
    const link = await ask('POST', `${desk}${DESK_API_BASE}/contents/${id}/preview-link`, {
      body: {},
      headers: seat,
    })
    const preview = new URL(JSON.parse(link.text).url).searchParams.get('preview') ?? ''
    const unsubscribe = unsubscribeTokens(JWT_SECRET).tokenOf(1 as MemberId)
    const auth = { authorization: `Bearer ${access}` }
    const answer = answerTokens(JWT_SECRET).tokenOf({
      member: 1 as MemberId,
      seal: 's'.repeat(16),
      asked: { dates: [1 as GameDateId] },
    })
    const made = await post('/users/calendar/', { name: 'Phone' }, auth)
    const feed = new URL(JSON.parse(made.text).url).pathname
    for (const [name, secret] of Object.entries({
      activation,
      resetId,
      access,
      refresh,
      csrf,
      preview,
      unsubscribe,
      answer: answer.split('.').at(-1) ?? '',
      feed: feed.split('/').at(-1)?.split('.')[0] ?? '',
      cookie: cookie.split('=')[1] ?? '',
    })) {
      expect([name, secret.length > 15]).toEqual([name, true])
      secrets.set(name, secret)
    }

    expect((await post('/users/order-details/', ORDER, auth)).status).toBe(200)
    const everything = {
      ...ORDER,
      ...Object.fromEntries(secrets),
      request_id: resetId,
      refresh: 'x',
    }
    for (const { method, path, name } of calls.filter((call) => call.name !== 'logout')) {
      const headers = { ...auth, ...seat }
      const hasBody = method === 'POST' || method === 'PUT'
      // `wait=0` ends a stream of changes at once.
      const url = site(
        `/api${path.replace(/:\w+/, '7')}${name === 'followChanges' ? '?wait=0' : ''}`,
      )
      for (const body of [everything, `{"password":"${PASSWORD}","refresh":"${refresh}"`, {}])
        await ask(method, url, hasBody ? { body, headers } : { headers })
      expect(name).toBeTruthy()
    }
    for (const { method, path } of deskCalls.filter(({ name }) => name !== 'session.logOut'))
      await ask(method, `${desk}${DESK_API_BASE}${path.replace(/:\w+/, '7')}`, {
        headers: seat,
        ...(method !== 'GET' && { body: everything }),
      })
    // URLs of mails and previews, as requested by browsers and by programs that rewrite links.
    for (const path of [
      `/auth/activate-account/${activation}`,
      `/auth/activate-account/${activation}/?utm=1`,
      `/auth/verified-change-password/${resetId}`,
      `//auth/verified-change-password/${resetId}`,
      `/AUTH/Activate-Account/${activation}`,
      `/auth/activate%2Daccount/${activation}`,
      `//auth//activate-account//${activation}`,
      `/auth/./activate-account/./${activation}`,
      `/auth%2Factivate-account%2F${activation}`,
      `/discordia/dashboard%23invite=${activation}`,
      `/discordia/dashboard?invite=${activation}`,
      `/?u=https%3A%2F%2Fdiscordia.example%2Fauth%2Factivate-account%2F${activation}`,
      `/api/notifications/unsubscribe/${unsubscribe}`,
      `/api/notifications/unsubscribe-invites/${unsubscribe}`,
      `/api/notifications/unsubscribe-planning/${unsubscribe}`,
      `/api/planning/answer/${answer}?1=coming&s1=1`,
      ...['dates/7?reason=', 'dates/7?until=x&%72eason=', 'sessions/7?reason='].map(
        (path) => `/api/rpggroups/${path}${encodeURIComponent(REASON)}`,
      ),
      feed,
      `${feed}?x=1`,
      feed.replace('calendar', 'Calendar'),
      feed.replace('calendar', 'c%61lendar'),
      feed.replace('.ics', ''),
      feed.replace('/api', ''),
      `/discordia/news/${id}?preview=${preview}`,
      `/discordia/news/${id}?a=1&preview=${preview}#x`,
      `/discordia/news/${id}?%70review=${preview}`,
      `/api/contents/get/${id}?preview=${preview}`,
      `/api/contents/getNext/${id}?preview=${preview}&preview=${preview}`,
    ])
      for (const method of ['GET', 'HEAD', 'POST'] as const) await ask(method, site(path))
    await post('/users/login/refresh/', { refresh })
    // The link of the first mail ended with the other sessions.
    await post('/discordia/request-change-password/', { email: EMAIL })
    const lastReset = (await mailed(/new Discordia password/, (mail) => mail.secret !== resetId))
      .secret
    secrets.set('lastReset', lastReset)
    await post('/discordia/verified-change-password/', {
      request_id: lastReset,
      new_password: NEW_PASSWORD,
    })

    // An internal failure logs the driver's error.
    const broken = openData(dataDir)
    broken.exec('alter table order_details rename to order_details_gone')
    broken.close()
    const unprotected = openData(dataDir)
    unprotected.exec('delete from second_factors')
    unprotected.close()
    const entered = await post('/users/login/', { email: EMAIL, password: NEW_PASSWORD })
    expect(entered.status).toBe(200)
    const again = JSON.parse(entered.text)
    const failed = await post('/users/order-details/', ORDER, {
      authorization: `Bearer ${again.access}`,
    })
    expect(failed.status).toBe(500)

    await eventually(server.printed, (printed) => printed.includes('request failed'))
    const printed = server.printed()
    const lines = printed.split('\n').length
    figure(`${lines} lines of log, ${secrets.size} secrets looked for`)
    expect(lines).toBeGreaterThan(500)
    expect(printed).toContain('/auth/activate-account/[hidden]')
    const told = [...secrets].flatMap(([name, secret]) =>
      printed
        .split('\n')
        .filter((line) => line.includes(secret) || line.includes(encodeURIComponent(secret)))
        .map((line) => `${name}: ${line.slice(0, 300)}`),
    )
    expect(told.slice(0, 20)).toEqual([])
  })
})
