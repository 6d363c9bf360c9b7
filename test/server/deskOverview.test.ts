import { WAITING_MAX } from '#contract/desk.ts'
import { addEvent, addNews, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { addNameChange, addPending } from '#test/helpers/fixtures/deskRows.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'

deskTests('the overview of the desk on %s', (server) => {
  beforeEach(() => server.empty())
  const [root, ada] = staffOf(server, ['Root', 'superuser'], 'Ada')

  const at = (time: number) => new Date(time).toISOString()
  const message = (created_at: number, read_at: number | null = null) =>
    server.insert('contact_messages', {
      name: 'N',
      email: 'n@example.org',
      subject: 'S',
      message: 'M',
      created_at,
      read_at,
    })

  test('counts the queues with the time of their oldest row; dead mail is for superusers', async () => {
    const now = server.deps.clock()
    await addPending(server, 'Older', now - 3 * DAY)
    await addPending(server, 'Newer', now - DAY)
    await addNameChange(server, 'Tomas', 'Tom')
    await message(now - 2 * DAY, now)
    await message(now - HOUR)
    const mail = { kind: 'k', recipient: 'r@example.org', data: '{}', created_at: now - DAY }
    await server.insert(
      'outbox',
      { ...mail, next_attempt_at: now, dead_at: now - HOUR },
      { ...mail, next_attempt_at: now },
    )
    const seen = [
      { resource: 'review', count: 2, oldest_at: at(now - 3 * DAY) },
      { resource: 'applications', count: 0, oldest_at: null },
      { resource: 'reports', count: 0, oldest_at: null },
      { resource: 'name-changes', count: 1, oldest_at: at(now) },
      { resource: 'contents', count: 0, oldest_at: null },
      { resource: 'messages', count: 1, oldest_at: at(now - HOUR) },
    ]
    expect((await ada.get('/overview/waiting')).json()).toEqual(seen)
    expect((await root.get('/overview/waiting')).json()).toEqual([
      ...seen,
      { resource: 'outbox', count: 1, oldest_at: at(now - HOUR) },
      { resource: 'members', count: 0, oldest_at: null },
    ])
  })

  test('counting ends at a thousand', async () => {
    const rows = Array.from({ length: WAITING_MAX + 5 }, (_, n) => ({
      name: 'N',
      email: 'n@example.org',
      subject: 'S',
      message: 'M',
      created_at: n + 1,
    }))
    await server.deps.db.insertInto('contact_messages').values(rows).execute()
    const waiting = (await ada.get('/overview/waiting')).json()
    expect(waiting).toContainEqual({ resource: 'messages', count: WAITING_MAX, oldest_at: at(1) })
  })

  test('the agenda has scheduled publications and events of the next seven days, in order', async () => {
    const now = server.deps.clock()
    const event = (starts_at: number, more: object = {}) =>
      addEvent(server, { starts_at, ends_at: starts_at + HOUR, publish_at: now - DAY, ...more })
    const running = await event(now - HOUR / 2)
    const soon = await event(now + 2 * DAY)
    const planned = await addNews(server, { publish_at: now + DAY, title: 'Planned' })
    await event(now + 8 * DAY)
    await event(now - DAY)
    await event(now + DAY, { cancelled_at: now })
    await event(now + DAY, { publish_at: null })
    await addNews(server, { publish_at: now - DAY })
    const { agenda } = (await ada.get('/overview')).json()
    expect(agenda).toMatchObject([
      { id: running, what: 'event', kind: 'event', ends_at: at(now + HOUR / 2) },
      { id: planned, what: 'publication', title: 'Planned', at: at(now + DAY), ends_at: null },
      { id: soon, what: 'event', at: at(now + 2 * DAY) },
    ])
  })

  test('recent actions name their record; staff see their own only, without logins and readings', async () => {
    const made = (await ada.post('/rule-categories', { name: 'Combat' })).json()
    await root.get('/messages')
    await root.post('/rule-categories', { name: 'Travel' })
    await ada.remove(`/rule-categories/${made.id}`)
    const own = [
      { actor_name: 'Ada', action: 'remove', record: String(made.id), record_name: 'Combat' },
      { actor_name: 'Ada', action: 'create', resource: 'rule-categories', record_name: 'Combat' },
    ]
    expect((await ada.get('/overview')).json().acts).toMatchObject(own)
    expect((await root.get('/overview')).json().acts).toMatchObject([
      own[0],
      { actor_name: 'Root', action: 'create', record_name: 'Travel' },
      own[1],
    ])
  })

  test('counts the last fourteen days', async () => {
    const { days } = (await ada.get('/overview')).json()
    expect(days).toHaveLength(14)
    expect(days.at(-1)).toMatchObject({ id: at(server.deps.clock()).slice(0, 10), members: 2 })
  })

  test('events that an upgrade has opened are listed until they are saved or kept open', async () => {
    const opened_at = server.deps.clock()
    const later = { opened_at, starts_at: opened_at + 2 * DAY, publish_at: null }
    const saved = await addEvent(server, { ...later, title: 'Saved' })
    const kept = await addEvent(server, { opened_at, title: 'Kept' })
    // Saved by a process of the version before, after the upgrade.
    const meanwhile = await addEvent(server, {
      open_to: 'group_members',
      starts_at: opened_at + 3 * DAY,
      title: 'Meanwhile',
    })
    await addEvent(server, { opened_at, starts_at: opened_at - DAY })
    await addEvent(server, { opened_at, cancelled_at: opened_at })
    await addEvent(server)
    const listed = async () => (await ada.get('/overview')).json().opened
    expect(await listed()).toEqual([
      { id: kept, title: 'Kept' },
      { id: saved, title: 'Saved' },
      { id: meanwhile, title: 'Meanwhile' },
    ])
    await ada.post(`/contents/${meanwhile}/keep-open`)
    const { sequence } = (await ada.post(`/contents/${kept}/keep-open`)).json()
    expect(sequence).toBe(0)
    const read = (await ada.get(`/contents/${saved}`)).json()
    await ada.put(`/contents/${saved}`, { ...read, title: 'Saved again' })
    expect(await listed()).toEqual([])
  })
})
