import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Insertable } from 'kysely'
import type { DeskMessage } from '#contract/messages.ts'
import type { DB } from '#server/db/rows.ts'
import { addGroups } from '#test/helpers/fixtures/groups.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'
import { type DeskCaller, listOf } from '#test/helpers/server/startDesk.ts'

const MINUTE = 60_000

const env = { CONTACT_TO: 'team@example.org' }

deskTests('messages and mails at the desk on %s', { env }, (server) => {
  beforeEach(() => server.empty())

  describe('several messages and mails at the desk', () => {
    const [root] = staffOf(server, ['Root', 'superuser'])
    const [ada] = staffOf(server, 'Ada')

    async function addMessage(over: { name?: string; email?: string; subject?: string } = {}) {
      const { id } = await server.insert('contact_messages', {
        name: 'Ines',
        email: 'ines@example.org',
        subject: 'A lantern',
        message: 'Seen it?',
        created_at: server.deps.clock(),
        ...over,
      })
      return id
    }
    const answer = async (id: number, seen: number, text = 'In the hall.'): Promise<DeskMessage> =>
      (await ada.post(`/messages/${id}/answer`, { text, seen })).json()
    const seenAt = async (id: number): Promise<DeskMessage> =>
      (await ada.get(`/messages/${id}`)).json()
    const iso = (time: number) => new Date(time).toISOString()

    test('answers stay with their message, in their order, and go to its sender', async () => {
      const [first, second] = [await addMessage(), await addMessage({ email: 'ben@example.org' })]
      await answer(first, 0, 'One')
      // Answers to other messages do not count for this one.
      await answer(second, 0, 'Other')
      await answer(first, 1, 'Two')
      const texts = async (id: number) => (await seenAt(id)).answers.map(({ text }) => text)
      expect(await texts(first)).toEqual(['One', 'Two'])
      expect(await texts(second)).toEqual(['Other'])
      const listed: DeskMessage[] = (await ada.get(listOf('messages', {}))).json()
      expect(listed.map(({ id, answers }) => [id, answers.length])).toEqual([
        [second, 1],
        [first, 2],
      ])
      const mails = await deliveredMail(server)
      expect(mails.map(({ to, text }) => `${to} ${text.split('\n', 1)[0]}`)).toEqual([
        'ines@example.org One',
        'ben@example.org Other',
        'ines@example.org Two',
      ])
    })

    test('an answer marks an unread message as read, and keeps the time of a read one', async () => {
      const [read, unread] = [await addMessage(), await addMessage()]
      await ada.post(`/messages/${read}/read`)
      const before = server.deps.clock()
      server.passTime(MINUTE)
      expect((await answer(read, 0)).read_at).toBe(iso(before))
      expect((await answer(unread, 0)).read_at).toBe(iso(before + MINUTE))
      await ada.post(`/messages/${read}/unread`)
      expect([(await seenAt(read)).read_at, (await seenAt(unread)).read_at]).toEqual([
        null,
        iso(before + MINUTE),
      ])
    })

    test('an answer is trimmed and has one kind of line end; its mail is marked as personal and dates the message', async () => {
      const id = await addMessage()
      server.passTime(24 * 60 * MINUTE)
      Object.assign(ada, await server.staff('Ida'))
      const kept = await answer(id, 0, '  One\r\nTwo\rThree \n')
      expect(kept.answers).toMatchObject([
        { text: 'One\nTwo\nThree', at: iso(server.deps.clock()), by: { username: 'Ida' } },
      ])
      const [mail] = await deliveredMail(server)
      expect(mail?.text).toContain('On Mon 1 Jun, 14:00 Vienna time you wrote:')
      const raw = readFileSync(join(server.dataDir, 'mail', mail?.file ?? ''), 'utf8')
      expect(raw).toContain('Auto-Submitted: no\r\n')
    })

    test.each([
      ['was given up', { dead_at: 5 }, 'dead'],
      ['was deleted', null, 'dead'],
      ['is due', { dead_at: null }, 'waiting'],
      ['was sent', { done_at: 5 }, 'sent'],
    ] as const)('the state of an answer whose mail %s', async (_what, columns, state) => {
      const id = await addMessage()
      await answer(id, 0)
      const { db } = server.deps
      if (columns === null) await db.deleteFrom('outbox').execute()
      else await server.update('outbox', {}, columns)
      expect((await seenAt(id)).answers).toMatchObject([{ state }])
    })

    test('messages are found by each of their texts and by their state', async () => {
      const id = await addMessage({ name: 'Nell', email: 'n@here.example', subject: 'Bells' })
      await addMessage()
      await ada.post(`/messages/${id}/read`)
      const found = async (filter: object) =>
        (await ada.get(listOf('messages', { filter }))).json().map((row: { id: number }) => row.id)
      for (const q of ['nell', '@HERE', 'bell']) expect([q, await found({ q })]).toEqual([q, [id]])
      expect(await found({ q: 'seen it' })).toHaveLength(2)
      expect(await found({ state: 'read' })).toEqual([id])
      expect(await found({ state: 'unread' })).not.toContain(id)
    })

    describe('the outbox', () => {
      const add = async (over: Partial<Insertable<DB['outbox']>>) => {
        const { id } = await server.insert('outbox', {
          kind: 'note',
          recipient: 'w@example.org',
          data: '{}',
          created_at: 1000,
          next_attempt_at: 0,
          attempts: 8,
          ...over,
        })
        return id
      }
      const rows = async (filter: object) =>
        (await root.get(listOf('outbox', { filter }))).json().map((row: { id: number }) => row.id)

      test('is found by recipient, kind, last error and state, newest first', async () => {
        const waiting = await add({ recipient: 'w@example.org' })
        const sent = await add({ recipient: 's@example.org', done_at: 5 })
        const dead = await add({
          recipient: 'd@example.org',
          dead_at: 5,
          last_error: '550 Gone',
        })
        const other = await add({ recipient: 'x@example.org', kind: 'activation' })
        expect(await rows({ q: 'S@EX' })).toEqual([sent])
        expect(await rows({ q: 'gone' })).toEqual([dead])
        expect(await rows({ q: 'activ' })).toEqual([other])
        expect(await rows({ kind: 'note' })).toEqual([dead, sent, waiting])
        expect(await rows({ state: 'waiting' })).toEqual([other, waiting])
        expect(await rows({ state: 'sent' })).toEqual([sent])
        expect(await rows({ state: 'dead' })).toEqual([dead])
      })

      test('a mail that is due at once is shown as due since its creation; its secrets are not shown', async () => {
        const id = await add({ recipient: 'w@example.org', data: '{"user":7}' })
        const shown = (await root.get(`/outbox/${id}`)).json()
        expect(shown).toMatchObject({ next_attempt_at: iso(1000), created_at: iso(1000) })
        expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['data']))
        expect(shown).not.toHaveProperty('once_key')
      })

      test('a retried mail is due now, and no other one is', async () => {
        const later = server.deps.clock() + MINUTE
        const gone = { dead_at: 5, last_error: 'no', next_attempt_at: later }
        const [first, second] = [
          await add({ recipient: 'a@example.org', ...gone }),
          await add({ recipient: 'b@example.org', ...gone }),
        ]
        expect((await root.post(`/outbox/${first}/retry`)).json()).toMatchObject({
          state: 'waiting',
          attempts: 0,
          next_attempt_at: iso(server.deps.clock()),
        })
        expect((await root.get(`/outbox/${second}`)).json()).toMatchObject({
          state: 'dead',
          attempts: 8,
        })
      })
    })
  })

  describe('answers and reasons from the desk', () => {
    const [ada, root] = staffOf(server, 'Ada', ['Root', 'superuser'])

    async function addMessage(subject = 'A lost lantern'): Promise<number> {
      const { id } = await server.insert('contact_messages', {
        name: 'Ines',
        email: 'ines@example.org',
        subject,
        message: 'Has anybody seen it?\nIt is green.',
        created_at: server.deps.clock(),
      })
      return id
    }
    const answer = (who: DeskCaller, id: number, seen: number, text = 'It hangs in the hall.') =>
      who.post(`/messages/${id}/answer`, { text, seen })

    test('an answer is mailed, quotes the message, and is stored with it and in the outbox', async () => {
      const id = await addMessage()
      const kept: DeskMessage = (await answer(ada, id, 0)).json()
      expect(kept.answers).toMatchObject([
        { by: { username: 'Ada' }, text: 'It hangs in the hall.', state: 'waiting' },
      ])
      expect(kept.read_at).not.toBeNull()
      const owed = listOf('outbox', { filter: { kind: 'contact-answer' } })
      expect((await root.get(owed)).json()).toMatchObject([
        { recipient: 'ines@example.org', state: 'waiting' },
      ])

      const [mail] = await deliveredMail(server)
      expect(mail).toMatchObject({
        to: 'ines@example.org',
        replyTo: 'team@example.org',
        subject: 'Re: A lost lantern',
      })
      expect(mail?.text).toMatch(/^It hangs in the hall\.\n/)
      expect(mail?.text).toContain('> Has anybody seen it?\n> It is green.')
      expect(mail?.html).toContain('<blockquote')
      expect(mail?.html).toMatch(/<h1[^>]*>A lost lantern<\/h1>/)
      expect((await ada.get(`/messages/${id}`)).json().answers[0].state).toBe('sent')
    })

    test('a subject that begins with Re: gets no second one', async () => {
      await answer(ada, await addMessage('RE: Re: The lantern'), 0)
      expect((await deliveredMail(server))[0]?.subject).toBe('Re: The lantern')
    })

    test('an answer that is sent twice, or by two people at once, is mailed once', async () => {
      const id = await addMessage()
      const responses = await Promise.all([answer(ada, id, 0), answer(root, id, 0)])
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
      const late = await answer(ada, id, 0)
      expect([late.statusCode, late.json().errors[0].code]).toEqual([409, 'answered_meanwhile'])
      expect(await deliveredMail(server)).toHaveLength(1)
      // A reader of the first answer may add to it.
      expect((await answer(ada, id, 1, 'And it is dry.')).json().answers).toHaveLength(2)
    })

    test('an answer is not blank and not too long', async () => {
      const id = await addMessage()
      for (const text of [' \n', 'x'.repeat(10_001)])
        expect((await answer(ada, id, 0, text)).json().errors[0].attr).toBe('text')
    })

    test('a closed group is deleted, its active members get the reason, and the action is logged', async () => {
      const owner = await server.addUser('Owner')
      const other = await server.addUser('Other')
      const gone = await server.addUser('Gone')
      const [group] = await addGroups(server, owner.id, 1)
      if (group === undefined) throw new Error('no group')
      for (const { id } of [other, gone])
        await server.insert('memberships', { group_id: group, user_id: id, joined_at: 2 })
      await server.update('users', { id: gone.id }, { deactivated_at: 1 })

      const close = (reason: string) => root.post(`/groups/${group}/close`, { reason })
      expect((await ada.post(`/groups/${group}/close`, { reason: 'No' })).statusCode).toBe(403)
      expect((await close(' ')).json().errors[0].attr).toBe('reason')
      expect((await close('Nobody has played for a year.')).statusCode).toBe(200)
      expect((await root.get(`/groups/${group}`)).statusCode).toBe(404)
      const mails = await deliveredMail(server)
      expect(mails.map(({ to }) => to).sort()).toEqual(['other@example.org', 'owner@example.org'])
      expect(mails[0]?.text).toContain('Nobody has played for a year.')
      const [row] = (await root.get(listOf('audit', { filter: { resource: 'groups' } }))).json()
      expect(row).toMatchObject({
        action: 'close',
        actor_name: 'Root',
        record: String(group),
        after: { reason: 'Nobody has played for a year.', told: 2 },
      })
      expect((await close('Once more')).statusCode).toBe(404)
    })

    test('closing a group or removing a member at the desk removes its sessions from calendars', async () => {
      const [owner, finn, otto] = [
        await server.addUser('Owner'),
        await server.addUser('Finn'),
        await server.addUser('Otto'),
      ]
      const calls = planningOf(server)
      const group = await calls.group(owner, finn, otto)
      await calls.plan(owner, group, calls.at(3))
      const gone = async () =>
        (await deliveredMail(server))
          .filter(({ kind }) => kind === 'session-gone')
          .map(({ to }) => to)
      const removed = await root.post(`/groups/${group}/remove-member`, { member_id: finn.id })
      expect([removed.statusCode, await gone()]).toEqual([200, ['finn@example.org']])
      const closed = await root.post(`/groups/${group}/close`, { reason: 'Spam' })
      expect([closed.statusCode, await gone()]).toEqual([
        200,
        ['finn@example.org', 'otto@example.org'],
      ])
    })
  })
})
