import { logIn, member } from '#test/helpers/server/accounts.ts'
import { guestsOf, pressed } from '#test/helpers/server/guests.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { deskTests, playersOf } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'
import { newTokens } from '#test/helpers/server/testServer.ts'

const MINUTE = 60_000
const FIVE = JSON.stringify([1, 2, 3, 4, 5].map((n) => ({ text: `${n}?`, is_required: true })))
const env = { PUBLIC_URL: 'https://discordia.example' }

deskTests('pages of seats without an account on %s', { engines: bothEngines, env }, (server) => {
  let ada: DeskCaller
  beforeEach(() => server.empty())
  beforeEach(async () => {
    ada = await server.staff('Ada')
  })
  const [mira, olwen, lena] = playersOf(server, 'Mira', 'Olwen', 'Lena')
  const calls = registrationsOf(server)
  const { open, form, ask, pageOf, press, proofFor } = guestsOf(server)
  const rows = () => server.deps.db.selectFrom('registrations').selectAll().orderBy('id').execute()
  const event = (over: object = {}) => calls.event({ seats: 4, guests: 1, ...over })
  const question = { questions: '[{"text":"Allergies?","is_required":true}]' }

  test('an address that asks at six events at once has three unconfirmed seats', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => event()))
    const proofs = await Promise.all(ids.map((id) => proofFor(id)))
    await Promise.all(ids.map((id, n) => ask(id, { proof: proofs[n] })))
    expect(await rows()).toHaveLength(3)
  })

  test('a seat that is held while its event is withdrawn and published again is free in time', async () => {
    const id = await event()
    await ask(id)
    for (const act of ['unpublish', 'publish'])
      expect((await ada.post(`/contents/${id}/${act}`, {})).statusCode).toBe(200)
    await calls.update()
    server.passTime(30 * MINUTE)
    await calls.update()
    expect((await calls.read(null, id)).left).toBe(4)
  })

  test('what is saved keeps the mail that is on its way, and required answers', async () => {
    const id = await event(question)
    await ask(id, { answers: ['Nuts'] })
    const page = await pageOf()
    await press(page, 'take')
    for (const answer of ['Soy', 'Milk']) await press(page, 'save', { name: 'Gustav', answer })
    const refused = await press(page, 'save', { name: 'Gundi', answer: ' ' })
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('Gundi')])
    expect(refused.body).toContain('Allergies?: This field may not be blank.')
    expect(await rows()).toEqual([
      expect.objectContaining({ name: 'Gustav', answers: expect.stringContaining('Milk') }),
    ])
    expect((await deliveredMail(server)).map(({ attachments = [] }) => attachments.length)).toEqual(
      [0, 1],
    )
  })

  test('a place on the waiting list begins with its confirmation, and is mailed again with fewer people', async () => {
    const id = await event({ seats: 2, companions_max: 1 })
    await calls.signUp(mira, id)
    await calls.signUp(lena, id)
    await ask(id, { companions: [''] })
    const page = await pageOf()
    server.passTime(MINUTE)
    await calls.signUp(olwen, id)
    server.passTime(MINUTE)
    await press(page, 'take')
    expect(await calls.mine(olwen, id)).toBe('waiting 1')
    await press(page, 'drop 0')
    const [last] = (await deliveredMail(server)).slice(-1)
    expect([last?.to, last?.subject]).toEqual([
      'gus@example.org',
      'You’re on the waiting list: A long evening',
    ])
  })

  test('a place of a known address joins its account at the login, and its mail leads to what stops it', async () => {
    const id = await event({ seats: 1 })
    await calls.signUp(mira, id)
    await member(server, 'gus@example.org', 'Gus')
    await ask(id)
    const page = await pageOf()
    const { body } = await open(page)
    expect([body.includes('Log in by'), body.match(/value="(take|save|erase|never)"/g)]).toEqual([
      true,
      ['value="erase"', 'value="never"'],
    ])
    expect((await press(page, 'take')).statusCode).toBe(409)
    await calls.signUp(olwen, id)
    server.passTime(MINUTE)
    await logIn(server, 'gus@example.org')
    const users = server.deps.db.selectFrom('users').select('id').where('username', '=', 'Gus')
    expect(await calls.mine(await users.executeTakeFirstOrThrow(), id)).toBe('waiting 2')
    expect((await open(page)).statusCode).toBe(404)
    expect((await calls.mailed()).slice(-1)).toEqual(['waiting gus'])
  })

  test('staff give no seat, and leaders see nobody, before the address is confirmed', async () => {
    const id = await event()
    await ask(id)
    const [row] = await rows()
    const given = await ada.post(`/registrations/${row?.id}/give-seat`, {})
    expect([given.statusCode, given.json().errors[0].code]).toEqual([409, 'state'])
    await server.deps.db.updateTable('contents').set({ led_by: mira.id }).execute()
    const { auth } = await newTokens(server.app, server.deps, { ...mira, token_version: 0 })
    const players = await server.send('GET', `/api/contents/tables/${id}/players`, auth)
    expect([players.statusCode, players.json()]).toEqual([200, []])
  })

  test('what is erased is erased at the tables, too, and nothing is held at a table without a seat at its event', async () => {
    const slots = '[{"starts_at":1,"ends_at":2}]'
    const evening = await event({ slots })
    const table = await event({ title: 'The mill', parent_id: evening, slot: 1 })
    const other = await event({ title: 'Ashes', parent_id: evening, slot: 1 })
    await ask(table)
    expect((await calls.read(null, table)).left).toBe(4)
    const early = await pageOf()
    expect((await open(early)).body).toContain('Sign up for “A long evening” first.')
    await ask(evening)
    const page = await pageOf()
    for (const one of [page, early]) expect((await press(one, 'take')).statusCode).toBe(200)
    expect((await calls.read(null, table)).left).toBe(3)
    await ask(other)
    const before = (await calls.mailed()).length
    await press(page, 'never')
    expect([await rows(), (await calls.mailed()).length]).toEqual([[], before])
  })

  test('an address of a deactivated account is answered like any other, without a seat or a mail', async () => {
    const id = await event()
    await member(server, 'gus@example.org', 'Gus')
    const { db, clock } = server.deps
    await db.updateTable('users').set({ deactivated_at: clock() }).execute()
    const before = (await calls.mailed()).length
    expect((await ask(id)).body).toBe('{}')
    expect([await rows(), (await calls.mailed()).length]).toEqual([[], before])
  })

  test('a seat is held until the sign-up closes at most', async () => {
    const { clock } = server.deps
    const id = await event({ registration_closes_at: clock() + 10 * MINUTE })
    await ask(id)
    expect((await rows())[0]?.guest_until).toBe(clock() + 10 * MINUTE)
  })

  test('the page says that the event is withdrawn, cancelled or has begun, and shows what still works', async () => {
    const id = await event()
    await ask(id)
    const page = await pageOf()
    const shown = async () => {
      const { body } = await open(page)
      const acts = [...body.matchAll(/name="act" value="(\w+)/g)].map(([, act]) => act)
      return [...acts, body.includes('/discordia/news/')]
    }
    const stored = ['save', 'erase', 'never']
    await ada.post(`/contents/${id}/unpublish`, {})
    expect((await open(page)).body).toContain('isn’t on the site')
    expect(await shown()).toEqual(['give_back', ...stored, false])
    await ada.post(`/contents/${id}/publish`, {})
    expect(await shown()).toEqual(['take', 'give_back', ...stored, true])
    await press(page, 'take')
    const { starts_at } = await server.deps.db
      .selectFrom('contents')
      .select('starts_at')
      .executeTakeFirstOrThrow()
    server.passTime(Number(starts_at) - server.deps.clock())
    expect((await open(page)).body).toContain('has begun')
    const cancelled_at = server.deps.clock()
    await server.deps.db.updateTable('contents').set({ cancelled_at }).execute()
    expect((await open(page)).body).toContain('is cancelled')
    expect(await shown()).toEqual([...stored, true])
  })

  test('a second click on the button that takes a seat shows the taken seat', async () => {
    const id = await event()
    await ask(id)
    const page = await pageOf()
    const { body } = await open(page)
    const click = () => form(page, pressed(body, 'take'))
    for (const { statusCode, body } of [await click(), await click()])
      expect([statusCode, body.includes('You have a seat')]).toEqual([200, true])
    expect(await calls.mailed()).toEqual(['guest-link gus', 'guest gus'])
  })

  test('forms that are refused get a page in the language of their reader', async () => {
    const id = await event({ seats: 20, questions: FIVE })
    const german = { 'accept-language': 'de' }
    const plain = guestsOf(server, german)
    const refused = [
      await plain.form('/api/contents/seats/x', { name: 'x'.repeat(40_000) }),
      await plain.open(`/api/contents/registration/${await calls.event()}/form`),
      await plain.form('/api/planning/answer/x', { 1: 'x'.repeat(40_000) }),
      await plain.form('/api/notifications/unsubscribe/x', { 1: 'x'.repeat(40_000) }),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([413, 404, 413, 413])
    for (const { body } of refused) expect(body).toContain('<html lang="de"')
    const answers = Array.from({ length: 5 }, () => ['answer', 'ä'.repeat(500)])
    const sent = new URLSearchParams([['name', 'Gus'], ['email', 'gus@example.org'], ...answers])
    const payload = sent.toString()
    const headers = { ...german, 'content-type': 'application/x-www-form-urlencoded' }
    const url = `/api/contents/registration/${id}/form`
    expect((await server.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(
      200,
    )
  })

  test('people with a proof keep none without scripts out, whose form says when nothing is free', async () => {
    const id = await event({ seats: 20, waiting_max: null })
    for (const name of ['a', 'b']) await ask(id, { email: `${name}@example.org` })
    const path = `/api/contents/registration/${id}/form`
    const sent = { name: 'Gus', email: 'gus@example.org' }
    expect((await open(path)).body).toContain('Free seats: 18')
    expect((await form(path, sent)).statusCode).toBe(200)
    await server.deps.db.updateTable('contents').set({ seats: 3 }).execute()
    const { statusCode, body } = await open(path)
    expect([statusCode, body.includes('<form')]).toEqual([200, false])
  })

  test('guests of a cancelled table are led to the others, and read messages in their language', async () => {
    const evening = await calls.event({ title: 'Evening', slots: '[{"starts_at":1,"ends_at":2}]' })
    await server.deps.db.updateTable('contents').set({ seats: null }).execute()
    const table = await event({ title: 'The mill', parent_id: evening, slot: 1 })
    const german = guestsOf(server, { 'accept-language': 'de' })
    await german.ask(table)
    await german.press(await pageOf(), 'take')
    const message = { to: 'coming', subject: 'Dice', text: 'Bring dice.' }
    await ada.post(`/contents/${table}/write-to-registered`, message)
    await ada.post(`/contents/${table}/cancel`, {})
    await calls.update()
    const texts = (await deliveredMail(server)).map(({ text }) => text)
    expect(texts.slice(-2)).toEqual([
      expect.stringContaining('schreibt dir'),
      expect.stringContaining(`/discordia/news/${evening}#programme`),
    ])
  })

  test('an offer that is over, and a place on the waiting list, are named on the page', async () => {
    const id = await event({ seats: 1, confirm_hours: 1 })
    await calls.signUp(mira, id)
    await ask(id)
    const page = await pageOf()
    await press(page, 'take')
    const { body } = await open(page)
    expect([body.includes('at place 1.'), body.includes('Leave the waiting list')]).toEqual([
      true,
      true,
    ])
    await calls.cancel(mira, id)
    server.passTime(61 * MINUTE)
    expect((await press(page, 'take')).body).not.toContain('has changed since')
  })
})
