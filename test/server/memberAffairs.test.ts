import type { GroupId } from '#contract/ids.ts'
import { addressTokens } from '#server/mail/unsubscribeToken.ts'
import { addGroups } from '#test/helpers/fixtures/groups.ts'
import { logIn, PASSWORD, post, register } from '#test/helpers/server/accounts.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { type DeskCaller, listOf } from '#test/helpers/server/startDesk.ts'

deskTests('members’ affairs at the desk, on %s', (server) => {
  let root: DeskCaller
  beforeAll(async () => {
    root = await server.staff('Root', 'superuser')
  })

  const codeOf = (response: { json: () => { errors: { code: string }[] } }) =>
    response.json().errors[0]?.code
  const mailsTo = async (email: string) =>
    (await deliveredMail(server)).filter(({ to }) => to === email)
  const memberOf = async (q: string) =>
    (await root.get(listOf('members', { filter: { q } }))).json()[0]
  const setPassword = (request_id: string) =>
    post(server, '/discordia/verified-change-password/', { request_id, new_password: PASSWORD })

  describe('the name of a group', () => {
    test('changes for its members, those invited, and its log, which names no staff', async () => {
      const [owner, guest] = [await server.addUser('Owen'), await server.addUser('Gina')]
      const [group] = await addGroups(server, owner.id, 1)
      const { db, clock } = server.deps
      const invite = { target_user_id: guest.id, invited_by: owner.id, created_at: clock() }
      await server.insert('invites', { ...invite, group_id: group as GroupId })
      const old = (await root.get(`/groups/${group}`)).json().name
      const response = await root.post(`/groups/${group}/rename`, { name: ' Rooks ' })
      expect(response.json()).toMatchObject({ name: 'Rooks', owner: { username: 'Owen' } })
      const read = async (url: string, { auth: headers } = owner) =>
        (await server.app.inject({ url: `/api/rpggroups/${url}`, headers })).json()
      expect(await read('list')).toMatchObject([{ name: 'Rooks' }])
      expect(await read('list/invites', guest)).toMatchObject([{ group_name: 'Rooks' }])
      const [entry] = (await read(`page/${group}`)).log.entries
      expect(entry).toMatchObject({ kind: 'renamed', actor: null, detail: old })
      const live = await db.selectFrom('live_events').select(['user_id', 'kind']).execute()
      expect(live).toEqual(
        expect.arrayContaining([
          { user_id: owner.id, kind: 'groups' },
          { user_id: owner.id, kind: 'group' },
          { user_id: guest.id, kind: 'invites' },
        ]),
      )
      expect((await root.post(`/groups/${group}/rename`, { name: 'Rooks' })).statusCode).toBe(409)
      for (const name of ['', '   ', 'two\nlines', 'x'.repeat(401)])
        expect((await root.post(`/groups/${group}/rename`, { name })).statusCode).toBe(400)
    })
  })

  describe('an account whose mail never came', () => {
    test('is activated once, and its address can say that it was somebody else', async () => {
      await register(server, { email: 'lost@example.org', username: 'Lost' })
      const { id } = await memberOf('lost@example.org')
      expect((await logIn(server, 'lost@example.org')).statusCode).toBe(401)
      expect((await root.post(`/members/${id}/activate`)).json().state).toBe('active')
      expect((await logIn(server, 'lost@example.org')).statusCode).toBe(200)
      const notice = (await mailsTo('lost@example.org')).find(
        ({ subject }) => subject === 'Your Discordia account is active',
      )
      expect(notice?.link).toContain('/api/account/not-me/')
      expect((await root.post(`/members/${id}/activate`)).statusCode).toBe(409)
      const events = await server.deps.db
        .selectFrom('security_events')
        .select('event')
        .where('user_id', '=', id)
        .execute()
      expect(events).toContainEqual({ event: 'activated_by_staff' })
    })
  })

  describe('an invited member', () => {
    const invite = (username: string, email = `${username.toLowerCase()}@example.org`) =>
      root.post('/members', { username, email })

    test('sets a password by the mailed link, which activates the account; before that nobody logs in', async () => {
      const response = await invite('Ivy')
      expect(response.statusCode).toBe(201)
      expect(response.json()).toMatchObject({
        username: 'Ivy',
        state: 'registered',
        invited_at: expect.any(String),
      })
      const [mail] = await mailsTo('ivy@example.org')
      expect(mail?.subject).toBe('Your Discordia account is ready')
      expect(mail?.link).toContain('/auth/verified-change-password/')
      expect((await logIn(server, 'ivy@example.org')).statusCode).toBe(401)
      expect((await setPassword(mail?.secret ?? '')).statusCode).toBe(200)
      expect((await logIn(server, 'ivy@example.org')).statusCode).toBe(200)
      expect((await setPassword(mail?.secret ?? '')).statusCode).toBe(400)
    })

    test('gets another link from the desk and by “send it again” after the first has expired', async () => {
      const { id } = (await invite('Late')).json()
      const [first] = await mailsTo('late@example.org')
      server.passTime(7 * 24 * 3_600_000)
      expect((await setPassword(first?.secret ?? '')).statusCode).toBe(400)
      Object.assign(root, await server.staff('Roots', 'superuser'))
      await root.post(`/members/${id}/resend-activation`)
      await post(server, '/users/resend-activation/', { email: 'late@example.org' })
      const mails = await mailsTo('late@example.org')
      expect(mails.map(({ subject }) => subject)).toEqual(
        Array(3).fill('Your Discordia account is ready'),
      )
      expect((await setPassword(mails[2]?.secret ?? '')).statusCode).toBe(200)
    })

    test('has a name and an address that nobody else has, and one that takes mails of others', async () => {
      await server.addUser('Taken')
      const { jwtSecret } = server.deps
      const digest = addressTokens(jwtSecret).digestOf('stop@example.org')
      await server.insert('stopped_addresses', { digest, created_at: 1 })
      const codes = [
        await invite('TAKEN', 'other@example.org'),
        await invite('Other', 'Taken@example.org'),
        await invite('Other', 'stop@example.org'),
        await invite('Other', 'not an address'),
        await invite('command line', 'other@example.org'),
      ].map(codeOf)
      expect(codes).toEqual([
        ...['username_exists', 'email_exists', 'address_stopped', 'invalid'],
        'username_exists',
      ])
      expect(await memberOf('other@example.org')).toBeUndefined()
    })
  })

  describe('the name of a member', () => {
    const rename = (id: number, username: string) =>
      root.post(`/members/${id}/rename`, { username, reason: 'You asked us to.' })

    test('changes everywhere, with a mail; the old one stays reserved for it', async () => {
      const { id } = await server.addUser('Norma')
      expect((await rename(id, ' Nora ')).json().username).toBe('Nora')
      const [mail] = await mailsTo('norma@example.org')
      expect(mail?.subject).toBe('Our team changed your name on Discordia')
      expect(mail?.text).toContain('from “Norma” to “Nora”')
      expect(mail?.text).toContain('Reason: You asked us to.')
      const other = await server.addUser('Olga')
      expect(codeOf(await rename(other.id, 'NORMA'))).toBe('name_kept')
      expect(codeOf(await rename(other.id, 'nora'))).toBe('username_exists')
      expect(codeOf(await rename(other.id, 'Olga'))).toBe('state')
      expect(codeOf(await rename(other.id, 'Оlgа'))).toBe('mixed_scripts')
      expect((await rename(id, 'Norma')).statusCode).toBe(200)
    })
  })
})
