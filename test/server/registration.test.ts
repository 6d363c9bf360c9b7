import type { ContentId } from '#contract/ids.ts'
import { listEventsOf } from '#server/modules/registration/repository.ts'
import { reading } from '#server/work/work.ts'
import { changeContent, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { codeOf } from '#test/helpers/server/groupCalls.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

serverTests('the registration for an event on %s', { engines: bothEngines }, (server) => {
  const calls = registrationsOf(server)
  beforeEach(() => server.empty())
  const [mara, olwen, tam] = playersOf(server, 'Mara', 'Olwen', 'Tam')

  const detail = async (event: ContentId) =>
    (await server.app.inject(`/api/contents/getEvent/${event}`)).json()

  test('is announced by the event, in the list too, and by no other', async () => {
    const event = await calls.event({ seats: 12 })
    const other = await calls.event({ seats: null })
    const closes_at = new Date(server.deps.clock() + 14 * DAY).toISOString()
    expect((await detail(event)).registration).toEqual({ seats: 12, closes_at })
    expect(await detail(other)).not.toHaveProperty('registration')
    const list = (await server.app.inject('/api/contents/activeEvents')).json()
    expect(list.map((one: object) => 'registration' in one).toSorted()).toEqual([false, true])
    expect((await calls.signUp(mara, other)).statusCode).toBe(404)
  })

  test('shows a visitor the free seats, and a member the own seat', async () => {
    const event = await calls.event({ seats: 2 })
    const response = await calls.signUp(mara, event)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ left: 1, mine: { state: 'coming', place: null } })
    expect(await calls.read(null, event)).toMatchObject({
      seats: 2,
      left: 1,
      waiting: 0,
      mine: null,
    })
    expect((await calls.read(olwen, event)).mine).toBeNull()
  })

  test('a second sign-up is refused, and changes nothing', async () => {
    const event = await calls.event({ seats: 5 })
    await calls.signUp(mara, event)
    expect(codeOf(await calls.signUp(mara, event))).toBe('already_registered')
    expect((await calls.read(null, event)).left).toBe(4)
  })

  test('without a free seat puts members on the waiting list, if they accept that', async () => {
    const event = await calls.event()
    await calls.signUp(mara, event)
    expect(codeOf(await calls.signUp(olwen, event, { may_wait: false }))).toBe('only_waiting_list')
    expect((await calls.signUp(olwen, event)).json().mine).toMatchObject({
      state: 'waiting',
      place: 1,
    })
    await calls.signUp(tam, event)
    expect(await calls.mine(tam, event)).toBe('waiting 2')
  })

  test('is refused when the waiting list is full, or missing', async () => {
    const short = await calls.event({ waiting_max: 1 })
    const none = await calls.event({ waiting_max: 0 })
    for (const event of [short, none]) await calls.signUp(mara, event)
    await calls.signUp(olwen, short)
    expect(codeOf(await calls.signUp(tam, short))).toBe('event_full')
    expect(codeOf(await calls.signUp(tam, none))).toBe('event_full')
  })

  test('a cancelled seat is offered to the first on the waiting list, who has a day', async () => {
    const event = await calls.event()
    for (const who of [mara, olwen, tam]) await calls.signUp(who, event)
    await calls.cancel(mara, event)
    expect(await calls.mine(olwen, event)).toBe('offered')
    expect(await calls.mine(tam, event)).toBe('waiting 1')
    const until = new Date(server.deps.clock() + DAY).toISOString()
    expect((await calls.read(olwen, event)).mine?.offered_until).toBe(until)
    expect((await calls.confirm(olwen, event)).json().mine.state).toBe('coming')
    expect(await calls.mine(mara, event)).toBe('cancelled')
  })

  test('a new sign-up gets no seat before the waiting list', async () => {
    const event = await calls.event()
    for (const who of [mara, olwen]) await calls.signUp(who, event)
    await changeContent(server, event, { seats: 2 })
    expect((await calls.read(null, event)).left).toBe(0)
    await calls.signUp(tam, event)
    expect(await calls.mine(tam, event)).toBe('waiting 2')
    expect(await calls.update()).toBe(1)
    expect(await calls.mine(olwen, event)).toBe('offered')
  })

  test('a declined seat goes to the next', async () => {
    const event = await calls.event()
    for (const who of [mara, olwen, tam]) await calls.signUp(who, event)
    await calls.cancel(mara, event)
    await calls.cancel(olwen, event)
    expect(await calls.mine(tam, event)).toBe('offered')
  })

  test('a seat goes past a party whose member is kept from events, which keeps its place', async () => {
    const event = await calls.event({ seats: 2, companions_max: 1 })
    await calls.signUp(mara, event, { companions: [''] })
    await calls.signUp(olwen, event, { companions: [''] })
    await calls.signUp(tam, event)
    const until = server.deps.clock() + 2 * DAY
    const kept = { user_id: olwen.id, kind: 'events', until, reason: '', created_at: 1 } as const
    await server.insert('restrictions', kept)
    // One seat is free, which is too few for the party of two.
    await calls.giveBack(mara, event, [''])
    expect(await calls.mine(tam, event)).toBe('offered')
    expect(await calls.mine(olwen, event)).toBe('waiting 1')
    await calls.cancel(tam, event)
    await calls.cancel(mara, event)
    expect(await calls.update()).toBe(0)
    // Nor does it keep others from a free seat.
    await calls.signUp(tam, event)
    expect(await calls.mine(tam, event)).toBe('coming')
    await calls.cancel(tam, event)
    server.passTime(2 * DAY)
    expect(await calls.update()).toBe(1)
    expect(await calls.mine(olwen, event)).toBe('offered')
  })

  test('an expired offer goes to the next, and is no longer accepted', async () => {
    const event = await calls.event()
    for (const who of [mara, olwen, tam]) await calls.signUp(who, event)
    await calls.cancel(mara, event)
    server.passTime(DAY)
    expect(codeOf(await calls.confirm(olwen, event))).toBe('offer_over')
    await calls.update()
    expect(await calls.mine(olwen, event)).toBe('cancelled')
    expect(await calls.mine(tam, event)).toBe('offered')
    expect(await calls.update()).toBe(0)
  })

  test.each([
    ['a quarter of the time that is left', 4 * HOUR, HOUR],
    ['half an hour, if a quarter is less', HOUR, HOUR / 2],
    ['no longer than to the beginning', HOUR / 3, HOUR / 3],
  ])('an offer near the event lasts %s', async (_howLong, ahead, lasts) => {
    const event = await calls.event({ starts_at: server.deps.clock() + ahead })
    for (const who of [mara, olwen]) await calls.signUp(who, event)
    await calls.cancel(mara, event)
    const until = (await calls.read(olwen, event)).mine?.offered_until
    expect(Date.parse(until ?? '')).toBe(server.deps.clock() + lasts)
  })

  test('a member who has cancelled may sign up again, behind the others', async () => {
    const event = await calls.event({ seats: 1 })
    for (const who of [mara, olwen]) await calls.signUp(who, event)
    await calls.cancel(olwen, event)
    await calls.signUp(tam, event)
    server.passTime(1000)
    await calls.signUp(olwen, event)
    expect(await calls.mine(olwen, event)).toBe('waiting 2')
    await calls.cancel(mara, event)
    expect([await calls.mine(tam, event), await calls.mine(olwen, event)]).toEqual([
      'offered',
      'waiting 1',
    ])
  })

  test('is closed for a cancelled event, and unknown for an unpublished one', async () => {
    const cancelled = await calls.event()
    const draft = await calls.event({ publish_at: null })
    const withdrawn = await calls.event({ unpublished_at: 1 })
    await calls.signUp(mara, cancelled)
    await changeContent(server, cancelled, { cancelled_at: server.deps.clock() })
    expect(await detail(cancelled)).not.toHaveProperty('registration')
    expect(codeOf(await calls.signUp(olwen, cancelled))).toBe('registration_closed')
    expect(codeOf(await calls.cancel(mara, cancelled))).toBe('registration_closed')
    for (const event of [draft, withdrawn])
      expect((await calls.signUp(olwen, event)).statusCode).toBe(404)
  })

  test('questions are answered; a missing required answer is named', async () => {
    const questions = [
      { text: 'What do you eat?', is_required: true },
      { text: 'Played before?', is_required: false },
    ]
    const event = await calls.event({ questions: JSON.stringify(questions) })
    expect((await calls.read(null, event)).questions).toEqual(questions)
    const refused = (await calls.signUp(mara, event, { answers: [' ', 'yes'] })).json()
    expect(refused.errors[0]).toMatchObject({ code: 'blank', attr: 'answers.0' })
    expect(codeOf(await calls.signUp(mara, event, { answers: ['Soup'] }))).toBe('questions_changed')
    expect(await calls.mine(mara, event)).toBeNull()
    const response = await calls.signUp(mara, event, { answers: [' Soup ', ''] })
    expect(response.json().mine.answers).toEqual([
      { question: 'What do you eat?', answer: 'Soup' },
      { question: 'Played before?', answer: '' },
    ])
  })

  test('questions that were changed, exchanged or reordered are asked again', async () => {
    const asking = (...texts: string[]) =>
      JSON.stringify(texts.map((text) => ({ text, is_required: false })))
    const event = await calls.event({ questions: asking('Diet?', 'Played before?') })
    const sent = { questions: ['Diet?', 'Played before?'], answers: ['Soup', 'Twice'] }
    await changeContent(server, event, { questions: asking('Played before?', 'Diet?') })
    expect(codeOf(await calls.signUp(mara, event, sent))).toBe('questions_changed')
    await changeContent(server, event, { questions: asking('Diet?', 'Played before?') })
    expect((await calls.signUp(mara, event, sent)).statusCode).toBe(200)
  })

  test('is open to everyone, also if the version before has saved it for members of groups', async () => {
    const event = await calls.event({ open_to: 'group_members' })
    expect((await calls.signUp(mara, event)).statusCode).toBe(200)
  })

  test('is suspended while the event is withdrawn, and continues afterwards', async () => {
    const event = await calls.event()
    for (const who of [mara, olwen]) await calls.signUp(who, event)
    await changeContent(server, event, { unpublished_at: server.deps.clock(), seats: 2 })
    for (const call of [calls.signUp, calls.confirm, calls.cancel])
      expect((await call(mara, event)).statusCode).toBe(404)
    expect(await calls.update()).toBe(0)
    await changeContent(server, event, { unpublished_at: null })
    expect(await calls.update()).toBe(1)
    expect(await calls.mine(olwen, event)).toBe('offered')
  })

  test('sixty members at once get exactly the ten seats, and the waiting list its order', async () => {
    const event = await calls.event({ seats: 10, waiting_max: 20 })
    const members = await Promise.all(
      Array.from({ length: 60 }, (_, at) => server.addUser(`M${at}x${event}`)),
    )
    const responses = await Promise.all(members.map((who) => calls.signUp(who, event)))
    const count = (state: string) =>
      responses.filter((one) => one.statusCode === 200 && one.json().mine.state === state).length
    expect([count('coming'), count('waiting')]).toEqual([10, 20])
    const places = responses
      .flatMap((one) => one.json().mine?.place ?? [])
      .toSorted((a, b) => a - b)
    expect(places).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  })

  test('a deleted account leaves its seat to the next', async () => {
    const event = await calls.event()
    for (const who of [mara, olwen]) await calls.signUp(who, event)
    await server.deps.db.deleteFrom('registrations').where('user_id', '=', mara.id).execute()
    await calls.update()
    expect(await calls.mine(olwen, event)).toBe('offered')
  })

  test('seats that go with an account are locked event before table, as those of a sign-up', async () => {
    const other = await calls.event()
    const [table, event] = [await calls.event(), await calls.event()]
    for (const id of [other, table, event]) await calls.signUp(mara, id)
    await changeContent(server, table, { parent_id: event })
    const locked = await listEventsOf(reading(server.deps), mara.id)
    expect(locked.map(({ content_id }) => content_id)).toEqual([other, event, table])
  })

  test('accepts answers and time zones that are unusual', async () => {
    const event = await calls.event({
      questions: JSON.stringify([{ text: 'Diet?', is_required: true }]),
    })
    const unusual = { answers: ['=1+1 <b>🎲</b>'], time_zone: 'Mars/Olympus' }
    const { mine } = (await calls.signUp(mara, event, unusual)).json()
    expect(mine.answers[0].answer).toBe(unusual.answers[0])
  })
})
