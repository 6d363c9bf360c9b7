import ICAL from 'ical.js'
import type { ContentId } from '#contract/ids.ts'
import { announceCancellations, announceDue } from '#server/modules/notifications/announcer.ts'
import { changeContent, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { deliveredMail, type ReceivedMail } from '#test/helpers/server/mailbox.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'

const SITE = 'https://discordia.example'

const env = { PUBLIC_URL: SITE, SITE_TIME_ZONE: 'Europe/Vienna', CONTACT_TO: 'team@example.org' }

serverTests('mails about registrations on %s', { env }, (server) => {
  beforeEach(() => server.empty())
  const [mara, olwen] = playersOf(server, 'Mara', 'Olwen')
  const calls = registrationsOf(server)

  /** Changes an event; ten minutes later the change is settled. */
  const move = async (...[event, to]: [ContentId, Parameters<typeof changeContent>[2]]) => {
    await changeContent(server, event, to)
    server.passTime(10 * 60_000)
  }
  const last = async (): Promise<ReceivedMail> => {
    const mail = (await deliveredMail(server)).at(-1)
    if (mail === undefined) throw new Error('No mail')
    return mail
  }
  function calendarOf({ attachments }: ReceivedMail) {
    const [file] = attachments
    if (file === undefined) throw new Error('No calendar file')
    const calendar = new ICAL.Component(ICAL.parse(file.text))
    const entry = calendar.getFirstSubcomponent('vevent')
    if (entry === null) throw new Error('No event')
    return {
      method: [file.method, calendar.getFirstPropertyValue('method')],
      uid: entry.getFirstPropertyValue('uid'),
      sequence: Number(entry.getFirstPropertyValue('sequence')),
      status: entry.getFirstPropertyValue('status'),
      start: new ICAL.Event(entry).startDate.toJSDate(),
      attendee: entry.getFirstPropertyValue('attendee'),
      organizer: entry.getFirstPropertyValue('organizer'),
    }
  }

  test('a seat is confirmed with a calendar file that invites the member', async () => {
    const starts_at = Date.UTC(2027, 6, 3, 17)
    const event = await calls.event({ starts_at, ends_at: starts_at + 2 * HOUR, location: 'Graz' })
    await calls.signUp(mara, event, { time_zone: 'America/New_York' })
    const mail = await last()
    expect(mail).toMatchObject({
      to: 'mara@example.org',
      subject: 'You have a seat: A long evening',
      link: `${SITE}/discordia/news/${event}#registration`,
      replyTo: 'team@example.org',
    })
    // Times are in the reader's zone.
    expect(mail.text).toContain('When: Sat 3 Jul 2027, 13:00–15:00 New York time')
    expect(mail.text).toContain('Where: Graz')
    expect(calendarOf(mail)).toMatchObject({
      method: ['PUBLISH', 'PUBLISH'],
      status: 'CONFIRMED',
      start: new Date(starts_at),
      // An attendee is asked for a reply, which nobody reads.
      attendee: null,
      organizer: expect.stringMatching(/^mailto:/i),
    })
  })

  test('every later file has the same UID and a higher sequence', async () => {
    const event = await calls.event({ seats: 3 })
    const files: ReturnType<typeof calendarOf>[] = []
    const add = async () => files.push(calendarOf(await last()))
    await calls.signUp(mara, event)
    await add()
    await calls.cancel(mara, event)
    await add()
    await calls.signUp(mara, event)
    await add()
    await move(event, { location: 'Graz' })
    await calls.update()
    await add()
    await changeContent(server, event, { cancelled_at: server.deps.clock() })
    await calls.update()
    await add()
    expect(files.map(({ method }) => method[0])).toEqual([
      ...['PUBLISH', 'CANCEL', 'PUBLISH', 'PUBLISH', 'CANCEL'],
    ])
    expect(new Set(files.map(({ uid }) => uid)).size).toBe(1)
    const sequences = files.map(({ sequence }) => sequence)
    expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b))
  })

  test('the waiting list gets mails about its place, a free seat and an expired offer', async () => {
    const event = await calls.event()
    await calls.signUp(mara, event)
    await calls.signUp(olwen, event, { time_zone: 'Asia/Kolkata' })
    await calls.mailed()
    await calls.cancel(mara, event)
    const offer = await deliveredMail(server)
    expect(offer.find(({ kind }) => kind === 'registration-offered')?.text).toMatch(
      /Held until: \w{3} \d+ \w{3}, \d\d:\d\d$/m,
    )
    server.passTime(DAY)
    await calls.update()
    expect(await calls.mailed()).toEqual([
      ...['confirmed mara', 'waiting olwen', 'cancelled mara', 'offered olwen', 'offer-over olwen'],
    ])
  })

  test('those who are signed up get a mail about a change, once, and only if it concerns them', async () => {
    const event = await calls.event()
    await calls.signUp(mara, event)
    await calls.signUp(olwen, event)
    await calls.mailed()
    await changeContent(server, event, { description: 'A typo less' })
    await calls.update()
    await move(event, {
      starts_at: server.deps.clock() + 20 * DAY,
      ends_at: server.deps.clock() + 21 * DAY,
    })
    await calls.update()
    await calls.update()
    expect((await calls.mailed()).slice(2)).toEqual(['moved mara', 'waiting-moved olwen'])
    await move(event, { event_type: 'Offline' })
    await calls.update()
    expect((await calls.mailed()).slice(4)).toEqual(['moved mara', 'waiting-moved olwen'])
  })

  test('a reminder comes once, in the last day, and not right after the confirmation', async () => {
    const event = await calls.event({ seats: 2 })
    await calls.signUp(mara, event, { time_zone: 'Europe/Vienna' })
    await calls.update()
    server.passTime(13 * DAY + HOUR)
    await calls.signUp(olwen, event)
    await calls.update()
    await calls.update()
    expect(await calls.mailed()).toEqual(['confirmed mara', 'confirmed olwen', 'reminder mara'])
    expect((await last()).subject).toBe('Tomorrow: A long evening')
    await move(event, { location: 'Graz' })
    await calls.update()
    await calls.update()
    expect((await calls.mailed()).slice(3).sort()).toEqual(['moved mara', 'moved olwen'])
  })

  test('no reminder comes of an event that was cancelled, or has begun', async () => {
    const [cancelled, begun] = [await calls.event(), await calls.event()]
    for (const event of [cancelled, begun]) await calls.signUp(mara, event)
    await calls.mailed()
    server.passTime(13 * DAY + HOUR)
    await changeContent(server, cancelled, { cancelled_at: server.deps.clock() })
    const starts_at = server.deps.clock()
    await move(begun, { starts_at, ends_at: starts_at + HOUR })
    await calls.update()
    expect((await calls.mailed()).slice(2).toSorted()).toEqual(['called-off mara', 'moved mara'])
  })

  test('a new date needs a new reminder', async () => {
    const event = await calls.event()
    await calls.signUp(mara, event)
    server.passTime(13 * DAY + HOUR)
    await calls.update()
    await calls.mailed()
    const starts_at = server.deps.clock() + 7 * DAY
    await move(event, { starts_at, ends_at: starts_at + HOUR })
    await calls.update()
    server.passTime(6 * DAY + HOUR)
    await calls.update()
    expect(await calls.mailed()).toEqual([
      ...['confirmed mara', 'reminder mara', 'moved mara', 'reminder mara'],
    ])
  })

  test('who leaves the waiting list or declines a seat gets no mail about it', async () => {
    const event = await calls.event()
    for (const one of [mara, olwen]) await calls.signUp(one, event)
    await calls.mailed()
    await calls.cancel(olwen, event)
    await calls.signUp(olwen, event)
    await calls.cancel(mara, event)
    await calls.mailed()
    await calls.cancel(olwen, event)
    expect((await calls.mailed()).slice(2)).toEqual(['cancelled mara', 'offered olwen'])
  })

  test('a mail that a later change has made obsolete is not sent', async () => {
    const event = await calls.event()
    await calls.signUp(mara, event)
    await calls.cancel(mara, event)
    expect(await calls.mailed()).toEqual(['cancelled mara'])
    await calls.signUp(mara, event)
    await move(event, { location: 'Graz' })
    await calls.update()
    expect((await calls.mailed()).slice(1)).toEqual(['moved mara'])
  })

  test('a member with a seat gets one mail about the cancellation, whatever else is subscribed to', async () => {
    const event = await calls.event()
    const now = server.deps.clock()
    const subscribed = { user_id: mara.id, notify_since: 1 }
    await server.deps.db.insertInto('preferences').values(subscribed).execute()
    await announceDue(server.deps)
    await calls.signUp(mara, event)
    await calls.mailed()
    await changeContent(server, event, { cancelled_at: now })
    await announceCancellations(server.deps)
    await calls.update()
    expect((await calls.mailed()).slice(2)).toEqual(['called-off mara'])
  })

  test('whoever waits or holds an offer gets one mail about a change and about the cancellation', async () => {
    const rosa = await server.addUser('Rosa')
    const event = await calls.event()
    for (const one of [mara, olwen, rosa]) await calls.signUp(one, event)
    await calls.cancel(mara, event)
    await calls.mailed()
    const starts_at = server.deps.clock() + 2 * HOUR
    await move(event, { starts_at, ends_at: starts_at + HOUR, location: 'Graz' })
    await calls.update()
    await calls.update()
    const moved = (await deliveredMail(server)).slice(3)
    expect(moved.map(({ kind, to }) => [kind, to])).toEqual([
      ['registration-offered-moved', 'olwen@example.org'],
      ['registration-waiting-moved', 'rosa@example.org'],
    ])
    for (const { text } of moved) expect(text).toContain('Where: Graz')
    // An offer ends when the event begins, although it was made for longer.
    expect((await calls.read(olwen, event)).mine?.offered_until).toBe(
      new Date(starts_at).toISOString(),
    )
    expect(moved[0]?.attachments).toEqual([])
    // No seat of a cancelled event is offered.
    await changeContent(server, event, { cancelled_at: server.deps.clock(), seats: 9 })
    await calls.update()
    server.passTime(2.5 * HOUR)
    await calls.update()
    expect((await calls.mailed()).slice(5)).toEqual([
      ...['offered-called-off olwen', 'waiting-called-off rosa'],
    ])
  })

  test('a new offer after a change is the only mail about it', async () => {
    const event = await calls.event()
    await calls.signUp(mara, event)
    await calls.signUp(olwen, event)
    await calls.mailed()
    await move(event, { location: 'Graz', seats: 2 })
    await calls.update()
    await calls.update()
    expect((await calls.mailed()).slice(2)).toEqual(['offered olwen', 'moved mara'])
  })

  test('a cancelled event that is withdrawn at once still sends its mails', async () => {
    const event = await calls.event()
    await calls.signUp(mara, event)
    await calls.mailed()
    const now = server.deps.clock()
    await changeContent(server, event, { cancelled_at: now, unpublished_at: now })
    await calls.update()
    expect((await calls.mailed()).slice(1)).toEqual(['called-off mara'])
  })

  test('a deactivated member gets none', async () => {
    const tam = await server.addUser('Tam')
    const event = await calls.event()
    await calls.signUp(tam, event)
    await server.update('users', { id: tam.id }, { deactivated_at: server.deps.clock() })
    await move(event, { location: 'Graz' })
    await calls.update()
    expect(await calls.mailed()).toEqual([])
  })
})
