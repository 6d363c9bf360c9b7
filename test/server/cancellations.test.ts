import type { ContentId } from '#contract/ids.ts'
import { cleanUp } from '#server/compose/background.ts'
import { announceCancellations, announceDue } from '#server/modules/notifications/announcer.ts'
import { addEvent, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'

const env = { PUBLIC_URL: 'https://discordia.example' }

deskTests('a cancelled event on %s', { env }, (server) => {
  let names = 0
  beforeEach(() => server.empty())
  const [ada] = staffOf(server, 'Ada')

  /** Members who subscribed long ago. */
  async function subscribe(count: number): Promise<string[]> {
    const { db } = server.deps
    const rows = Array.from({ length: count }, () => {
      const name = `reader${names++}`
      const email = `${name}@example.org`
      const keys = { email, email_key: email, username: name, username_key: name }
      return {
        ...keys,
        password_hash: 'none',
        role: 'player' as const,
        created_at: 1,
        activated_at: 1,
      }
    })
    const users = await db.insertInto('users').values(rows).returning(['id', 'email']).execute()
    const wishes = users.map(({ id }) => ({ user_id: id, notify_since: 1 }))
    await db.insertInto('preferences').values(wishes).execute()
    return users.map(({ email }) => email).sort()
  }
  const turnOff = () => server.deps.db.updateTable('preferences').set({ notify_since: null })
  const announced = async (over: Parameters<typeof addEvent>[1] = {}) => {
    const id = await addEvent(server, { title: 'A long evening', ...over })
    await announceDue(server.deps)
    return id
  }
  const cancel = async (id: ContentId) =>
    expect((await ada.post(`/contents/${id}/cancel`)).statusCode).toBe(200)
  const cancellations = async () =>
    (await deliveredMail(server)).filter(({ subject }) => subject.startsWith('Cancelled:'))
  const notifiedMembers = async () => (await cancellations()).map(({ to }) => to).sort()

  test('is mailed once to members who were notified of it, with a calendar file that removes it', async () => {
    const subscribers = await subscribe(2)
    const starts_at = Date.UTC(2027, 6, 3, 17)
    const id = await announced({ starts_at, ends_at: starts_at + 2 * HOUR })
    const [invitation] = await deliveredMail(server)
    await subscribe(1)
    await cancel(id)
    expect(await announceCancellations(server.deps)).toBe(2)
    expect(await announceCancellations(server.deps)).toBe(0)
    expect(await notifiedMembers()).toEqual(subscribers)
    const [mail] = await cancellations()
    expect(mail).toMatchObject({
      subject: 'Cancelled: A long evening',
      link: `https://discordia.example/discordia/news/${id}`,
    })
    expect(mail?.text).toContain('Planned for: Sat 3 Jul 2027, 19:00–21:00 Vienna time')
    expect(mail?.text).toMatch(/https:\S+\/api\/notifications\/unsubscribe\/\S+/)
    const lineOf = (name: string, file = mail?.attachments[0]) =>
      new RegExp(`^${name}:(.*)$`, 'm').exec(file?.text ?? '')?.[1]?.trim()
    expect(mail?.attachments).toMatchObject([{ mimeType: 'text/calendar', method: 'CANCEL' }])
    expect([lineOf('METHOD'), lineOf('STATUS')]).toEqual(['CANCEL', 'CANCELLED'])
    const before = invitation?.attachments[0]
    expect(lineOf('UID')).toBe(lineOf('UID', before))
    expect(Number(lineOf('SEQUENCE'))).toBeGreaterThan(Number(lineOf('SEQUENCE', before)))
    expect(mail?.attachments[0]?.text).toMatch(/ORGANIZER.*mailto:no-reply@discordia\.example/i)
  })

  test('is mailed to all who were notified of it but those who have a seat at this very event', async () => {
    const subscribers = await subscribe(4)
    const [seated = '', elsewhere = '', former = ''] = subscribers
    const id = await announced({ seats: 1 })
    const other = await announced({ seats: 1 })
    await deliveredMail(server)
    const { db, clock } = server.deps
    const signUp = async (email: string, content_id: ContentId, state: 'coming' | 'cancelled') => {
      const now = clock()
      const { id: user_id } = await server.row('users', { email })
      const times = { queued_at: now, created_at: now, updated_at: now }
      const row = { content_id, user_id, state, answers: '[]', told: '', ...times }
      await db.insertInto('registrations').values(row).execute()
    }
    await signUp(seated, id, 'coming')
    await signUp(elsewhere, other, 'coming')
    await signUp(former, id, 'cancelled')
    await cancel(id)
    await announceCancellations(server.deps)
    expect(await notifiedMembers()).toEqual(subscribers.slice(1))
  })

  test('stays in the list of events until its end, marked, but not among the latest items', async () => {
    const id = await announced()
    const get = async (list: string) =>
      (await server.app.inject({ method: 'GET', url: `/api/contents/${list}` })).json()
    await cancel(id)
    const cancelled_at = new Date(server.deps.clock()).toISOString()
    expect(await get('activeEvents')).toMatchObject([{ id, cancelled_at }])
    expect(await get('latest')).toEqual([])
    const never = await addEvent(server, { publish_at: null })
    await cancel(never)
    await server.update('contents', { id: never }, { publish_at: server.deps.clock() + 1 })
    server.passTime(HOUR)
    server.deps.responseCache.clear('contents')
    expect(await get('activeEvents')).toMatchObject([{ id }])
  })

  test('without notified members sends no mail', async () => {
    await subscribe(1)
    await cancel(await addEvent(server, { publish_at: null }))
    await cancel(await addEvent(server))
    expect(await announceDue(server.deps)).toBe(0)
    expect(await announceCancellations(server.deps)).toBe(0)
  })

  test('sends no mail to members whose announcement was not sent, or who have unsubscribed', async () => {
    await subscribe(1)
    const id = await announced()
    await deliveredMail(server)
    await turnOff().execute()
    const late = await addEvent(server)
    await subscribe(1)
    await announceDue(server.deps)
    await cancel(id)
    await cancel(late)
    await deliveredMail(server)
    expect(await announceCancellations(server.deps)).toBe(0)
  })

  test('has no link after its page was withdrawn', async () => {
    const [reader] = await subscribe(1)
    const id = await announced()
    await deliveredMail(server)
    await cancel(id)
    expect((await ada.post(`/contents/${id}/unpublish`)).statusCode).toBe(200)
    await announceCancellations(server.deps)
    expect(await notifiedMembers()).toEqual([reader])
    expect((await cancellations())[0]?.text).not.toContain('/discordia/news/')
  })

  test('sends no mail to members who unsubscribed before the sending, or after its end', async () => {
    await subscribe(1)
    const id = await announced()
    await deliveredMail(server)
    await cancel(id)
    expect(await announceCancellations(server.deps)).toBe(1)
    await turnOff().execute()
    expect(await notifiedMembers()).toEqual([])
    await subscribe(1)
    const other = await announced()
    await deliveredMail(server)
    await cancel(other)
    server.passTime(2 * DAY)
    expect(await announceCancellations(server.deps)).toBe(0)
  })

  test('waits while an announcement is being sent', async () => {
    const [reader] = await subscribe(1)
    const id = await announced()
    const row = server.deps.db.updateTable('outbox')
    await row.set({ claimed_until: server.deps.clock() + 1, attempts: 1 }).execute()
    await cancel(id)
    expect(await announceCancellations(server.deps)).toBe(0)
    await row.set({ claimed_until: null, done_at: server.deps.clock() }).execute()
    expect(await announceCancellations(server.deps)).toBe(1)
    expect(await notifiedMembers()).toEqual([reader])
  })

  test('is mailed to all after the announcement mails were swept', async () => {
    const subscribers = await subscribe(2)
    const id = await announced({ starts_at: server.deps.clock() + 60 * DAY })
    await deliveredMail(server)
    server.passTime(40 * DAY)
    await cleanUp(server.deps, server.app.log)
    // Desk sessions expire as time passes.
    Object.assign(ada, await server.staff('Bea'))
    await cancel(id)
    expect(await announceCancellations(server.deps)).toBe(2)
    expect(await notifiedMembers()).toEqual(subscribers)
    server.passTime(80 * DAY)
    await cleanUp(server.deps, server.app.log)
    expect(await server.deps.db.selectFrom('outbox').select('id').execute()).toEqual([])
  })

  test('is mailed to hundreds once each, also after a stop in the middle and from two processes', async () => {
    const subscribers = await subscribe(450)
    const id = await announced()
    await server.update('outbox', {}, { done_at: server.deps.clock() })
    await cancel(id)
    let batches = 0
    expect(await announceCancellations(server.deps, () => ++batches > 2)).toBe(200)
    const rest = await Promise.all([
      announceCancellations(server.deps),
      announceCancellations(server.deps),
    ])
    expect((rest[0] ?? 0) + (rest[1] ?? 0)).toBe(250)
    const owed = await server.deps.db
      .selectFrom('outbox')
      .select('recipient')
      .where('kind', '=', 'event-cancelled')
      .execute()
    expect(owed.map(({ recipient }) => recipient).sort()).toEqual(subscribers)
  })
})
