import type { Updateable } from 'kysely'
import { collected } from '#server/compose/collect.ts'
import { DAY_MS } from '#server/config/time.ts'
import type { DB } from '#server/db/rows.ts'
import { eraseDueAccounts } from '#server/modules/account/personal-data/eraser.ts'
import { formatting } from '#server/modules/formatting/module.ts'
import { timeRange } from '#shared/timeRange.ts'
import { logIn, PASSWORD, post } from '#test/helpers/server/accounts.ts'
import { adminOf } from '#test/helpers/server/admin.ts'
import { EMPTY_COLUMNS, emptyTextColumns } from '#test/helpers/server/emptyColumns.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { ERASED_WORDS, KEPT_WORDS, liveInWorld } from '#test/helpers/server/personalLife.ts'
import { rowsOf } from '#test/helpers/server/rowsOf.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const DAYS = 14 * DAY_MS
const LOG = { warn: () => undefined, error: () => undefined }

deskTests('the deletion of an account, on %s', (server, engine) => {
  beforeEach(() => server.empty())

  const call = (method: 'GET' | 'POST' | 'DELETE', headers: Record<string, string>) =>
    server.app.inject({ method, url: '/api/users/deletion/', headers })
  const request = ({ sensitive }: TestUser) => call('POST', sensitive)
  const withdraw = ({ auth }: TestUser) => call('DELETE', auth)
  const erase = () => eraseDueAccounts(server.deps, collected.personalData, LOG)
  const profile = async ({ auth }: TestUser) =>
    (await server.app.inject({ url: '/api/users/profile/', headers: auth })).json()
  const user = (id: number) =>
    server.deps.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', id as TestUser['id'])
      .executeTakeFirst()
  /** The log is read by record, because its rows outlive a test. */
  const audit = (action: string, record: number) =>
    server.deps.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', action)
      .where('record', '=', String(record))
      .orderBy('id', 'desc')
      .execute()
  async function eraseNow(one: TestUser) {
    await request(one)
    server.passTime(DAYS)
    return erase()
  }
  const admin = (...argv: string[]) => adminOf(server)(...argv)

  describe('before it is due', () => {
    test('it lists the effects on groups and entries', async () => {
      const mara = await liveInWorld(server, 'Mara')
      const forecast = (await call('GET', mara.auth)).json()
      expect(forecast).toEqual({
        due_at: null,
        groups: [
          { name: 'Mara-own-group', new_owner: null },
          { name: 'Mara-shared-group', new_owner: `Friend-of-${mara.id}` },
        ],
        kept_entries: 1,
        deleted_entries: 1,
      })
    })

    test('it needs a confirmation: a stolen access token is not enough', async () => {
      const mara = await server.addUser('Mara')
      const zoe = await server.addUser('Zoe')
      expect((await call('POST', mara.auth)).json().errors[0].code).toBe('step_up_required')
      const foreign = { ...mara.auth, 'x-step-up': zoe.sensitive['x-step-up'] ?? '' }
      expect((await call('POST', foreign)).statusCode).toBe(403)
      expect((await user(mara.id))?.deletion_due_at).toBeNull()
    })

    test('it is due in fourteen days, sends a mail and appears in the profile', async () => {
      const mara = await server.addUser('Mara')
      expect(await profile(mara)).not.toHaveProperty('deletion_due_at')
      const first = (await request(mara)).json()
      expect(Date.parse(first.due_at) - server.deps.clock()).toBe(DAYS)
      server.passTime(60_000)
      expect((await request(mara)).json().due_at).toBe(first.due_at)
      expect((await profile(mara)).deletion_due_at).toBe(first.due_at)
      const mails = await deliveredMail(server)
      expect(mails.map(({ subject }) => subject)).toEqual([
        'Your Discordia account will be deleted',
      ])
      expect(mails[0]?.text).toContain(
        `on ${timeRange(first.due_at.slice(0, 10), null, 'UTC')}, in 14 days`,
      )
    })

    test('it can be withdrawn until then without any effect', async () => {
      const mara = await liveInWorld(server, 'Mara')
      await request(mara)
      server.passTime(DAYS - 1)
      expect(await erase()).toBe(0)
      const later = await server.renew(mara)
      expect((await withdraw(later)).json().due_at).toBeNull()
      expect((await withdraw(later)).statusCode).toBe(200)
      server.passTime(DAYS)
      expect(await erase()).toBe(0)
      expect(await profile(await server.renew(mara))).not.toHaveProperty('deletion_due_at')
      const subjects = (await deliveredMail(server)).map(({ subject }) => subject)
      expect(
        subjects.filter((subject) => subject === 'Your Discordia account won’t be deleted'),
      ).toHaveLength(1)
    })

    test('the mail opens the row with "Keep my account", and "that was not me" keeps it, too', async () => {
      const mara = await server.addUser('Mara')
      await request(mara)
      const [mail] = await deliveredMail(server)
      expect(mail?.text).toMatch(
        /^Keep my account:\n\S+\/dashboard\?section=deletion&tab=settings#section-deletion$/m,
      )
      const { pathname } = new URL(/^That was not me:\n(\S+)$/m.exec(mail?.text ?? '')?.[1] ?? '')
      const response = await server.app.inject({ method: 'POST', url: pathname })
      expect(response.statusCode).toBe(303)
      expect((await user(mara.id))?.deletion_due_at).toBeNull()
    })

    test('the last superuser is refused', async () => {
      const root = await server.addUser('Root', 'superuser')
      expect((await request(root)).json().errors[0].code).toBe('last_superuser')
      await server.addUser('Chief', 'superuser')
      expect((await request(root)).statusCode).toBe(200)
    })
  })

  describe('when it is due', () => {
    test('no value of the member is left anywhere, and shared rows stay', async () => {
      const ingrid = await liveInWorld(server, 'Ingrid')
      await liveInWorld(server, 'Solveig')
      const before = JSON.stringify(await rowsOf(server.deps))
      for (const word of [...ERASED_WORDS('Ingrid'), ...KEPT_WORDS('Ingrid')])
        expect([word, before.includes(word)]).toEqual([word, true])
      expect(await eraseNow(ingrid)).toBe(1)
      let dump = JSON.stringify(await rowsOf(server.deps))
      for (const word of KEPT_WORDS('Ingrid')) {
        expect([word, dump.includes(word)]).toEqual([word, true])
        dump = dump.replaceAll(word, '').replaceAll(word.toLowerCase(), '')
      }
      for (const word of ERASED_WORDS('Ingrid')) {
        const at = dump.toLowerCase().indexOf(word.toLowerCase())
        expect([word, at < 0 ? '' : dump.slice(at - 80, at + 80)]).toEqual([word, ''])
      }
      for (const word of ERASED_WORDS('Solveig'))
        expect([word, dump.includes(word)]).toEqual([word, true])
      expect(await user(ingrid.id)).toBeUndefined()
    })

    test('every column of texts was looked at: in the world above it has a text, or is known to name no member', async () => {
      await liveInWorld(server, 'Ingrid')
      if (engine === 'sqlite') expect(await emptyTextColumns(server)).toEqual(EMPTY_COLUMNS)
    })

    test('entries stay under "a former member", groups get a new owner, files are deleted', async () => {
      const mara = await liveInWorld(server, 'Mara')
      const { db, files } = server.deps
      const pictures = await db
        .selectFrom('glossary_entries')
        .select(['title', 'picture'])
        .orderBy('id')
        .execute()
      // Visitors have read the list, which is cached.
      const list = () => server.app.inject('/api/glossary/entries/')
      expect((await list()).json()[0].created_by.username).toBe('Mara')
      await eraseNow(mara)
      const entries = await db
        .selectFrom('glossary_entries as e')
        .innerJoin('users as u', 'u.id', 'e.created_by')
        .select(['e.title', 'u.username'])
        .execute()
      expect(entries).toEqual([{ title: 'Mara-approved-entry', username: 'a former member' }])
      const groups = await db
        .selectFrom('groups as g')
        .innerJoin('users as u', 'u.id', 'g.owner_id')
        .select(['g.name', 'u.username'])
        .execute()
      expect(groups).toEqual([{ name: 'Mara-shared-group', username: `Friend-of-${mara.id}` }])
      const stored = await Promise.all(
        pictures.map(
          async ({ picture }) =>
            (await files.size(`public/${JSON.parse(picture ?? '{}').key}`)) !== null,
        ),
      )
      expect(stored).toEqual([true, false])
      const author = { username: 'a former member', is_staff: false }
      expect((await list()).json()[0].created_by).toEqual(author)
    })

    test('pictures in texts stay without a name where an approved text shows them; others are deleted with the next sweep', async () => {
      const mara = await liveInWorld(server, 'Mara')
      const { db, files } = server.deps
      const before = await db.selectFrom('text_pictures').selectAll().orderBy('id').execute()
      await eraseNow(mara)
      await formatting.make().cleanUp?.(server.deps, server.app.log, collected)
      const after = await db.selectFrom('text_pictures').selectAll().execute()
      expect(after).toEqual([{ ...before[0], created_by: null, seen_at: server.deps.clock() }])
      const stored = await Promise.all(
        before.map(async ({ picture }) => files.size(`public/${JSON.parse(picture).key}`)),
      )
      expect(stored.map((size) => size !== null)).toEqual([true, false])
    })

    test('its tokens, sessions and password are invalid, and name and e-mail address are free', async () => {
      const mara = await server.addUser('Mara')
      await request(mara)
      server.passTime(DAYS)
      const late = await server.renew(mara)
      await erase()
      expect((await withdraw(late)).json().errors[0].code).toBe('token_not_valid')
      const refreshed = await post(server, '/users/login/refresh/', {
        refresh: late.tokens.refresh,
      })
      expect(refreshed.statusCode).toBe(401)
      expect((await logIn(server, 'mara@example.org', PASSWORD)).statusCode).toBe(401)
      const again = { email: 'mara@example.org', username: 'Mara', password: PASSWORD }
      expect((await post(server, '/users/register/', again)).statusCode).toBe(201)
    })

    test('several deleted accounts share one former member, who cannot log in', async () => {
      const mara = await liveInWorld(server, 'Mara')
      const zoe = await liveInWorld(server, 'Zoe')
      await request(mara)
      await request(zoe)
      server.passTime(DAYS)
      expect(await erase()).toBe(2)
      const { db } = server.deps
      const former = await db
        .selectFrom('users')
        .selectAll()
        .where('username', '=', 'a former member')
        .execute()
      expect(former).toHaveLength(1)
      const login = { email: 'former-member', password: 'x' }
      expect((await post(server, '/users/login/', login)).statusCode).toBe(401)
      const root = await server.staff('Root', 'superuser')
      const id = former[0]?.id ?? 0
      for (const action of ['reactivate', 'request-deletion', 'request-export', 'end-sessions'])
        expect((await root.post(`/members/${id}/${action}`)).statusCode).toBe(409)
      const impostor = { email: 'i@example.org', username: 'A former  Member', password: PASSWORD }
      expect((await post(server, '/users/register/', impostor)).statusCode).toBe(400)
    })

    test('two processes at the same time delete each account once', async () => {
      const mara = await liveInWorld(server, 'Mara')
      await request(mara)
      server.passTime(DAYS)
      const counts = await Promise.all([erase(), erase(), erase()])
      expect(counts.toSorted()).toEqual([0, 0, 1])
      expect(await audit('erase', mara.id)).toHaveLength(1)
    })

    test('a withdrawal at the last moment either keeps everything or comes too late', async () => {
      for (let round = 0; round < 5; round++) {
        const name = `Mara${round}`
        const mara = await liveInWorld(server, name)
        await request(mara)
        server.passTime(DAYS)
        const late = await server.renew(mara)
        const [response, count] = await Promise.all([withdraw(late), erase()])
        const isKept = (await user(mara.id)) !== undefined
        expect([response.statusCode, count]).toEqual(isKept ? [200, 0] : [401, 1])
        const approved = await server.deps.db
          .selectFrom('glossary_entries')
          .select('created_by')
          .where('title', '=', `${name}-approved-entry`)
          .executeTakeFirstOrThrow()
        expect(approved.created_by === mara.id).toBe(isKept)
      }
    })

    test('an account that has become the last superuser is not deleted, the others are', async () => {
      const root = await server.addUser('Root', 'superuser')
      const chief = await server.addUser('Chief', 'superuser')
      const mara = await server.addUser('Mara')
      for (const one of [root, chief, mara]) await request(one)
      server.passTime(DAYS)
      expect(await erase()).toBe(2)
      const left = await server.deps.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'superuser')
        .execute()
      expect(left).toHaveLength(1)
    })

    test('decisions and answers of staff stay under "a former member"', async () => {
      const mara = await liveInWorld(server, 'Mara')
      const { db, clock } = server.deps
      const message = { name: 'Ann', email: 'ann@example.org', subject: 'S', message: 'M' }
      const { id } = await server.insert('contact_messages', { ...message, created_at: clock() })
      await server.insert('message_answers', {
        message_id: id,
        text: 'We do.',
        answered_by: mara.id,
        answered_at: clock(),
      })
      await eraseNow(mara)
      const answers = await db
        .selectFrom('message_answers as a')
        .innerJoin('users as u', 'u.id', 'a.answered_by')
        .select(['a.text', 'u.username'])
        .execute()
      expect(answers).toEqual([{ text: 'We do.', username: 'a former member' }])
      expect(await audit('update', mara.id)).toMatchObject([{ resource: 'members', after: null }])
      expect(await audit('erase', mara.id)).toMatchObject([
        { actor_name: 'the server', resource: 'members', record: String(mara.id), before: null },
      ])
    })
  })

  test('the audit log can be blanked, and neither rewritten nor deleted', async () => {
    await liveInWorld(server, 'Mara')
    const { db } = server.deps
    const change = (columns: Updateable<DB['audit_log']>) =>
      db.updateTable('audit_log').set(columns).where('after', 'is not', null).execute()
    for (const columns of [
      { after: '{"title":"forged"}' },
      { before: '{}' },
      { actor_name: 'Someone else' },
      { action: 'publish' },
      { resource: 'rules' },
    ])
      await expect(change(columns)).rejects.toThrow('append-only')
    await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow('append-only')
    await change({ after: null })
    await expect(change({ after: '{}' })).resolves.toBeDefined()
  })

  test('at the desk a superuser requests and withdraws it, audited and mailed', async () => {
    const root = await server.staff('Root', 'superuser')
    const mara = await server.addUser('Mara')
    const asked = await root.post(`/members/${mara.id}/request-deletion`)
    expect(Date.parse(asked.json().deletion_due_at) - server.deps.clock()).toBe(DAYS)
    expect((await root.post(`/members/${mara.id}/request-deletion`)).statusCode).toBe(409)
    expect((await root.post(`/members/${root.user.id}/request-deletion`)).statusCode).toBe(409)
    const kept = await root.post(`/members/${mara.id}/withdraw-deletion`)
    expect(kept.json().deletion_due_at).toBeNull()
    expect((await root.post(`/members/${mara.id}/withdraw-deletion`)).statusCode).toBe(409)
    expect(await audit('requestDeletion', mara.id)).toMatchObject([{ actor_id: root.user.id }])
    expect((await deliveredMail(server)).map(({ subject }) => subject)).toEqual([
      'Your Discordia account will be deleted',
      'Your Discordia account won’t be deleted',
    ])
    const exported = await root.post(`/members/${mara.id}/request-export`)
    expect(exported.statusCode).toBe(200)
    expect(await server.deps.db.selectFrom('data_exports').select('user_id').execute()).toEqual([
      { user_id: mara.id },
    ])
  })

  test('an operator requests and withdraws it, or deletes at once', async () => {
    const mara = await liveInWorld(server, 'Mara')
    await server.addUser('Root', 'superuser')
    expect((await admin('keep-member', 'mara@example.org')).text).toBe(
      'The account of Mara isn’t due for deletion.',
    )
    expect((await admin('delete-member', 'mara@example.org')).code).toBe(0)
    expect((await user(mara.id))?.deletion_due_at).not.toBeNull()
    expect((await admin('keep-member', 'mara@example.org')).code).toBe(0)
    expect(await user(mara.id)).toMatchObject({ deletion_due_at: null })
    expect((await admin('delete-member', 'root@example.org', '--now')).text).toBe(
      'Root is the last superuser. Run “npm run admin -- promote EMAIL --superuser” for someone else first.',
    )
    expect(await admin('delete-member', 'mara@example.org', '--now')).toEqual({
      code: 0,
      text: 'Deleted the account of Mara and everything about its member.',
    })
    expect(await user(mara.id)).toBeUndefined()
    expect(await audit('erase', mara.id)).toMatchObject([{ actor_name: 'command line' }])
    for (const name of ['mara@example.org', 'former-member'])
      expect((await admin('delete-member', name, '--now')).code).toBe(1)
  })
})
