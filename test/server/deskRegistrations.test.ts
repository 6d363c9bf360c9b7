import type { ContentId, MemberId } from '#contract/ids.ts'
import { changeContent, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { guestsOf } from '#test/helpers/server/guests.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

deskTests('registrations at the desk on %s', (server) => {
  const calls = registrationsOf(server)
  let ada: DeskCaller
  let names = 0
  beforeEach(async () => {
    ada = await server.staff(`Ada${names++}`)
  })

  const member = (name: string): Promise<TestUser> => server.addUser(`${name}${names++}`)
  async function list(event: ContentId, more: object = {}) {
    const filter = encodeURIComponent(JSON.stringify({ content_id: event, ...more }))
    return (await ada.get(`/registrations?filter=${filter}`)).json()
  }
  const idOf = async (event: ContentId, who: TestUser): Promise<number> =>
    (await list(event)).find((row: { user: { id: number } }) => row.user.id === who.id).id
  /** PostgreSQL returns rows in any order unless asked for one. */
  const lastAudited = () =>
    server.deps.db
      .selectFrom('audit_log')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  const event = {
    kind: 'event',
    title: 'A long evening',
    short_description: 'Short',
    description: 'Long',
    event_scope: 'National',
    event_type: 'Offline',
  }
  const body = (over: object = {}) => {
    const starts = server.deps.clock() + 5 * DAY
    const times = {
      starts_at: new Date(starts).toISOString(),
      ends_at: new Date(starts + HOUR).toISOString(),
    }
    return { ...event, ...times, ...over }
  }

  describe('the form of an event', () => {
    test('sets seats, waiting list, closing time, time to confirm and questions', async () => {
      const closes = new Date(server.deps.clock() + DAY).toISOString()
      const sent = {
        seats: 12,
        waiting_max: 4,
        registration_closes_at: closes,
        confirm_hours: 6,
        questions: [{ text: ' What do you eat? ', is_required: true }],
      }
      const made = (await ada.post('/contents', body(sent))).json()
      expect(made).toMatchObject({
        ...sent,
        questions: [{ text: 'What do you eat?', is_required: true }],
      })
      // A client that does not know the fields must not remove them.
      const kept = (await ada.put(`/contents/${made.id}`, body({ title: 'Longer' }))).json()
      expect(kept).toMatchObject({ title: 'Longer', seats: 12 })
    })

    test('has a day to confirm and no waiting list by default, and neither without seats', async () => {
      const made = (await ada.post('/contents', body({ seats: 3 }))).json()
      expect(made).toMatchObject({
        waiting_max: 0,
        confirm_hours: 24,
        questions: [],
      })
      const without = (await ada.put(`/contents/${made.id}`, body({ seats: null }))).json()
      expect(without).toMatchObject({ seats: null, waiting_max: null })
    })

    test('refuses a registration for news, one that closes too late, one question twice, and its removal once it was public', async () => {
      const news = { kind: 'news', title: 'T', short_description: 'S', description: 'D' }
      const refusals = [
        await ada.post('/contents', { ...news, seats: 3 }),
        await ada.post('/contents', { ...news, questions: [{ text: 'Q', is_required: true }] }),
        await ada.post(
          '/contents',
          body({
            seats: 3,
            registration_closes_at: new Date(server.deps.clock() + 9 * DAY).toISOString(),
          }),
        ),
      ]
      const again = { text: 'Diet?', is_required: true }
      refusals.push(
        await ada.post(
          '/contents',
          body({ seats: 3, questions: [again, { ...again, text: ' Diet? ' }] }),
        ),
      )
      const { id } = (await ada.post('/contents', body({ seats: 3 }))).json()
      await ada.post(`/contents/${id}/publish`)
      refusals.push(await ada.put(`/contents/${id}`, body({ seats: null })))
      expect(refusals.map((one) => [one.statusCode, one.json().errors[0].attr])).toEqual([
        [400, 'seats'],
        [400, 'questions'],
        [409, 'registration_closes_at'],
        [409, 'questions.1.text'],
        [409, 'seats'],
      ])
    })
  })

  test('the list shows registrations in their order, with the answers; reading it is logged', async () => {
    const questions = JSON.stringify([{ text: 'Diet?', is_required: true }])
    const id = await calls.event({ questions })
    const [mara, olwen] = [await member('Mara'), await member('Olwen')]
    await calls.signUp(mara, id, { answers: ['Soup'] })
    await calls.signUp(olwen, id, { answers: ['Cake'] })
    expect(await list(id)).toMatchObject([
      {
        event: 'A long evening',
        user: { id: mara.id, username: mara.username },
        state: 'coming',
        answers: [{ question: 'Diet?', answer: 'Soup' }],
      },
      { user: { id: olwen.id }, state: 'waiting' },
    ])
    expect((await ada.get(`/contents/${id}`)).json()).toMatchObject({ seats: 1, taken: 1 })
    expect(await lastAudited()).toMatchObject({ resource: 'registrations', action: 'list' })
  })

  test('a removed member gets a mail; the seat goes to the next', async () => {
    const id = await calls.event()
    const [mara, olwen] = [await member('Mara'), await member('Olwen')]
    for (const who of [mara, olwen]) await calls.signUp(who, id)
    const path = `/registrations/${await idOf(id, mara)}/take-off`
    expect((await ada.post(path)).json().state).toBe('cancelled')
    expect((await ada.post(path)).statusCode).toBe(409)
    expect(await calls.mine(olwen, id)).toBe('offered')
    const mails = (await deliveredMail(server)).filter(
      ({ kind }) => kind === 'registration-removed',
    )
    expect(mails.at(-1)).toMatchObject({
      to: `${mara.username.toLowerCase()}@example.org`,
      attachments: [{ method: 'CANCEL' }],
    })
  })

  test('a member removed from the waiting list gets no calendar file', async () => {
    const id = await calls.event()
    const [mara, olwen] = [await member('Mara'), await member('Olwen')]
    for (const who of [mara, olwen]) await calls.signUp(who, id)
    await ada.post(`/registrations/${await idOf(id, olwen)}/take-off`)
    const mail = (await deliveredMail(server)).at(-1)
    expect(mail).toMatchObject({ kind: 'registration-struck-off', attachments: [] })
  })

  test('a free seat of a withdrawn event is neither offered nor given', async () => {
    const id = await calls.event({ seats: 2 })
    const members = [await member('Mara'), await member('Olwen'), await member('Tam')]
    for (const who of members) await calls.signUp(who, id)
    const ids = await Promise.all(members.map((who) => idOf(id, who)))
    await changeContent(server, id, { unpublished_at: server.deps.clock() })
    expect((await ada.post(`/registrations/${ids[0]}/take-off`)).statusCode).toBe(200)
    expect((await ada.post(`/registrations/${ids[2]}/give-seat`)).statusCode).toBe(409)
    expect((await list(id)).map(({ state }: { state: string }) => state)).toEqual([
      ...['cancelled', 'coming', 'waiting'],
    ])
  })

  test('a place without an account that is not confirmed yet is listed with the waiting list', async () => {
    const id = await calls.event({ guests: 1 })
    await calls.signUp(await member('Mara'), id)
    await guestsOf(server).ask(id)
    const listed = async (state: string) => (await list(id, { state: [state] })).length
    expect([await listed('waiting'), await listed('cancelled')]).toEqual([1, 0])
  })

  describe('an offered seat of an event that is withdrawn', () => {
    beforeEach(() => server.deps.db.deleteFrom('contents').execute())
    /** Passes time and logs in again: the session of the desk has expired by then. */
    async function pass(time: number) {
      server.passTime(time)
      ada = await server.staff(`Ada${names++}`)
    }
    async function offered() {
      const id = await calls.event()
      const [mara, olwen, tam] = [await member('Mara'), await member('Olwen'), await member('Tam')]
      for (const who of [mara, olwen, tam]) await calls.signUp(who, id)
      await calls.cancel(mara, id)
      await ada.post(`/contents/${id}/unpublish`)
      return { id, olwen, tam }
    }
    const iso = (timestamp: number) => new Date(timestamp).toISOString()

    test('has a new deadline when the event is published again, and the member gets a mail', async () => {
      const { id, olwen, tam } = await offered()
      await pass(2 * DAY)
      expect(await calls.update()).toBe(0)
      await ada.post(`/contents/${id}/publish`)
      expect(await calls.update()).toBe(1)
      expect((await calls.read(olwen, id)).mine).toMatchObject({
        state: 'offered',
        offered_until: iso(server.deps.clock() + DAY),
      })
      expect((await deliveredMail(server)).at(-1)).toMatchObject({
        kind: 'registration-offered',
        to: `${olwen.username.toLowerCase()}@example.org`,
      })
      await pass(DAY)
      await calls.update()
      expect(await calls.mine(olwen, id)).toBe('cancelled')
      expect(await calls.mine(tam, id)).toBe('offered')
    })

    test('is not mailed before a scheduled publication', async () => {
      const { id, olwen } = await offered()
      await ada.post(`/contents/${id}/publish`, { at: iso(server.deps.clock() + DAY) })
      const mails = (await deliveredMail(server)).filter(({ to }) =>
        to.startsWith(`${olwen.username.toLowerCase()}@`),
      )
      expect(mails.map(({ kind }) => kind)).not.toContain('registration-offered')
    })

    test('can be confirmed at once, whatever publication time the staff give', async () => {
      const { id, olwen } = await offered()
      await pass(2 * DAY)
      await ada.post(`/contents/${id}/publish`, { at: iso(server.deps.clock() - 9 * DAY) })
      expect((await calls.confirm(olwen, id)).json().mine.state).toBe('coming')
    })

    test('waits for a scheduled publication, and expires when the event begins', async () => {
      const { id, olwen } = await offered()
      await ada.post(`/contents/${id}/publish`, { at: iso(server.deps.clock() + 3 * DAY) })
      await pass(2 * DAY)
      expect(await calls.update()).toBe(0)
      await pass(DAY)
      expect(await calls.update()).toBe(1)
      expect(await calls.mine(olwen, id)).toBe('offered')
      await ada.post(`/contents/${id}/unpublish`)
      await ada.post(`/contents/${id}/publish`)
      await pass(11 * DAY)
      await calls.update()
      expect((await deliveredMail(server)).at(-1)?.kind).toBe('registration-offer-over')
    })
  })

  test('a deactivated account leaves its seats to the waiting list, and is given none', async () => {
    const root = await server.staff(`Root${names++}`, 'superuser')
    const [first, second] = [await calls.event(), await calls.event()]
    const [mara, olwen] = [await member('Mara'), await member('Olwen')]
    for (const event of [first, second])
      for (const who of event === first ? [mara, olwen] : [olwen, mara])
        await calls.signUp(who, event)
    const ids = [await idOf(first, mara), await idOf(second, mara)]
    expect((await root.post(`/members/${mara.id}/deactivate`)).statusCode).toBe(200)
    expect(await calls.mine(olwen, first)).toBe('offered')
    expect(await calls.read(null, second)).toMatchObject({ left: 0, waiting: 0 })
    await changeContent(server, first, { seats: 5 })
    for (const id of ids)
      expect((await ada.post(`/registrations/${id}/give-seat`)).statusCode).toBe(409)
  })

  test('staff give a seat out of turn, but never oversell', async () => {
    const id = await calls.event()
    const [mara, olwen] = [await member('Mara'), await member('Olwen')]
    for (const who of [mara, olwen]) await calls.signUp(who, id)
    const path = `/registrations/${await idOf(id, olwen)}/give-seat`
    expect((await ada.post(path)).statusCode).toBe(409)
    await changeContent(server, id, { seats: 2 })
    const owner = (user_id: MemberId) =>
      server.update('registrations', { content_id: id, state: 'waiting' }, { user_id })
    await owner(ada.user.id)
    expect((await ada.post(path)).json().errors[0].code).toBe('own_request')
    await owner(olwen.id)
    expect((await ada.post(path)).json().state).toBe('coming')
  })

  test('attendance is marked and unmarked, only for members with a seat', async () => {
    const id = await calls.event()
    const [mara, olwen] = [await member('Mara'), await member('Olwen')]
    for (const who of [mara, olwen]) await calls.signUp(who, id)
    const path = `/registrations/${await idOf(id, mara)}/attend`
    expect((await ada.post(path, { came: true })).json().attended_at).not.toBeNull()
    expect((await ada.post(path, { came: false })).json().attended_at).toBeNull()
    const waiting = `/registrations/${await idOf(id, olwen)}/attend`
    expect((await ada.post(waiting, { came: true })).statusCode).toBe(409)
    // Who signs up again has not come yet.
    await ada.post(path, { came: true })
    await calls.cancel(mara, id)
    await calls.signUp(mara, id)
    const rows: { user: { id: number }; attended_at: string | null }[] = await list(id)
    expect(rows.map(({ attended_at }) => attended_at)).toEqual([null, null])
  })

  test('a mail goes to members with a seat, or also to the waiting list, once each', async () => {
    const id = await calls.event()
    const path = `/contents/${id}/write-to-registered`
    const mail = { to: 'coming', subject: 'The room', text: 'It is upstairs.\nSee you!' }
    expect((await ada.post(path, mail)).statusCode).toBe(409)
    const [mara, olwen, tam] = [await member('Mara'), await member('Olwen'), await member('Tam')]
    for (const who of [mara, olwen, tam]) await calls.signUp(who, id)
    await calls.cancel(tam, id)
    expect((await ada.post(path, mail)).json()).toEqual({ told: 1 })
    expect((await ada.post(path, { ...mail, to: 'everybody' })).json()).toEqual({ told: 2 })
    const received = (await deliveredMail(server)).filter(({ subject }) =>
      subject.startsWith('The room'),
    )
    expect(received.map(({ to }) => to.split('@')[0]).toSorted()).toEqual(
      [mara, mara, olwen].map(({ username }) => username.toLowerCase()).toSorted(),
    )
    expect(received[0]?.subject).toBe('The room – A long evening')
    expect(received[0]?.text).toContain('> It is upstairs.\n> See you!')
    const root = await server.staff(`Root${names++}`, 'superuser')
    const filter = encodeURIComponent(JSON.stringify({ action: 'writeToRegistered' }))
    const acts = (await root.get(`/audit?filter=${filter}`)).json()
    expect(acts[0].record_name).toBe('A long evening')
  })

  test('a mail to everybody reaches who is offered a seat, and nobody who has cancelled since', async () => {
    const id = await calls.event()
    const [mara, olwen] = [await member('Mara'), await member('Olwen')]
    for (const who of [mara, olwen]) await calls.signUp(who, id)
    await calls.cancel(mara, id)
    const path = `/contents/${id}/write-to-registered`
    const mail = { to: 'everybody', subject: 'The hall', text: 'It is upstairs.' }
    expect((await ada.post(path, mail)).json()).toEqual({ told: 1 })
    expect((await ada.post(path, { ...mail, to: 'coming' })).statusCode).toBe(409)
    const received = async () =>
      (await deliveredMail(server)).filter(({ subject }) => subject.startsWith('The hall'))
    expect((await received()).map(({ to }) => to)).toEqual([
      `${olwen.username.toLowerCase()}@example.org`,
    ])
    await ada.post(path, mail)
    await calls.cancel(olwen, id)
    expect(await received()).toHaveLength(1)
  })

  test('the file for spreadsheets has no formulas, and every question that was asked', async () => {
    const ask = (text: string) => JSON.stringify([{ text, is_required: false }])
    const id = await calls.event({ seats: 5, questions: ask('Diet?') })
    await calls.signUp(await member('Mara'), id, { answers: ['=HYPERLINK("http://x"),"1"'] })
    await changeContent(server, id, { questions: ask('Allergies?') })
    await calls.signUp(await member('Olwen'), id, { answers: ['-1\nNuts; @all'] })
    const file = await ada.get(`/contents/${id}/registrations.csv`)
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="discordia-event-${id}.csv"`,
    })
    const [head, first, second] = file.body.replace(/^\ufeff/, '').split('\r\n')
    expect(head).toBe('Name,State,Signed up (UTC),Came,Question: Diet?,Question: Allergies?')
    expect(first).toMatch(/^Mara\d+,coming,[^,]+Z,no,"'=HYPERLINK\(""http:\/\/x""\),""1""",$/)
    // Also in a cell of several lines.
    expect(second).toMatch(/,no,,"'-1\nNuts; '@all"$/)
  })

  test('the file of an event without registrations has its headings', async () => {
    const questions = JSON.stringify([{ text: 'Diet?', is_required: false }])
    const id = await calls.event({ seats: 5, questions })
    const { body } = await ada.get(`/contents/${id}/registrations.csv`)
    expect(body).toBe('\ufeffName,State,Signed up (UTC),Came,Question: Diet?\r\n')
    expect(await lastAudited()).toMatchObject({ resource: 'contents', action: 'registrationsFile' })
  })

  test('the file is in the language that its URL names', async () => {
    const questions = JSON.stringify([{ text: 'Diet?', is_required: false }])
    const id = await calls.event({ seats: 5, questions })
    await calls.signUp(await member('Mara'), id, { answers: ['None'] })
    const { body } = await ada.get(`/contents/${id}/registrations.csv?lng=de`)
    const [head, first] = body.replace(/^\ufeff/, '').split('\r\n')
    expect(head).toBe('Name;Stand;Eingetragen (UTC);Gekommen;Frage: Diet?')
    expect(first).toMatch(/^Mara\d+;dabei;[^;]+Z;nein;None$/)
  })
})
