import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { ContentId } from '#contract/ids.ts'
import { cleanUp, makeBackground } from '#server/compose/background.ts'
import { seedDemo } from '#server/db/seed/index.ts'
import { enqueue } from '#server/mail/outbox.ts'
import { announceDue, makeAnnouncer } from '#server/modules/notifications/announcer.ts'
import { reading } from '#server/work/work.ts'
import { addEvent, addNews, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines, type TestUser } from '#test/helpers/server/startServer.ts'

const options = { engines: bothEngines, env: { PUBLIC_URL: 'https://discordia.example' } }

serverTests('notifications on %s', options, (server) => {
  beforeEach(() => server.empty())
  const [mira] = playersOf(server, 'Mira')
  beforeEach(async () => {
    await wish(mira, true)
    server.passTime(2 * HOUR)
    Object.assign(mira, await server.renew(mira))
  })

  const wish = (user: TestUser, email_notifications: boolean) =>
    server.send('PUT', '/api/users/preferences/', user.auth, { email_notifications })
  const isOn = async () => {
    const url = '/api/users/preferences'
    return (await server.app.inject({ url, headers: mira.auth })).json().email_notifications
  }
  const owed = () =>
    server.deps.db.selectFrom('outbox').select(['recipient', 'once_key', 'done_at']).execute()
  const change = (id: ContentId, over: { unpublished_at?: number; cancelled_at?: number }) =>
    server.update('contents', { id }, over)

  test('a new item is mailed once to its subscribers, in text and HTML', async () => {
    await server.addUser('Tomas')
    const title = 'The <b>bells</b> of Harrow'
    const id = await addNews(server, { title, short_description: 'They ring again.' })
    expect(await announceDue(server.deps)).toBe(1)
    expect(await announceDue(server.deps)).toBe(0)
    const [mail, ...more] = await deliveredMail(server)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'mira@example.org', subject: `News: ${title}` })
    expect(mail?.link).toBe(`https://discordia.example/discordia/news/${id}`)
    for (const part of ['Hello Mira,', 'They ring again.', '/api/notifications/unsubscribe/']) {
      expect(mail?.text).toContain(part)
      expect(mail?.html).toContain(part)
    }
    expect(mail?.html).toContain('The &lt;b&gt;bells&lt;/b&gt; of Harrow')
    expect(mail?.text).not.toMatch(/{{|undefined|Where:/)
    const raw = readFileSync(join(server.dataDir, 'mail', mail?.file ?? ''), 'utf8')
    const address = /https:\S+unsubscribe\S+/.exec(mail?.text ?? '')?.[0] ?? 'none'
    expect(raw.replace(/\r\n\s+/g, ' ')).toContain(`List-Unsubscribe: <${address}>\r\n`)
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  })

  test('an event has its times in the zone of the community, its place, and its calendar entry', async () => {
    const id = await addEvent(server, {
      starts_at: Date.UTC(2027, 6, 3, 17),
      ends_at: Date.UTC(2027, 6, 4, 9),
      location: 'Vienna',
    })
    await announceDue(server.deps)
    const [mail] = await deliveredMail(server)
    const when = 'When: Sat 3 Jul 2027, 19:00 – Sun 4 Jul 2027, 11:00 Vienna time'
    expect(mail?.text).toContain(`${when}\nWhere: Vienna`)
    const [file, ...more] = mail?.attachments ?? []
    expect(more).toEqual([])
    expect(file).toMatchObject({
      filename: `discordia-event-${id}.ics`,
      mimeType: 'text/calendar',
      method: 'PUBLISH',
    })
    expect(file?.text).toContain('DTSTART:20270703T170000Z')
  })

  test('a scheduled item is announced when it appears', async () => {
    await addNews(server, { publish_at: server.deps.clock() + DAY })
    expect(await announceDue(server.deps)).toBe(0)
    server.passTime(DAY)
    expect(await announceDue(server.deps)).toBe(1)
  })

  test.each([
    ['a draft', { publish_at: null }],
    ['a withdrawn item', { unpublished_at: 1 }],
    ['what was published before the member asked', { publish_at: Date.UTC(2026, 5, 1, 11) }],
  ])('%s sends no mail', async (_name, over) => {
    await addNews(server, over)
    expect(await announceDue(server.deps)).toBe(0)
  })

  test('cancelled and past events send no mail', async () => {
    await addEvent(server, { cancelled_at: 1 })
    await addEvent(server, { starts_at: server.deps.clock() - DAY })
    expect(await announceDue(server.deps)).toBe(0)
  })

  test('mails that were turned off, withdrawn or cancelled before the sending are not sent', async () => {
    await addNews(server)
    await announceDue(server.deps)
    await wish(mira, false)
    expect(await deliveredMail(server)).toEqual([])
    await wish(mira, true)
    const event = await addEvent(server, { publish_at: server.deps.clock() })
    const news = await addNews(server, { publish_at: server.deps.clock() })
    expect(await announceDue(server.deps)).toBe(2)
    await change(event, { cancelled_at: 1 })
    await change(news, { unpublished_at: 1 })
    expect(await deliveredMail(server)).toEqual([])
    expect((await owed()).every(({ done_at }) => done_at !== null)).toBe(true)
  })

  test('an item that is withdrawn and published again is not announced again, not even after the sweep', async () => {
    const id = await addNews(server)
    await announceDue(server.deps)
    await deliveredMail(server)
    server.passTime(31 * DAY)
    await cleanUp(server.deps, server.app.log)
    expect(await owed()).toEqual([])
    await change(id, { unpublished_at: 1 })
    await announceDue(server.deps)
    await server.update('contents', {}, { unpublished_at: null })
    expect(await announceDue(server.deps)).toBe(0)
  })

  test('mail about accounts precedes announcements that were due earlier', async () => {
    await addNews(server)
    await announceDue(server.deps)
    server.passTime(1000)
    const member = { id: mira.id, email: 'mira@example.org' }
    const reset = { kind: 'password-reset', recipient: member.email }
    await enqueue(reading(server.deps), reset)
    const slow = { ...server.deps, settings: { ...server.deps.settings, mailPerMinute: 1 } }
    const background = makeBackground(slow, server.app.log)
    expect(await background.mail.deliverDue()).toBe(1)
    const left = await server.deps.db
      .selectFrom('outbox')
      .select('kind')
      .where('done_at', 'is', null)
      .execute()
    expect(left).toEqual([{ kind: 'new-content' }])
    server.passTime(59_000)
    expect(await background.mail.deliverDue()).toBe(0)
    server.passTime(1000)
    expect(await background.mail.deliverDue()).toBe(1)
    await background.stop()
  })

  describe('thousands of members', () => {
    const COUNT = 3000
    beforeEach(async () => {
      const { db } = server.deps
      const numbers = Array.from({ length: COUNT }, (_, i) => i)
      for (let from = 0; from < COUNT; from += 500) {
        const rows = numbers.slice(from, from + 500).map((i) => ({
          email: `reader${i}@example.org`,
          email_key: `reader${i}@example.org`,
          username: `reader${i}`,
          username_key: `reader${i}`,
          password_hash: 'none',
          role: 'player' as const,
          created_at: 1,
          activated_at: 1,
        }))
        const users = await db.insertInto('users').values(rows).returning('id').execute()
        const wishes = users.map(({ id }) => ({ user_id: id, notify_since: 1 }))
        await db.insertInto('preferences').values(wishes).execute()
      }
    })

    test('get one mail each, however many processes announce, and other work runs between batches', async () => {
      await addNews(server)
      let isDone = false
      let turns = 0
      const others = (async () => {
        for (; !isDone; turns++) await setImmediate()
      })()
      const announced = await Promise.all([announceDue(server.deps), announceDue(server.deps)])
      isDone = true
      await others
      expect((announced[0] ?? 0) + (announced[1] ?? 0)).toBe(COUNT + 1)
      const keys = (await owed()).map(({ once_key }) => once_key)
      expect(new Set(keys).size).toBe(COUNT + 1)
      expect(keys).toHaveLength(COUNT + 1)
      expect(turns).toBeGreaterThan(1)
    })

    test('all get their mail after a stop in the middle, and none twice', async () => {
      await addNews(server)
      let batches = 0
      expect(await announceDue(server.deps, () => ++batches > 4)).toBe(400)
      const before = await owed()
      expect(before).toHaveLength(400)
      expect(await announceDue(server.deps)).toBe(COUNT + 1 - 400)
      expect(new Set((await owed()).map(({ recipient }) => recipient)).size).toBe(COUNT + 1)
    })
  })

  describe('one click unsubscribes', () => {
    let path: string
    beforeEach(async () => {
      await addNews(server)
      await announceDue(server.deps)
      const [mail] = await deliveredMail(server)
      path = new URL(/https:\S+unsubscribe\S+/.exec(mail?.text ?? '')?.[0] ?? '').pathname
    })
    const post = (url: string, type: string, payload: string) =>
      server.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })

    test.each([
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
      ],
    ])('by a POST of %s without a login, also repeatedly', async (type, body) => {
      for (const url of [path, `${path}/`]) {
        const response = await post(url, type, body)
        expect(response.statusCode).toBe(200)
        expect(response.body).toContain('Emails about news and events are off')
        expect(await isOn()).toBe(false)
      }
      await addNews(server)
      expect(await announceDue(server.deps)).toBe(0)
    })

    test('a GET shows a page with a button and changes nothing', async () => {
      const response = await server.app.inject(path)
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-type']).toContain('text/html')
      expect(response.headers['cache-control']).toBe('no-store')
      expect(response.body).toContain('<button>Stop these emails</button>')
      expect(response.body).not.toMatch(/style=|<style|<script/)
      expect(await isOn()).toBe(true)
      // The build copies it from server/http.
      expect(response.body).toContain('<link rel="stylesheet" href="/page.css">')
    })

    test('its pages lead back to the site and to the settings', async () => {
      const unknown = `${path.slice(0, -1)}!`
      for (const { body } of [
        await server.app.inject(path),
        await server.app.inject(unknown),
        await post(path, 'application/x-www-form-urlencoded', ''),
      ])
        for (const link of ['/discordia/', '/discordia/dashboard?tab=settings'])
          expect(body).toContain(`<a href="${link}">`)
    })

    test('a forged token is a 404 page and changes nothing', async () => {
      const [start = '', token = ''] = path.split(/(?<=unsubscribe\/)/)
      const [, mac] = token.split('.')
      for (const wrong of [
        'x',
        `${mira.id}.${'A'.repeat(43)}`,
        `${mira.id + 1}.${mac}`,
        `${token}A`,
      ]) {
        const asked = await server.app.inject(start + wrong)
        const posted = await post(start + wrong, 'application/x-www-form-urlencoded', '')
        expect([wrong, asked.statusCode, posted.statusCode]).toEqual([wrong, 404, 404])
        expect(posted.body).toContain('This link isn’t valid')
      }
      expect(await isOn()).toBe(true)
    })

    test('other calls still accept no forms', async () => {
      const response = await post(
        '/api/users/login/',
        'application/x-www-form-urlencoded',
        'email=a',
      )
      expect(response.statusCode).toBe(415)
    })
  })

  test('the demonstration has subscribers, details and a request without a reason, and mails nobody', async () => {
    const { db } = server.deps
    await server.empty()
    await seedDemo(server.deps, async () => 'hash')
    expect(await announceDue(server.deps)).toBe(0)
    const wishes = await db.selectFrom('preferences').selectAll().execute()
    expect(wishes.length).toBeGreaterThan(1)
    expect(await db.selectFrom('name_changes').select(['reason']).execute()).toEqual([
      { reason: '' },
    ])
    expect(await db.selectFrom('order_details').select('first_name').execute()).toEqual([
      { first_name: 'Mira' },
    ])
    await addNews(server, { publish_at: server.deps.clock() })
    expect(await announceDue(server.deps)).toBe(wishes.length)
  }, 60_000)

  test('the running server announces on its own', async () => {
    await addNews(server)
    const logged = Promise.withResolvers<object>()
    const log = { info: logged.resolve, warn: () => undefined, error: logged.reject }
    jest.useFakeTimers()
    const announcer = makeAnnouncer(server.deps, log)
    announcer.start()
    jest.advanceTimersByTime(5000)
    jest.useRealTimers()
    expect(await logged.promise).toEqual({ mails: 1 })
    await announcer.stop()
    expect(await owed()).toHaveLength(1)
  })
})
