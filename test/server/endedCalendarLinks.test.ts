import { bearer, member, PASSWORD, post } from '#test/helpers/server/accounts.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { calendarsOf } from '#test/helpers/server/memberCalendars.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

const MARA = 'mara@example.org'
const OTHER_PASSWORD = 'Silver-Apple-413'
const RESET_PASSWORD = 'Abcdefg1!'

serverTests('calendar links of a member whose password someone else may know, on %s', (server) => {
  let auth: { authorization: string }
  let feeds: string[]
  const calendars = calendarsOf(server)

  beforeEach(async () => {
    await server.empty()
    auth = bearer(await member(server))
    feeds = [await calendars.feedOf({ auth }), await calendars.feedOf({ auth })]
  })

  const send = (path: string, payload: object, headers = {}) => post(server, path, payload, headers)
  const statuses = () =>
    Promise.all(feeds.map(async (url) => (await server.app.inject({ url })).statusCode))
  const announced = async () =>
    (await server.app.inject({ url: '/api/users/profile/', headers: auth })).json().calendar_links
  const logged = async () => {
    const url = '/api/users/security/events/'
    const rows: { event: string }[] = (await server.app.inject({ url, headers: auth })).json()
    return rows.map(({ event }) => event)
  }
  const newest = async () =>
    (await deliveredMail(server)).findLast(({ to }) => to === MARA)?.text ?? ''

  async function changePassword(body: object) {
    const proof = await send('/users/security/step-up/', { password: PASSWORD }, auth)
    const headers = { ...auth, 'x-step-up': proof.json().token }
    return send('/users/security/password/', { new_password: OTHER_PASSWORD, ...body }, headers)
  }
  async function resetSecret() {
    await send('/discordia/request-change-password/', { email: MARA })
    return (await deliveredMail(server)).at(-1)?.secret ?? ''
  }
  const reset = (request_id: string, body: object) =>
    send('/discordia/verified-change-password/', {
      request_id,
      new_password: RESET_PASSWORD,
      ...body,
    })

  test('a change in the settings ends them if someone knew the old one, and says so', async () => {
    expect(await announced()).toBe(2)
    expect((await changePassword({ someone_knew: true })).statusCode).toBe(200)
    expect(await statuses()).toEqual([404, 404])
    expect(await announced()).toBeUndefined()
    expect(await logged()).toContain('feed_revoked')
    expect(await newest()).toContain('We also removed your calendar links (2).')
  })

  test.each([{}, { someone_knew: false }])('a change with %j leaves them', async (body) => {
    expect((await changePassword(body)).statusCode).toBe(200)
    expect(await statuses()).toEqual([200, 200])
    expect(await logged()).not.toContain('feed_revoked')
    expect(await newest()).toContain('was just changed')
    expect(await newest()).not.toContain('calendar links')
  })

  test('the check of a reset link counts them, and its new password ends them if someone knew the old one', async () => {
    const request_id = await resetSecret()
    const verified = await send('/discordia/verify-change-password/', { request_id })
    expect(verified.json()).toEqual({ valid: true, calendar_links: 2 })
    expect((await reset(request_id, { someone_knew: true })).statusCode).toBe(200)
    expect(await statuses()).toEqual([404, 404])
    expect(await newest()).toContain('We also removed your calendar links (2).')
  })

  test('a new password behind a reset link leaves them otherwise', async () => {
    const request_id = await resetSecret()
    expect((await reset(request_id, {})).statusCode).toBe(200)
    expect(await statuses()).toEqual([200, 200])
  })

  test('an unknown reset link counts nothing', async () => {
    const verified = await send('/discordia/verify-change-password/', { request_id: 'unknown' })
    expect(verified.json()).toEqual({ valid: false })
  })

  test('"that was not me" ends them, once its button is pressed', async () => {
    await changePassword({})
    const url = /\/api\/account\/not-me\/[\w-]+/.exec(await newest())?.[0] ?? 'none'
    expect((await server.app.inject({ url })).body).toContain('remove your calendar links')
    expect(await statuses()).toEqual([200, 200])
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await server.app.inject({ method: 'POST', url, payload: '', headers })
    expect(await statuses()).toEqual([404, 404])
  })

  test('those of other members stay', async () => {
    const zoe = bearer(await member(server, 'zoe@example.org', 'Zoe'))
    feeds = [await calendars.feedOf({ auth: zoe })]
    await changePassword({ someone_knew: true })
    expect(await statuses()).toEqual([200])
  })
})
