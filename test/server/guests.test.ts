import { expireAll } from '#server/db/rows.ts'
import { registrationExpiries } from '#server/modules/registration/deskRepository.ts'
import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { logIn, member } from '#test/helpers/server/accounts.ts'
import { guestsOf } from '#test/helpers/server/guests.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const MINUTE = 60_000
const env = { PUBLIC_URL: 'https://discordia.example' }

serverTests('seats without an account on %s', { engines: bothEngines, env }, (server) => {
  beforeEach(() => server.empty())
  const [mira] = playersOf(server, 'Mira')
  const calls = registrationsOf(server)
  const { open, form, proofFor, ask, pageOf, press } = guestsOf(server)
  const code = ({ statusCode, json }: Awaited<ReturnType<typeof ask>>) =>
    statusCode === 200 ? 'ok' : json().errors[0].code
  const mails = async () =>
    (await deliveredMail(server)).map(({ kind, to }) => `${kind} ${to.split('@')[0]}`)
  const rows = () => server.deps.db.selectFrom('registrations').selectAll().orderBy('id').execute()
  const states = async () => (await rows()).map(({ state }) => state)
  const event = (over: object = {}) => calls.event({ seats: 4, guests: 1, ...over })

  test('a seat is held, and taken by the button behind the mailed link, not by opening it', async () => {
    const id = await event()
    expect(code(await ask(id))).toBe('ok')
    expect((await calls.read(null, id)).left).toBe(3)
    const page = await pageOf()
    for (const _ of [1, 2]) expect((await open(page)).body).toContain('held for you until')
    expect(await states()).toEqual(['offered'])
    expect((await press(page, 'take')).statusCode).toBe(200)
    expect(await states()).toEqual(['coming'])
    const [, confirmed] = await deliveredMail(server)
    expect([confirmed?.kind, confirmed?.text]).toEqual([
      'registration-guest',
      expect.stringContaining(page),
    ])
    server.passTime(31 * MINUTE)
    await calls.update()
    expect(await states()).toEqual(['coming'])
  })

  test('a seat that is not confirmed within 30 minutes is free, and its data are deleted', async () => {
    const id = await event()
    await ask(id)
    const page = await pageOf()
    server.passTime(30 * MINUTE)
    expect((await press(page, 'take')).statusCode).toBe(404)
    await calls.update()
    expect((await calls.read(null, id)).left).toBe(4)
    server.passTime(MINUTE)
    const { unconfirmedGuests } = registrationExpiries
    await expireAll(server.deps.db, unconfirmedGuests.expire, server.deps.clock())
    expect(await rows()).toEqual([])
    expect(await mails()).toEqual(['registration-guest-link gus'])
  })

  test('events without guests, and proofs that are missing, used or of another event, are refused', async () => {
    const closed = await calls.event({ seats: 4 })
    const [id, other] = [await event(), await event()]
    expect((await open(`/api/contents/registration/${closed}/proof`)).statusCode).toBe(404)
    const proof = await proofFor(id)
    expect(code(await ask(closed, { proof }))).toBe('not_found')
    expect(code(await ask(other, { proof }))).toBe('proof_refused')
    expect(code(await ask(id, { proof: 'x' }))).toBe('proof_refused')
    expect([code(await ask(id, { proof })), code(await ask(id, { proof }))]).toEqual([
      'ok',
      'proof_refused',
    ])
    const late = await proofFor(id)
    server.passTime(21 * MINUTE)
    expect(code(await ask(id, { proof: late, email: 'ida@example.org' }))).toBe('proof_refused')
    expect(await rows()).toHaveLength(1)
  })

  test('the answer is the same for an address with a seat, an account or a wish for no mail', async () => {
    const id = await event({ seats: 20 })
    await ask(id)
    await press(await pageOf(), 'take')
    const known = (await ask(id)).json()
    const email = 'mira@example.org'
    const account = (await ask(id, { email, name: 'Mira' })).json()
    await ask(id, { email: 'no@example.org' })
    await press(await pageOf('no@example.org'), 'never')
    const before = (await mails()).length
    const never = (await ask(id, { email: 'no@example.org' })).json()
    expect([known, account, never]).toEqual([{}, {}, {}])
    expect(await mails()).toHaveLength(before)
    const mail = (await deliveredMail(server)).find(({ to }) => to === email)
    expect(mail?.text).toContain(`/discordia/news/${id}#registration`)
  })

  test('a seat joins the account of its address at the next login, as an offer', async () => {
    const id = await event()
    await ask(id)
    await member(server, 'gus@example.org', 'Gus')
    const gus = await server.deps.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'Gus')
      .executeTakeFirstOrThrow()
    expect(await calls.mine(gus, id)).toBe('offered')
    await calls.confirm(gus, id)
    expect(await calls.mine(gus, id)).toBe('coming')
    expect(await rows()).toEqual([expect.objectContaining({ email: null, name: null })])
  })

  test('a seat joins an account that had given one back, and stays with its link beside another one', async () => {
    const [again, twice] = [await event(), await event()]
    await member(server, 'gus@example.org', 'Gus')
    const gus = await server.deps.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'Gus')
      .executeTakeFirstOrThrow()
    await calls.signUp(gus, again)
    await calls.cancel(gus, again)
    await calls.signUp(gus, twice)
    for (const id of [again, twice]) await ask(id)
    expect((await logIn(server, 'gus@example.org')).statusCode).toBe(200)
    expect(await calls.mine(gus, again)).toBe('offered')
    expect(await states()).toEqual(['coming', 'offered', 'offered'])
  })

  test('a seat that is declined before it is confirmed is gone', async () => {
    const id = await event()
    await ask(id)
    expect((await press(await pageOf(), 'give_back')).body).toContain('no longer store')
    expect(await rows()).toEqual([])
  })

  test('who asks again and again is mailed once an hour, and erases also after the event is withdrawn', async () => {
    const id = await event()
    for (const _ of [1, 2, 3]) await ask(id)
    expect(await mails()).toHaveLength(1)
    const page = await pageOf()
    await server.deps.db
      .updateTable('contents')
      .set({ unpublished_at: server.deps.clock() })
      .where('id', '=', id)
      .execute()
    expect((await press(page, 'take')).statusCode).toBe(409)
    expect((await press(page, 'erase')).statusCode).toBe(200)
    expect(await rows()).toEqual([])
  })

  test('a place on the waiting list is taken by the button, and moves up as any other', async () => {
    const id = await event({ seats: 1, waiting_max: 5 })
    await calls.signUp(mira, id)
    expect(code(await ask(id, { may_wait: false }))).toBe('only_waiting_list')
    expect(code(await ask(id))).toBe('ok')
    expect((await calls.read(null, id)).waiting).toBe(0)
    const page = await pageOf()
    await press(page, 'take')
    expect((await calls.read(null, id)).waiting).toBe(1)
    await mails()
    await calls.cancel(mira, id)
    expect(await mails()).toEqual([
      ...['registration-confirmed mira', 'registration-guest-link gus', 'registration-guest gus'],
      ...['registration-cancelled mira', 'registration-guest gus'],
    ])
    await press(page, 'take')
    expect(await calls.read(null, id)).toMatchObject({ left: 0, waiting: 0 })
  })

  test('the page changes, gives back and erases what is stored', async () => {
    const id = await event({ companions_max: 2, companion_names: 1 })
    await ask(id, { companions: ['Ida', 'Jo'], email: 'gus@example.org' })
    const page = await pageOf()
    await press(page, 'take')
    await press(page, 'drop 0')
    await press(page, 'save', { name: 'Gustav' })
    expect((await open(page)).body).toMatch(/Gustav[\s\S]*gus@example.org[\s\S]*Jo/)
    expect((await calls.read(null, id)).left).toBe(2)
    await press(page, 'give_back')
    expect((await calls.read(null, id)).left).toBe(4)
    expect((await press(page, 'erase')).body).toContain('no longer store')
    expect([await rows(), (await open(page)).statusCode]).toEqual([[], 404])
  })

  test('unconfirmed seats take at most half of the seats, and three of one address', async () => {
    const id = await event({ seats: 6 })
    const guests = await Promise.all(
      ['a', 'b', 'c'].map((name) => proofFor(id).then((proof) => ({ name, proof }))),
    )
    for (const { name, proof } of guests) await ask(id, { email: `${name}@example.org`, proof })
    expect(code(await ask(id, { email: 'd@example.org' }))).toBe('guests_busy')
    for (const _ of [1, 2, 3]) await ask(await event())
    expect(code(await ask(await event()))).toBe('ok')
    expect((await mails()).filter((mail) => mail.endsWith(' gus'))).toHaveLength(3)
  })

  test('without scripts a plain form asks for a seat, twice an event at a time', async () => {
    const id = await event({ seats: 20, questions: '[{"text":"Allergies?","is_required":true}]' })
    const path = `/api/contents/registration/${id}/form`
    expect((await open(path)).body).toContain('Allergies?')
    const send = (email: string, answer = 'none') => form(path, { name: 'Gus', email, answer })
    const refused = await send('gus@example.org', '')
    expect([refused.statusCode, refused.body.includes('gus@example.org')]).toEqual([400, true])
    expect((await send('gus@example.org')).statusCode).toBe(200)
    expect((await send('ida@example.org')).statusCode).toBe(200)
    expect((await send('jo@example.org')).statusCode).toBe(409)
    await press(await pageOf(), 'take')
    expect(await states()).toEqual(['coming', 'offered'])
  })

  test('guests hear of moves, and are forgotten 30 days after the event', async () => {
    const id = await event({ questions: '[{"text":"Allergies?","is_required":false}]' })
    await ask(id, { answers: ['Nuts'] })
    await press(await pageOf(), 'take')
    expect(await mails()).toHaveLength(2)
    await server.deps.db
      .updateTable('contents')
      .set({ location: 'Graz', updated_at: server.deps.clock() })
      .where('id', '=', id)
      .execute()
    server.passTime(HOUR)
    await calls.update()
    expect(await mails()).toHaveLength(3)
    server.passTime(46 * DAY)
    const { expire, keptMs } = registrationExpiries.withoutAccount
    await expireAll(server.deps.db, expire, server.deps.clock() - keptMs)
    const forgotten = { email: null, email_key: null, name: '', answers: '[]' }
    expect(await rows()).toEqual([expect.objectContaining(forgotten)])
  })
})
