import type { ContentId } from '#contract/ids.ts'
import { collected } from '#server/compose/collect.ts'
import { eraseDueAccounts } from '#server/modules/account/personal-data/eraser.ts'
import { exportNext } from '#server/modules/account/personal-data/exporter.ts'
import { groupCallsOf } from '#test/helpers/server/groupCalls.ts'
import { guestsOf } from '#test/helpers/server/guests.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { deskTests, playersOf } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'
import { tablesOf } from '#test/helpers/server/tables.ts'
import { newTokens, type TestUser } from '#test/helpers/server/testServer.ts'
import { unzipped } from '#test/helpers/server/unzipped.ts'

const env = { PUBLIC_URL: 'https://discordia.example' }
const LOG = { info: () => undefined, warn: () => undefined, error: () => undefined }

deskTests('blocks and tables on %s (behaviour 12.35)', { engines: bothEngines, env }, (server) => {
  let ada: DeskCaller
  let event: ContentId
  let table: ContentId
  beforeEach(() => server.empty())
  const [olwen, finn, tam] = playersOf(server, 'Olwen', 'Finn', 'Tam')
  const calls = registrationsOf(server)
  const tables = tablesOf(server, () => ada)
  const guests = guestsOf(server)
  /** Olwen leads a table with one free seat and one place to wait. */
  beforeEach(async () => {
    ada = await server.staff('Ada')
    event = await tables.published(tables.evening())
    const over = { seats: 1, waiting_max: 1, leader: 'Olwen', guests: true }
    table = await tables.table(event, 'The mill', over)
  })

  const block = (one: TestUser, other: TestUser) =>
    server.insert('blocks', { user_id: one.id, blocked_id: other.id, created_at: 1 })
  const signUp = async (who: TestUser) => tables.code(await calls.signUp(who, table))
  const found = async (who: TestUser | null) =>
    (await tables.programme(who, event)).tables.map(({ title }) => title)
  const write = async () =>
    (
      await tables.send(olwen, 'POST', `tables/${table}/message`, {
        subject: 'Dice',
        text: 'Bring some.',
      })
    ).json()
  const written = async () =>
    (await deliveredMail(server))
      .filter(({ kind }) => kind.endsWith('-message'))
      .map(({ to }) => to.split('@')[0])

  test.each(['the leader', 'the player'])('after a block by %s the table is full', async (by) => {
    const [one, other] = by === 'the leader' ? [olwen, finn] : [finn, olwen]
    await block(one, other)
    expect([await found(finn), await found(tam), await found(null)]).toEqual([
      [],
      ['The mill'],
      ['The mill'],
    ])
    const refused = await calls.signUp(finn, table)
    const shown = await calls.read(finn, table)
    expect([await signUp(tam), await calls.signUp(ada.user, table).then(tables.code)]).toEqual([
      'ok',
      'ok',
    ])
    // The answers of a table that is full in truth are the same.
    expect(refused.json()).toEqual((await calls.signUp(finn, table)).json())
    expect(refused.json().errors[0].code).toBe('event_full')
    expect(shown).toEqual(await calls.read(null, table))
    expect(shown).toMatchObject({ seats: 1, left: 0, waiting: 1, is_open: true, mine: null })
  })

  test('who has a seat or a place keeps it and moves up, and gets no message of the leader', async () => {
    await calls.signUp(tam, table)
    await calls.signUp(finn, table)
    await block(finn, olwen)
    expect(await found(finn)).toEqual(['The mill'])
    expect(await calls.mine(finn, table)).toBe('waiting 1')
    expect([await write(), await written()]).toEqual([{ told: 2 }, ['tam']])
    await calls.cancel(tam, table)
    expect(await calls.mine(finn, table)).toBe('offered')
    await calls.cancel(finn, table)
    expect([await found(finn), await signUp(finn)]).toEqual([[], 'event_full'])
  })

  test('the address of an account that is apart from the leader gets no seat without the account either', async () => {
    await block(olwen, finn)
    const asked = { name: 'F', email: 'finn@example.org' }
    const refusedSilently = await guests.ask(table, asked)
    const rows = () => server.deps.db.selectFrom('registrations').selectAll().execute()
    expect([
      await rows(),
      await deliveredMail(server).then((mails) => mails.map(({ to }) => to)),
    ]).toEqual([[], expect.not.arrayContaining(['finn@example.org'])])
    const other = await guests.ask(table, { name: 'G', email: 'gus@example.org' })
    expect([other.statusCode, other.body]).toEqual([
      refusedSilently.statusCode,
      refusedSilently.body,
    ])
    expect(await rows()).toHaveLength(1)
  })

  test('a seat without an account has no message of the leader if the address is that of one who is apart', async () => {
    await guests.ask(table, { name: 'F', email: 'finn@example.org' })
    await server.update(
      'registrations',
      {},
      { state: 'coming', guest_until: null, offered_until: null },
    )
    expect((await write()).told).toBe(1)
    await block(finn, olwen)
    expect(await written()).toEqual([])
  })

  test.each(['first the block', 'first the seat', 'both at once'])(
    'a block while a member signs up: %s',
    async (order) => {
      const { auth } = olwen
      const blocking = () => server.send('POST', '/api/users/blocks/', auth, { username: 'Finn' })
      if (order === 'first the block') await blocking()
      const signed = signUp(finn)
      if (order === 'first the seat') await signed
      const [outcome, blocked] = await Promise.all([signed, blocking()])
      expect(blocked.statusCode).toBe(201)
      expect(await calls.mine(finn, table)).toBe(outcome === 'ok' ? 'coming' : null)
      if (order !== 'both at once')
        expect(outcome).toBe(order === 'first the seat' ? 'ok' : 'event_full')
    },
  )

  describe('personal data', () => {
    async function archiveOf(user: TestUser) {
      const { auth, sensitive } = await newTokens(server.app, server.deps, {
        ...user,
        token_version: 0,
      })
      await server.send('POST', '/api/users/my-data/', auth)
      await exportNext(server.deps, collected.personalData, LOG)
      const { ticket } = (await server.send('POST', '/api/users/my-data/link/', sensitive)).json()
      const { rawPayload } = await server.app.inject(`/api/users/my-data/file/${ticket}`)
      return Buffer.concat([...(await unzipped(rawPayload)).values()]).toString()
    }
    const groups = groupCallsOf(server)

    test('the blocks are in the archive of who has made them, and nothing of them in the other’s', async () => {
      const { id } = await groups.found(olwen)
      await groups.invite(olwen, id, 'Finn')
      await groups.call(olwen, 'POST', `/links/${id}/mail/`, { email: 'finn@example.org' })
      expect(await archiveOf(finn)).toContain('Olwen')
      await server.deps.db.deleteFrom('data_exports').execute()
      await block(olwen, finn)
      expect(await archiveOf(olwen)).toContain('Members whom you blocked')
      const archive = await archiveOf(finn)
      expect(archive).not.toMatch(/Olwen|blocked_id/)
      // What the site hides is left out, and would reveal the block by its presence.
      expect(archive).not.toContain('Open invites')
    })

    test.each(['olwen', 'finn'])('a block goes with the account of %s', async (name) => {
      await block(olwen, finn)
      await server.update('users', { username_key: name }, { deletion_due_at: 1 })
      expect(await eraseDueAccounts(server.deps, collected.personalData, LOG)).toBe(1)
      expect(await server.deps.db.selectFrom('blocks').selectAll().execute()).toEqual([])
    })
  })
})
