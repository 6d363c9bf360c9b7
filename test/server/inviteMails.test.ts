import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GroupId } from '#contract/ids.ts'
import { ALL_MAILS } from '#test/helpers/fixtures/preferences.ts'
import { groupCallsOf } from '#test/helpers/server/groupCalls.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const DAY = 24 * 3600 * 1000
const SITE = 'https://discordia.example'

serverTests('mails about invites on %s', { env: { PUBLIC_URL: SITE } }, (server) => {
  let owner: TestUser
  let mira: TestUser
  let group: GroupId

  beforeEach(async () => {
    await server.empty()
    owner = await server.addUser('Olwen')
    mira = await server.addUser('Mira')
    group = await found('Ravens')
  })

  const { call, invitesOf, ...calls } = groupCallsOf(server)
  const found = async (name: string) => (await calls.found(owner, name)).id
  const invite = (username = 'Mira', to = group) => calls.invite(owner, to, username)
  const cancel = async () => {
    const [received] = await invitesOf(mira)
    const response = await call(owner, 'DELETE', `/cancel/${received?.id}`)
    expect(response.statusCode).toBe(200)
  }
  const preferences = (method: 'GET' | 'PUT', payload?: object) =>
    server.app.inject({
      method,
      url: `/api/users/preferences${method === 'PUT' ? '/' : ''}`,
      headers: mira.auth,
      ...(payload && { payload }),
    })
  const wantsMail = async () =>
    (await preferences('GET')).json<{ invite_mails: boolean }>().invite_mails
  const save = (wishes: object) => preferences('PUT', wishes)

  test('an invited member gets a mail with inviter and group, whatever the preferences for news and events', async () => {
    await save({ email_notifications: false })
    expect((await invite()).statusCode).toBe(201)
    const [mail, ...more] = await deliveredMail(server)
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      to: 'mira@example.org',
      subject: 'Olwen invites you to the group “Ravens”',
      link: `${SITE}/discordia/dashboard?tab=invites`,
    })
    expect(mail?.text).toContain('From: Olwen\nMembers so far: 1\n')
    for (const part of ['Hello Mira,', `${SITE}/api/notifications/unsub`]) {
      expect(mail?.text).toContain(part)
      expect(mail?.html).toContain(part)
    }
    expect(mail?.text).not.toMatch(/{{|undefined/)
    const raw = readFileSync(join(server.dataDir, 'mail', mail?.file ?? ''), 'utf8')
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
    expect(await deliveredMail(server)).toHaveLength(1)
  })

  test('no mail is sent about an invite that was cancelled or answered before', async () => {
    await invite()
    await cancel()
    expect(await deliveredMail(server)).toEqual([])
    const other = await found('Herons')
    await invite('Mira', other)
    const [received] = await invitesOf(mira)
    await call(mira, 'POST', `/reject/${received?.id}`, { mute_level: 'none' })
    expect(await deliveredMail(server)).toEqual([])
  })

  test('alternate invites and cancellations send one mail a day', async () => {
    for (let round = 0; round < 3; round++) {
      await invite()
      expect(await deliveredMail(server)).toHaveLength(1)
      await cancel()
    }
    server.passTime(DAY)
    owner = await server.renew(owner)
    mira = await server.renew(mira)
    await invite()
    expect(await deliveredMail(server)).toHaveLength(2)
  })

  test('a refused invite, a muted inviter and an account that is not active send nothing', async () => {
    expect((await invite('Nobody')).statusCode).toBe(404)
    await server.deps.db
      .insertInto('mutes')
      .values({ user_id: mira.id, muted_user_id: owner.id, created_at: 1, until: 9e15 })
      .execute()
    expect((await invite()).statusCode).toBe(423)
    await server.deps.db.deleteFrom('mutes').execute()
    await invite()
    await server.deps.db
      .updateTable('users')
      .set({ deactivated_at: 1 })
      .where('id', '=', mira.id)
      .execute()
    expect(await deliveredMail(server)).toEqual([])
  })

  test('a mute that is active when the mail is due suppresses it, an ended one does not', async () => {
    const mute = (until: number) =>
      server.deps.db
        .insertInto('mutes')
        .values({ user_id: mira.id, muted_user_id: owner.id, created_at: 1, until })
        .execute()
    await invite()
    await mute(server.deps.clock() + DAY)
    expect(await deliveredMail(server)).toEqual([])
    await server.deps.db.deleteFrom('mutes').execute()
    await mute(server.deps.clock() - DAY)
    await invite('Mira', await found('Herons'))
    expect(await deliveredMail(server)).toHaveLength(1)
  })

  test('names do not become links', async () => {
    await invite('Mira', await found('https://evil.example'))
    const [mail] = await deliveredMail(server)
    expect(mail?.subject).toBe('Olwen invites you to the group “https: //evil. example”')
    expect(mail?.text).not.toContain('evil.example')
  })

  describe('can be stopped', () => {
    let path: string
    beforeEach(async () => {
      await invite()
      const [mail] = await deliveredMail(server)
      path = new URL(/https:\S+unsubscribe\S+/.exec(mail?.text ?? '')?.[0] ?? '').pathname
    })
    const post = (url: string) =>
      server.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      })

    test('by one click without a login, separately: news and events stay as chosen', async () => {
      await save({ email_notifications: true })
      const asked = await server.app.inject(path)
      expect([asked.statusCode, asked.body.includes('Stop emails about invites?')]).toEqual([
        200,
        true,
      ])
      expect(await wantsMail()).toBe(true)
      for (let time = 0; time < 2; time++) {
        const response = await post(path)
        expect([response.statusCode, response.body.includes('are off')]).toEqual([200, true])
      }
      expect((await preferences('GET')).json()).toMatchObject({
        ...ALL_MAILS,
        email_notifications: true,
        invite_mails: false,
      })
      await invite('Mira', await found('Herons'))
      expect(await deliveredMail(server)).toHaveLength(1)
      expect(await invitesOf(mira)).toHaveLength(2)
    })

    test('and started again in the settings, which keep them when the request leaves them out', async () => {
      await post(path)
      await save({ email_notifications: true })
      expect(await wantsMail()).toBe(false)
      await save({ email_notifications: true, invite_mails: true })
      expect(await wantsMail()).toBe(true)
      await invite('Mira', await found('Herons'))
      expect(await deliveredMail(server)).toHaveLength(2)
    })

    test('by no link of another kind or of another member', async () => {
      const token = path.split('/').at(-1) ?? ''
      const [, mac] = token.split('.')
      const start = path.slice(0, -token.length)
      const wrong = [
        `${start}x`,
        `${start}${owner.id}.${mac}`,
        `/api/notifications/unsubscribe/${token}`,
      ]
      for (const url of wrong) expect((await post(url)).statusCode).toBe(404)
      expect(await wantsMail()).toBe(true)
    })
  })
})
