import { sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import { cleanUp } from '#server/compose/background.ts'
import { expiries } from '#server/compose/collect.ts'
import { type DB, type Expire, expireAll, insertRow } from '#server/db/rows.ts'
import { ACCOUNT_REFERENCES } from '#server/modules/account/repository.ts'
import { addEvent, HOUR } from '#test/helpers/fixtures/contents.ts'
import { plansIn } from '#test/helpers/fixtures/planningActs.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

const DAY = 24 * 3_600_000

serverTests('personal data that is not needed any more, on %s', (server, engine) => {
  let mara: MemberId
  beforeEach(async () => {
    await server.empty()
    mara = (await server.addUser('Mara')).id
  })

  const ago = (rule: string, days: number) =>
    server.deps.clock() - (expiries[rule]?.keptMs ?? Number.NaN) - days * DAY
  /** A day before and a day after the expiry by the rule. */
  const kept = (rule: string) => ago(rule, -1)
  const over = (rule: string) => ago(rule, 1)

  async function register(username: string, created_at: number, columns: object = {}) {
    const email = `${username}@example.org`
    const { id } = await server.insert('users', {
      email,
      email_key: email,
      username,
      username_key: username,
      password_hash: 'x',
      role: 'player',
      created_at,
      ...columns,
    })
    return id
  }
  const link = (user_id: MemberId, created_at: number) =>
    server.insert('account_links', {
      hash: `${user_id} ${created_at}`,
      purpose: 'activation',
      user_id,
      created_at,
    })
  const names = async () =>
    (await server.deps.db.selectFrom('users').select('username').orderBy('id').execute()).map(
      ({ username }) => username,
    )

  test('answers at a registration are blanked after the event, attendance stays', async () => {
    const { db, clock } = server.deps
    for (const ends_at of [over('answers'), kept('answers')]) {
      const content_id = await addEvent(server, { starts_at: 1, ends_at, seats: 5 })
      const times = { queued_at: 1, created_at: 1, updated_at: 1, attended_at: clock() }
      const answers = JSON.stringify([{ question: 'Diet?', answer: 'Soup' }])
      await server.insert('registrations', {
        content_id,
        user_id: mara,
        state: 'coming',
        told: '',
        answers,
        ...times,
      })
    }
    await cleanUp(server.deps, server.app.log)
    const rows = await db.selectFrom('registrations').selectAll().orderBy('id').execute()
    expect(rows.map(({ answers, attended_at }) => [answers.length > 2, attended_at])).toEqual([
      [false, clock()],
      [true, clock()],
    ])
  })

  test('names of companions, and of people without an account, are blanked after the event; the number stays', async () => {
    const { db } = server.deps
    for (const ends_at of [over('withoutAccount'), kept('withoutAccount')]) {
      const content_id = await addEvent(server, { starts_at: 1, ends_at, seats: 5 })
      await server.insert('registrations', {
        content_id,
        name: 'Anna',
        companions: 2,
        companion_names: '["Bo","Cleo"]',
        state: 'coming',
        told: '',
        answers: '[]',
        queued_at: 1,
        created_at: 1,
        updated_at: 1,
      })
    }
    await cleanUp(server.deps, server.app.log)
    const rows = await db.selectFrom('registrations').selectAll().orderBy('id').execute()
    expect(rows.map((row) => [row.name, row.companion_names, row.companions])).toEqual([
      ['', '[]', 2],
      ['Anna', '["Bo","Cleo"]', 2],
    ])
  })

  test('sessions of groups are deleted long after their last date, with their closed polls; others stay', async () => {
    const { db } = server.deps
    const group_id = await db.transaction().execute(async (tx) => {
      const { id } = await insertRow(tx, 'groups', {
        name: 'Ravens',
        owner_id: mara,
        created_at: 1,
      })
      await insertRow(tx, 'memberships', { group_id: id, user_id: mara, joined_at: 1 })
      return id
    })
    const { addPoll, addSession } = plansIn(server)
    const open = await addPoll(group_id)
    for (const ends_at of [over('sessions'), kept('sessions')]) {
      const { id: poll_id } = await addPoll(group_id)
      const closed = { state: 'fixed', updated_at: over('polls') } as const
      await server.update('date_polls', { id: poll_id }, closed)
      const { id } = await addSession(group_id, ends_at - 3 * HOUR)
      await server.update('game_sessions', { id }, { poll_id })
    }
    // Sessions with a recap stay, those with an emptied one do not.
    for (const text of ['We won', '']) {
      const { date: date_id } = await addSession(group_id, over('sessions') - 4 * HOUR)
      const row = { date_id, text, search_text: text, version: 1, written_at: 1 }
      await db.insertInto('date_recaps').values(row).execute()
    }
    await cleanUp(server.deps, server.app.log)
    const recaps = await db.selectFrom('date_recaps').select('text').execute()
    expect(recaps).toEqual([{ text: 'We won' }])
    await db.deleteFrom('date_recaps').execute()
    await cleanUp(server.deps, server.app.log)
    const dates = await db.selectFrom('game_dates').select('ends_at').execute()
    expect(dates).toEqual([{ ends_at: kept('sessions') }])
    const polls = await db.selectFrom('date_polls').select(['id', 'state']).orderBy('id').execute()
    expect(polls).toMatchObject([{ id: open.id }, { state: 'fixed' }])
  })

  test('sent and dead mails are deleted, once-only ones except a key that counts for more than a day; pending ones stay', async () => {
    const { db } = server.deps
    const mail = (recipient: string, columns: object) => ({
      kind: 'k',
      recipient,
      data: '{}',
      created_at: 1,
      next_attempt_at: 1,
      ...columns,
    })
    await server.insert(
      'outbox',
      mail('sent-over', { done_at: over('sentMails') }),
      mail('once-over', { done_at: over('sentMails'), once_key: 'once', data: '{"user":1}' }),
      mail('day-over', { done_at: over('sentMails'), once_key: 'day', kind: 'backup-failed' }),
      mail('sent', { done_at: kept('sentMails') }),
      mail('dead-over', { dead_at: over('deadMails') }),
      mail('dead', { dead_at: kept('deadMails') }),
      mail('waiting', {}),
    )
    await cleanUp(server.deps, server.app.log)
    const rows = await db.selectFrom('outbox').selectAll().orderBy('id').execute()
    expect(rows.map(({ recipient }) => recipient)).toEqual(['', 'sent', 'dead', 'waiting'])
    expect(rows[0]).toMatchObject({ once_key: 'once', data: '{}' })
  })

  test('accounts that were never activated are deleted with their links, unless a row refers to them', async () => {
    const time = over('unusedAccounts')
    await link(await register('over', time), time)
    await register('fresh', kept('unusedAccounts'))
    await link(await register('mailed-again', time), kept('unusedAccounts'))
    await register('active', time, { activated_at: time })
    await register('deactivated', time, { deactivated_at: time })
    await register('staff', time, { role: 'staff' })
    const tied = await register('tied', time)
    await server.insert('name_changes', {
      user_id: tied,
      new_name: 'N',
      reason: 'R',
      created_at: time,
    })
    await cleanUp(server.deps, server.app.log)
    expect(await names()).toEqual([
      'Mara',
      'fresh',
      'mailed-again',
      'active',
      'deactivated',
      'staff',
      'tied',
    ])
    const links = await server.deps.db.selectFrom('account_links').selectAll().execute()
    expect(links).toHaveLength(1)
  })

  test('more rows than one statement deletes are deleted all the same', async () => {
    const words = { name: 'N', email: 'n@example.org', subject: 'S', message: 'M' }
    const created_at = over('messages')
    await server.insert(
      'contact_messages',
      ...Array.from({ length: 450 }, () => ({ ...words, created_at })),
    )
    await server.insert('contact_messages', { ...words, created_at: kept('messages') })
    await cleanUp(server.deps, server.app.log)
    const left = await server.deps.db.selectFrom('contact_messages').selectAll().execute()
    expect(left).toHaveLength(1)
  })

  test('expired tokens, links, networks, counters and desk sessions are deleted, however many; others stay', async () => {
    const { db, clock } = server.deps
    const now = clock()
    const MANY = 450
    /** `MANY` expired rows, and one that has not expired. */
    const rows = <T>(row: (key: string, time: number) => T): T[] =>
      Array.from({ length: MANY + 1 }, (_, index) =>
        row(`k${index}`, index < MANY ? now - 1 - index : now + 1000),
      )
    const owned = { user_id: mara, created_at: 1 }
    await server.insert(
      'refresh_tokens',
      ...rows((hash, expires_at) => ({ ...owned, hash, family: 'f', expires_at })),
    )
    const reset = { ...owned, purpose: 'password_reset' } as const
    await server.insert(
      'account_links',
      ...rows((hash, time) => ({ ...reset, hash, expires_at: time - DAY })),
    )
    await link(mara, 1)
    await server.insert(
      'known_networks',
      ...rows((digest, time) => ({ digest, user_id: mara, last_used_at: time - 90 * DAY })),
    )
    await server.insert(
      'rate_limits',
      ...rows((key, window_ends_at) => ({ key, hits: 1, window_ends_at })),
    )
    const session = { ...owned, csrf: 'c', token_version: 0 }
    await server.insert(
      'desk_sessions',
      ...rows((hash, expires_at) => ({ ...session, hash, expires_at })),
    )
    await cleanUp(server.deps, server.app.log)
    const left = async (table: keyof DB) =>
      (await db.selectFrom(table).selectAll().execute()).length
    // Mara's own session and activation link stay, too.
    expect({
      tokens: await left('refresh_tokens'),
      links: await left('account_links'),
      networks: await left('known_networks'),
      counters: await left('rate_limits'),
      deskSessions: await left('desk_sessions'),
    }).toEqual({ tokens: 2, links: 2, networks: 1, counters: 1, deskSessions: 1 })
  })

  test('one run deletes as much as 50 statements, and leaves the rest to the next', async () => {
    let statements = 0
    const endless: Expire = (_db, _before, limit) => {
      statements++
      return Promise.resolve(limit)
    }
    expect(await expireAll(server.deps.db, endless, 1)).toBe(10_000)
    expect(statements).toBe(50)
  })

  test('ended mutes, old names and texts of decided requests are deleted', async () => {
    const { db, clock } = server.deps
    const zoe = (await server.addUser('Zoe')).id
    const ben = (await server.addUser('Ben')).id
    const mute = { user_id: mara, created_at: 1 }
    await server.insert(
      'mutes',
      { ...mute, muted_user_id: zoe, until: over('mutes') },
      { ...mute, muted_user_id: ben, until: clock() + 1 },
    )
    const name = (username: string, given_up_at: number) => ({
      user_id: mara,
      username,
      username_key: username,
      given_up_at,
      free_at: 1,
    })
    await server.insert(
      'old_usernames',
      name('over', over('oldNames')),
      name('kept', kept('oldNames')),
    )
    const request = { user_id: mara, new_name: 'N', reason: 'because', created_at: 1 }
    await server.insert(
      'name_changes',
      { ...request, refused_at: over('reasons'), answer: 'no' },
      { ...request, approved_at: over('reasons') },
      { ...request, refused_at: kept('reasons'), answer: 'no' },
      request,
    )
    await cleanUp(server.deps, server.app.log)
    const mutes = await db.selectFrom('mutes').select('muted_user_id').execute()
    expect(mutes).toEqual([{ muted_user_id: ben }])
    const old = await db.selectFrom('old_usernames').select('username').execute()
    expect(old).toEqual([{ username: 'kept' }])
    const written = db.selectFrom('name_changes').select(['reason', 'answer']).orderBy('id')
    expect(await written.execute()).toEqual([
      { reason: '', answer: null },
      { reason: '', answer: null },
      { reason: 'because', answer: 'no' },
      { reason: 'because', answer: null },
    ])
  })

  if (engine === 'sqlite')
    test('every table whose rows keep an account is checked first', async () => {
      const { rows } = await sql<{ name: string; column: string }>`
        select m.name, k."from" as column from sqlite_master as m, pragma_foreign_key_list(m.name) as k
        where m.type = 'table' and k."table" = 'users' and k.on_delete not in ('CASCADE', 'SET NULL')`.execute(
        server.deps.db,
      )
      const known = ACCOUNT_REFERENCES.map(([table, column]) => `${table}.${column}`)
      for (const { name, column } of rows) expect(known).toContain(`${name}.${column}`)
      expect(rows.length).toBeGreaterThan(5)
    })
})
