import type { Updateable } from 'kysely'
import type { ContentId } from '#contract/ids.ts'
import { cleanUp } from '#server/compose/background.ts'
import type { DB } from '#server/db/rows.ts'
import {
  announceCancellations,
  announceDue,
  announceMoves,
} from '#server/modules/notifications/announcer.ts'
import { addEvent, addNews, changeContent, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines, type TestUser } from '#test/helpers/server/startServer.ts'

const MINUTE = 60_000
const env = { PUBLIC_URL: 'https://discordia.example', LANGUAGES: 'en,de' }
const START = Date.UTC(2027, 6, 3, 17)
const at = (hours: number) => ({
  starts_at: START + hours * HOUR,
  ends_at: START + (hours + 3) * HOUR,
})
const [AT_20, AT_21] = [at(1), at(2)]

serverTests('mails about articles on %s', { engines: bothEngines, env }, (server) => {
  beforeEach(() => server.empty())
  const [mira, tomas] = playersOf(server, 'Mira', 'Tomas')
  const calls = registrationsOf(server)
  beforeEach(async () => {
    await subscribe(mira, 'en')
    await subscribe(tomas, 'de')
    server.passTime(HOUR)
  })

  const passTime = (ms: number) => server.passTime(ms)
  async function subscribe({ id }: TestUser, language: string) {
    await server.deps.db
      .insertInto('preferences')
      .values({ user_id: id, notify_since: 1 })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ notify_since: 1 }))
      .execute()
    await server.update('users', { id }, { language })
  }
  const change = (id: ContentId, to: Updateable<DB['contents']>) => changeContent(server, id, to)
  const times = at(0)
  async function told(over: Parameters<typeof addEvent>[1] = {}): Promise<ContentId> {
    const id = await addEvent(server, { title: 'Lanterns', location: 'Vienna', ...times, ...over })
    await announceDue(server.deps)
    await mails()
    passTime(HOUR)
    return id
  }
  const seen = { mails: 0 }
  beforeEach(() => {
    seen.mails = 0
  })
  /** Mails since the last call. */
  async function mails() {
    await announceCancellations(server.deps)
    await announceMoves(server.deps)
    await calls.update()
    const all = await deliveredMail(server)
    const fresh = all.slice(seen.mails)
    seen.mails = all.length
    return fresh
  }
  const sent = async () => (await mails()).map(({ to, subject }) => `${to} ${subject}`).toSorted()
  const [toMira, toTomas] = ['mira@example.org', 'tomas@example.org']

  describe('a moved event', () => {
    test('is mailed to all who were told of it, ten minutes after the last move, with what has changed', async () => {
      const id = await told()
      const olwen = await server.addUser('Olwen')
      await subscribe(olwen, 'en')
      await change(id, { location: 'Linz' })
      passTime(9 * MINUTE)
      expect(await mails()).toEqual([])
      await change(id, { ...AT_20, location: 'Graz' })
      await change(id, { description: 'A typo less' })
      passTime(9 * MINUTE)
      expect(await mails()).toEqual([])
      passTime(MINUTE)
      const [german, english, ...more] = (await mails()).toSorted((a, b) => (a.to > b.to ? -1 : 1))
      expect(more).toEqual([])
      expect(english).toMatchObject({
        to: toMira,
        subject: 'New time and place: Lanterns',
        link: `https://discordia.example/discordia/news/${id}`,
      })
      expect(english?.text).toContain(
        'When: Sat 3 Jul 2027, 20:00–23:00 Vienna time\n' +
          'When before: Sat 3 Jul 2027, 19:00–22:00\n' +
          'Where: Graz\nWhere before: Vienna\n',
      )
      expect(english?.text).not.toContain('Mode')
      expect(english?.text).toMatch(/https:\S+\/api\/notifications\/unsubscribe\/\S+/)
      expect(english?.attachments).toMatchObject([{ method: 'PUBLISH' }])
      expect(english?.attachments[0]?.text).toContain('DTSTART:20270703T180000Z')
      expect(german?.subject).toBe('Neuer Termin und Ort: Lanterns')
      expect(german?.text).toContain('Ort bisher: Vienna')
      passTime(DAY)
      expect(await mails()).toEqual([])
      await change(id, { event_type: 'Both' })
      passTime(10 * MINUTE)
      const [mail] = await mails()
      expect(mail?.text).toContain('Mode: Online and offline\nMode before: ')
    })

    test('is mailed once to a member: to who is signed up, about the registration', async () => {
      const id = await told({ seats: 1, waiting_max: 5 })
      await calls.signUp(mira, id)
      await mails()
      await change(id, AT_20)
      passTime(9 * MINUTE)
      expect(await mails()).toEqual([])
      passTime(MINUTE)
      const all = await mails()
      expect(all.map(({ kind, to }) => `${kind} ${to}`).toSorted()).toEqual([
        `event-moved ${toTomas}`,
        `registration-moved ${toMira}`,
      ])
      for (const { text } of all) {
        expect(text).toMatch(/(When before|Bisher): \w+/)
        expect(text.match(/Vienna time|Ortszeit Wien/g)).toHaveLength(1)
      }
    })

    test('that is back where it was sends no mail, but to who was told otherwise', async () => {
      const id = await told()
      await change(id, AT_20)
      passTime(2 * MINUTE)
      await change(id, times)
      passTime(HOUR)
      expect(await mails()).toEqual([])

      const other = await addEvent(server, { title: 'Bells', location: 'Vienna', ...times })
      await server.update('preferences', { user_id: tomas.id }, { notify_since: null })
      await announceDue(server.deps)
      await deliveredMail(server)
      await server.update('preferences', { user_id: tomas.id }, { notify_since: 1 })
      await server.deps.db.deleteFrom('announcements').where('content_id', '=', other).execute()
      passTime(5 * MINUTE)
      await change(other, AT_20)
      passTime(2 * MINUTE)
      await announceDue(server.deps)
      seen.mails = (await deliveredMail(server)).length
      passTime(2 * MINUTE)
      await change(other, times)
      passTime(10 * MINUTE)
      expect(await sent()).toEqual([`${toTomas} Neuer Termin: Bells`])
    })

    test('before it was announced sends no mail', async () => {
      const id = await addEvent(server, { ...times, publish_at: null })
      await change(id, AT_20)
      passTime(1000)
      await change(id, { publish_at: server.deps.clock() })
      expect(await announceDue(server.deps)).toBe(2)
      seen.mails = (await deliveredMail(server)).length
      passTime(HOUR)
      expect(await mails()).toEqual([])
    })

    test('is mailed with the latest facts after each move that was settled', async () => {
      const id = await told()
      await change(id, AT_20)
      passTime(10 * MINUTE)
      expect(await mails()).toHaveLength(2)
      passTime(HOUR)
      await change(id, AT_21)
      passTime(10 * MINUTE)
      for (const { text } of await mails()) expect(text).toMatch(/(before|Bisher): .*20:00/)
    })

    test.each([
      ['was cancelled since', { cancelled_at: 1 }, 'Cancelled'],
      ['was withdrawn since', { unpublished_at: 1 }, null],
      ['is over by now', { starts_at: 1, ends_at: 2 }, null],
    ])('that %s sends no such mail', async (_name, over, subject) => {
      const id = await told()
      await change(id, AT_20)
      await change(id, over)
      passTime(HOUR)
      const subjects = (await mails()).map((mail) => mail.subject.split(':')[0])
      expect(subjects).toEqual(subject ? [subject, 'Abgesagt'] : [])
    })

    test('that is published again is mailed then', async () => {
      const id = await told()
      await change(id, { unpublished_at: server.deps.clock() })
      await change(id, AT_20)
      passTime(HOUR)
      expect(await mails()).toEqual([])
      await change(id, { unpublished_at: null })
      await announceDue(server.deps)
      passTime(10 * MINUTE)
      expect(await mails()).toHaveLength(2)
    })

    test('that is withdrawn while its mails wait is mailed once it is published again, to who was not told', async () => {
      const id = await told()
      await change(id, AT_20)
      passTime(10 * MINUTE)
      expect(await announceMoves(server.deps)).toBe(2)
      const done_at = server.deps.clock()
      await server.update('outbox', { recipient: toMira, kind: 'event-moved' }, { done_at })
      for (const subjects of [[`${toTomas} Neuer Termin: Lanterns`], []]) {
        await change(id, { unpublished_at: server.deps.clock() })
        expect(await sent()).toEqual([])
        passTime(HOUR)
        await change(id, { unpublished_at: null })
        expect(await sent()).toEqual([])
        passTime(10 * MINUTE)
        expect(await sent()).toEqual(subjects)
      }
    })

    test('sends no mail to who has turned them off, was deactivated, or was never told', async () => {
      const id = await told()
      await server.update('preferences', { user_id: mira.id }, { notify_since: null })
      await server.update('users', { id: tomas.id }, { deactivated_at: server.deps.clock() })
      await change(id, AT_20)
      await change(await addEvent(server, times), AT_20)
      await change(await addNews(server), { title: 'Other' })
      passTime(HOUR)
      expect(await mails()).toEqual([])
    })

    test('whose mails wait when it is cancelled, moved again or deleted sends none of them', async () => {
      const [cancelled, moved] = [await told(), await told({ title: 'Bells' })]
      for (const id of [cancelled, moved]) await change(id, AT_20)
      passTime(10 * MINUTE)
      expect(await announceMoves(server.deps)).toBe(4)
      await change(cancelled, { cancelled_at: server.deps.clock() })
      await change(moved, AT_21)
      expect((await mails()).map(({ kind }) => kind)).toEqual(Array(2).fill('event-cancelled'))
      passTime(10 * MINUTE)
      expect(await mails()).toHaveLength(2)
    })

    test('is mailed once by three processes, and after a stop in the middle', async () => {
      const rows = Array.from({ length: 250 }, (_, n) => ({
        email: `reader${n}@example.org`,
        email_key: `reader${n}@example.org`,
        username: `reader${n}`,
        username_key: `reader${n}`,
        password_hash: 'none',
        role: 'player' as const,
        created_at: 1,
        activated_at: 1,
      }))
      const { db } = server.deps
      const users = await db.insertInto('users').values(rows).returning('id').execute()
      await db
        .insertInto('preferences')
        .values(users.map(({ id }) => ({ user_id: id, notify_since: 1 })))
        .execute()
      const id = await addEvent(server, times)
      await announceDue(server.deps)
      await db.updateTable('outbox').set({ done_at: server.deps.clock() }).execute()
      passTime(HOUR)
      await change(id, AT_20)
      passTime(10 * MINUTE)
      let batches = 0
      expect(await announceMoves(server.deps, () => ++batches > 1)).toBe(100)
      await Promise.all([1, 2, 3].map(() => announceMoves(server.deps)))
      const moved = await db
        .selectFrom('outbox')
        .select('recipient')
        .where('kind', '=', 'event-moved')
        .execute()
      expect(moved).toHaveLength(252)
      expect(new Set(moved.map(({ recipient }) => recipient)).size).toBe(252)
      // Another move before they are sent replaces all of them.
      await change(id, AT_21)
      passTime(10 * MINUTE)
      expect(await announceMoves(server.deps)).toBe(252)
      const waiting = await deliveredMail(server)
      expect(waiting.length).toBe(new Set(waiting.map(({ to }) => to)).size)
    })

    test('remembers who was told until it is over', async () => {
      const far = { starts_at: START + 90 * DAY, ends_at: START + 91 * DAY }
      const id = await told(far)
      await change(id, { location: 'Graz' })
      passTime(10 * MINUTE)
      expect(await mails()).toHaveLength(2)
      passTime(40 * DAY)
      await cleanUp(server.deps, server.app.log)
      await change(id, { location: 'Linz' })
      passTime(10 * MINUTE)
      for (const { text } of await mails()) expect(text).toMatch(/(before|bisher): Graz/)
    })
  })

  describe('a text in two languages', () => {
    const group = { translation_group: 'g' }
    const german = { ...group, language: 'de', title: 'Laternen' }
    const announced = async () => {
      await announceDue(server.deps)
      return sent()
    }

    test('is one mail, in the language of the reader, else in the main one', async () => {
      await addNews(server, german)
      await addNews(server, { ...group, title: 'Lanterns' })
      await addNews(server, { ...group, language: 'is', title: 'Ljósker' })
      await server.update('users', { id: mira.id }, { language: null })
      expect(await announced()).toEqual([
        `${toMira} News: Lanterns`,
        `${toTomas} Neuigkeit: Laternen`,
      ])
      expect(await announced()).toEqual([])
    })

    test('mails nobody again when a translation is published later, also after the first is deleted', async () => {
      const first = await addNews(server, { ...german, title: 'Ohne Englisch' })
      expect(await announced()).toEqual([
        `${toMira} News: Ohne Englisch`,
        `${toTomas} Neuigkeit: Ohne Englisch`,
      ])
      await addNews(server, { ...group, title: 'Lanterns' })
      expect(await announced()).toEqual([])
      await server.deps.db.deleteFrom('contents').where('id', '=', first).execute()
      expect(await announced()).toEqual([])
    })

    test('is mailed once by three processes, and goes on with a translation when the first is withdrawn', async () => {
      const first = await addNews(server, german)
      await addNews(server, { ...group, title: 'Lanterns' })
      await Promise.all([1, 2, 3].map(() => announceDue(server.deps)))
      expect(await sent()).toHaveLength(2)
      const { db } = server.deps
      await db.updateTable('announcements').set({ finished_at: null }).execute()
      await db.updateTable('announcements').set({ last_user_id: mira.id }).execute()
      await db.deleteFrom('outbox').execute()
      await change(first, { unpublished_at: server.deps.clock() })
      expect(await announced()).toEqual([`${toTomas} Neuigkeit: Lanterns`])
    })

    test('is cancelled and moved by one mail to a member, in the language of the reader', async () => {
      const english = await addEvent(server, { ...times, ...group, title: 'Lanterns' })
      const other = await addEvent(server, { ...times, ...german })
      expect(await announced()).toHaveLength(2)
      passTime(HOUR)
      for (const id of [english, other]) await change(id, AT_20)
      passTime(10 * MINUTE)
      expect(await sent()).toEqual([
        `${toMira} New time: Lanterns`,
        `${toTomas} Neuer Termin: Laternen`,
      ])
      for (const id of [english, other]) await change(id, { cancelled_at: server.deps.clock() })
      expect(await sent()).toEqual([
        `${toMira} Cancelled: Lanterns`,
        `${toTomas} Abgesagt: Laternen`,
      ])
      expect(await sent()).toEqual([])
    })
  })
})
