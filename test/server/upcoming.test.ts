import type { GroupId } from '#contract/ids.ts'
import { NEXT_ITEMS_MAX } from '#server/modules/calendar/siteRoutes.ts'
import { changeContent, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { addGameSession, addGroup } from '#test/helpers/fixtures/gameSessions.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { calendarsOf } from '#test/helpers/server/memberCalendars.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const NOTHING = { items: [], total: 0 }

serverTests('the coming dates of a member, on %s', (server) => {
  let registrations: ReturnType<typeof registrationsOf>
  let mira: TestUser
  let tam: TestUser
  beforeAll(async () => {
    registrations = registrationsOf(server)
  })
  beforeEach(async () => {
    await server.empty()
    mira = await server.addUser('Mira')
    tam = await server.addUser('Tam')
  })

  const next = async (who = mira) => calendarsOf(server).upcoming(await server.renew(who))
  const now = () => server.deps.clock()
  const at = (time: number) => new Date(time).toISOString()

  test('nothing, for a member without groups and events', async () => {
    const nothing = { dates: NOTHING, polls: NOTHING, invites: NOTHING, entries: NOTHING }
    expect(await next()).toMatchObject(nothing)
  })

  test('sessions of the next 14 days with the own answer', async () => {
    const group = await addGroup(server, 'The Lanterns', tam.id, mira.id)
    const { dates } = await addGameSession(server, group, {}, [now() + DAY, now() + 2 * DAY])
    await addGameSession(server, group, { title: 'Too late' }, [now() + 15 * DAY])
    await addGameSession(server, group, { title: 'Off', cancelled_at: now() }, [now() + 3 * DAY])
    await addGameSession(server, await addGroup(server, 'Strangers', tam.id))
    const [date_id = 0] = dates
    await server.deps.db
      .insertInto('game_answers')
      .values({
        date_id: date_id as (typeof dates)[number],
        group_id: group,
        user_id: mira.id,
        answer: 'coming',
        updated_at: now(),
      })
      .execute()
    const { items, total } = (await next()).dates
    expect(total).toBe(3)
    expect(items).toMatchObject([
      { group_id: group, date_id, group_name: 'The Lanterns', content_id: null, state: 'coming' },
      { title: 'The sunken library', starts_at: at(now() + 2 * DAY), state: 'unanswered' },
      { title: 'Off', state: 'cancelled' },
    ])
  })

  test('the next session that takes place, however late, before the others', async () => {
    const group = await addGroup(server, 'The Lanterns', mira.id)
    await addGameSession(server, group, { title: 'Off', cancelled_at: now() }, [now() + DAY])
    await addGameSession(server, group, { title: 'Next' }, [now() + 40 * DAY, now() + 47 * DAY])
    expect((await next()).dates.items).toMatchObject([
      { title: 'Next', starts_at: at(now() + 40 * DAY) },
      { title: 'Off', state: 'cancelled' },
    ])
  })

  test('events that the member has signed up for, and an offered seat first, however late', async () => {
    const soon = await registrations.event({ starts_at: now() + 2 * DAY })
    const full = await registrations.event({ starts_at: now() + 3 * DAY })
    const late = await registrations.event({ starts_at: now() + 30 * DAY })
    await registrations.event({ title: 'Not mine' })
    await registrations.signUp(mira, soon)
    for (const event of [full, late]) {
      await registrations.signUp(tam, event)
      await registrations.signUp(mira, event)
    }
    await registrations.cancel(tam, late)
    await registrations.update()
    const { items } = (await next()).dates
    expect(items).toMatchObject([
      { content_id: late, group_id: null, state: 'offered', offered_until: at(now() + DAY) },
      { content_id: soon, state: 'coming', offered_until: null },
      { content_id: full, state: 'waiting', location: 'Vienna' },
    ])
    await changeContent(server, soon, { cancelled_at: now() })
    server.passTime(DAY + 1)
    expect((await next()).dates.items).toMatchObject([{ state: 'cancelled' }, { state: 'waiting' }])
  })

  test('an offered seat of an event that was moved, until the event begins', async () => {
    const event = await registrations.event()
    for (const who of [tam, mira]) await registrations.signUp(who, event)
    await registrations.cancel(tam, event)
    const starts_at = now() + 2 * HOUR
    await changeContent(server, event, { starts_at, ends_at: starts_at + HOUR })
    expect((await next()).dates.items).toMatchObject([
      { state: 'offered', offered_until: at(starts_at) },
    ])
  })

  async function addPoll(group_id: GroupId, starts_at: number, title = 'When?') {
    const { db } = server.deps
    const poll = {
      group_id,
      title,
      notes: '',
      time_zone: 'UTC',
      created_at: now(),
      updated_at: now(),
    }
    const { id } = await db
      .insertInto('date_polls')
      .values({ ...poll, state: 'open' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return db
      .insertInto('date_options')
      .values({ poll_id: id, starts_at, ends_at: starts_at + HOUR })
      .returning(['id', 'poll_id'])
      .executeTakeFirstOrThrow()
  }

  test('open polls that the member has not answered, while a date is in the future', async () => {
    const { db } = server.deps
    const group = await addGroup(server, 'The Lanterns', tam.id, mira.id)
    const option = await addPoll(group, now() + DAY)
    await addPoll(group, now() - HOUR, 'Over')
    await addPoll(await addGroup(server, 'Strangers', tam.id), now() + DAY)
    const poll = { group_id: group, group_name: 'The Lanterns', title: 'When?' }
    expect((await next()).polls).toEqual({ items: [poll], total: 1 })
    const answer = { option_id: option.id, group_id: group, answer: 'no' as const, updated_at: 1 }
    await db
      .insertInto('date_answers')
      .values({ ...answer, user_id: tam.id })
      .execute()
    expect((await next()).polls.total).toBe(1)
    await db
      .insertInto('date_answers')
      .values({ ...answer, user_id: mira.id })
      .execute()
    expect((await next()).polls).toEqual(NOTHING)
    await db.deleteFrom('date_answers').execute()
    const close = (closes_at: number) => db.updateTable('date_polls').set({ closes_at }).execute()
    await close(now() + HOUR)
    expect((await next()).polls.total).toBe(1)
    await close(now())
    expect((await next()).polls).toEqual(NOTHING)
    await close(now() + HOUR)
    await db.updateTable('date_polls').set({ state: 'cancelled' }).execute()
    expect((await next()).polls).toEqual(NOTHING)
  })

  test('invites, and own entries under review; five of each and their number', async () => {
    const type_id = await addGlossaryType(server, 'Places')
    for (let count = 1; count <= NEXT_ITEMS_MAX + 2; count += 1) {
      const group_id = await addGroup(server, `Group ${count}`, tam.id)
      await server.deps.db
        .insertInto('invites')
        .values({ group_id, target_user_id: mira.id, invited_by: tam.id, created_at: now() })
        .execute()
      await addEntry(server, mira.id, `Entry ${count}`, { type_id, approved_at: null })
    }
    await addEntry(server, mira.id, 'Approved', { type_id })
    const { invites, entries } = await next()
    expect([invites.total, entries.total]).toEqual([7, 7])
    expect([invites.items.length, entries.items.length]).toEqual([5, 5])
    expect(invites.items[0]).toEqual({ id: expect.any(Number), group_name: 'Group 1' })
    expect(entries.items[0]).toEqual({ id: expect.any(Number), title: 'Entry 1' })
    expect(await next(tam)).toMatchObject({ invites: NOTHING, entries: NOTHING })
  })
})
