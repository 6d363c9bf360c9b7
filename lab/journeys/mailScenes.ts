import { enqueue } from '../../server/mail/outbox.ts'
import {
  announceCancellations,
  announceDue,
  announceMoves,
} from '../../server/modules/notifications/announcer.ts'
import { updateRegistrations } from '../../server/modules/registration/seatRepository.ts'
import { iso } from '../../server/text/time.ts'
import { addEvent, changeContent, DAY, HOUR } from '../../test/helpers/fixtures/contents.ts'
import { addPending } from '../../test/helpers/fixtures/deskRows.ts'
import { addGameSession } from '../../test/helpers/fixtures/gameSessions.ts'
import { addOpening } from '../../test/helpers/fixtures/openingActs.ts'
import { planningOf } from '../../test/helpers/server/planning.ts'
import { registrationsOf } from '../../test/helpers/server/registrations.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'

/* What sends the mails that no single call sends: several acts of several members, and time. */

/** A move is mailed once it is settled. */
const SETTLING_TIME = HOUR / 6

type Deliver = () => Promise<void>
export type Scene = (server: DeskServer, deliver: Deliver) => Promise<void>

/** A group of three with the calls of its plan. */
async function table(server: DeskServer, ...names: readonly [string, string, string]) {
  const [owner, second, third] = await Promise.all([
    server.addUser(names[0]),
    server.addUser(names[1]),
    server.addUser(names[2]),
  ])
  const planning = planningOf(server)
  const group = await planning.group(owner, second, third)
  const dates = async () => (await planning.read(owner, group)).dates
  return { owner, second, third, planning, group, dates }
}

/** The mails of a session quote the recap of the one before. */
async function recall(server: DeskServer, deliver: Deliver): Promise<void> {
  const { owner, planning, group } = await table(server, 'Arno', 'Berta', 'Cilli')
  const { dates: past } = await addGameSession(server, group, { title: 'Bergwerk' }, [
    planning.at(-5),
  ])
  const recap = { text: 'Wir haben das **Bergwerk** gefunden.', version: 0 }
  await planning.call(owner, 'PUT', `past/${past[0]}/recap/`, recap)
  await planning.plan(owner, group, planning.at(2), { title: 'Tiefer hinein', place: 'Graz' })
  await deliver()
  server.passTime(DAY + HOUR)
  await planning.remind()
  await deliver()
}

async function changeSeries(server: DeskServer, deliver: Deliver): Promise<void> {
  const { owner, second, third, planning, group, dates } = await table(
    server,
    'Ilse',
    'Jonas',
    'Kira',
  )
  const weekly = { unit: 'week', every: 1, count: 6 } as const
  await planning.plan(owner, group, planning.at(3), { title: 'Bergwerk', repeats: weekly })
  await deliver()
  const [first, next, moved, fourth, fifth] = await dates()
  await planning.call(owner, 'PUT', `dates/${first?.id}/host/`, { member_id: second.id })
  await deliver()
  await planning.call(owner, 'DELETE', `dates/${next?.id}`)
  await deliver()
  await planning.call(owner, 'POST', `dates/${next?.id}/restore/`)
  await deliver()
  await planning.change(owner, moved?.id, planning.at(20), { title: 'Bergwerk', place: 'Graz' })
  await deliver()
  await planning.call(owner, 'DELETE', `dates/${fourth?.id}?until=${fifth?.starts_at}`)
  await deliver()
  const [, later] = await dates()
  await planning.change(owner, later?.id, Date.parse(later?.starts_at ?? '') + DAY, {
    title: 'Bergwerk',
    sequence: later?.sequence,
    scope: 'later',
    repeats: { unit: 'week', every: 2, count: 3 },
  })
  await deliver()
  await planning.call(third, 'GET', `leave/${group}`)
  await deliver()
}

async function askForDates(server: DeskServer, deliver: Deliver): Promise<void> {
  const { owner, second, planning, group } = await table(server, 'Lotte', 'Momo', 'Nils')
  const [tuesday, wednesday] = [planning.at(8), planning.at(9)]
  await planning.ask(owner, group, [tuesday, wednesday], { closes_at: iso(planning.at(5)) })
  await deliver()
  await planning.ask(owner, group, [planning.at(12)], { title: 'Und danach?' })
  await planning.ask(owner, group, [planning.at(10), planning.at(11)], { title: '' })
  server.passTime(HOUR)
  await planning.announce()
  await deliver()
  const poll = (await planning.read(owner, group)).polls.find(({ closes_at }) => closes_at)
  const [one, other] = poll?.options ?? []
  await planning.vote(second, poll?.id, [[one?.id, 'yes']])
  await planning.edit(owner, poll, [
    [one?.id, tuesday + HOUR],
    [other?.id, wednesday],
  ])
  await deliver()
  server.passTime(4 * DAY)
  await planning.remindOfPolls()
  await deliver()
}

async function takeSeats(server: DeskServer, deliver: Deliver): Promise<void> {
  const root = await server.staff('Seater', 'superuser')
  const seats = registrationsOf(server)
  const [first, second, third, fourth] = await Promise.all(
    ['Olga', 'Paul', 'Rosa', 'Sepp'].map((name) => server.addUser(name)),
  )
  if (!first || !second || !third || !fourth) return
  const event = await seats.event({ title: 'Ein langer Abend' })
  for (const user of [first, second, third, fourth]) await seats.signUp(user, event)
  await deliver()
  const row = await server.deps.db
    .selectFrom('registrations')
    .select('id')
    .where('user_id', '=', fourth.id)
    .executeTakeFirstOrThrow()
  await root.post(`/registrations/${row.id}/take-off`)
  await seats.cancel(first, event)
  await deliver()
  await changeContent(server, event, { location: 'Linz' })
  server.passTime(SETTLING_TIME)
  await updateRegistrations(server.deps)
  await deliver()
  await seats.confirm(second, event)
  const party = { content_id: event, username: fourth.username, companions: [''], reason: 'Gäste' }
  await root.post('/registrations', party)
  await deliver()
  await seats.giveBack(fourth, event, [''])
  const other = await seats.event({ title: 'Ein anderer Abend' })
  for (const user of [first, second]) await seats.signUp(user, other)
  await seats.cancel(first, other)
  await deliver()
  for (const id of [event, other])
    await changeContent(server, id, { cancelled_at: server.deps.clock() })
  await updateRegistrations(server.deps)
  await deliver()
}

async function keepSeats(server: DeskServer, deliver: Deliver): Promise<void> {
  const seats = registrationsOf(server)
  const users = await Promise.all(['Tilda', 'Udo', 'Vroni'].map((name) => server.addUser(name)))
  const event = await seats.event({ title: 'Ein früher Abend', seats: 2 })
  for (const user of users) await seats.signUp(user, event)
  await seats.cancel(users[0] ?? null, event)
  await deliver()
  const starts_at = server.deps.clock() + 13 * DAY
  await changeContent(server, event, { starts_at, ends_at: starts_at + 3 * HOUR, location: 'Graz' })
  for (const days of [0, 2, 10]) {
    server.passTime(days * DAY)
    await seats.update()
    await deliver()
  }
}

async function changeAnnounced(server: DeskServer, deliver: Deliver): Promise<void> {
  const { id: user_id } = await server.addUser('Wanda')
  const { db, clock } = server.deps
  await db.insertInto('preferences').values({ user_id, notify_since: 1 }).execute()
  const event = await addEvent(server, { title: 'Ein kurzer Abend' })
  await announceDue(server.deps)
  await deliver()
  server.passTime(HOUR)
  await changeContent(server, event, { location: 'Steyr' })
  server.passTime(SETTLING_TIME)
  await announceMoves(server.deps)
  await deliver()
  await changeContent(server, event, { cancelled_at: clock() })
  await announceCancellations(server.deps)
  await deliver()
}

async function writeAndDecide(server: DeskServer, deliver: Deliver): Promise<void> {
  const root = await server.staff('Decider', 'superuser')
  const payload = new FormData()
  const form = { name: 'Ada', email: 'ada@example.org', subject: 'Laterne', message: 'Wo ist sie?' }
  for (const [name, value] of Object.entries(form)) payload.append(name, value)
  const url = '/api/v1.0/email/send-form'
  await server.app.inject({ method: 'POST', url, payload })
  const entry = await addPending(server, 'Die grüne Laterne')
  const { type_id, updated_at, sub_entries } = (await root.get(`/review/${entry}`)).json()
  const edits = { updated_at, title: 'Die Grüne Laterne', type_id, sub_entries }
  await root.post(`/review/${entry}/approve`, { edits, reason: 'Ein Buchstabe.' })
  server.passTime(HOUR)
  await deliver()
}

async function closeOpening(server: DeskServer, deliver: Deliver): Promise<void> {
  const { owner, group } = await table(server, 'Xaver', 'Yara', 'Zeno')
  await addOpening(server, group)
  const guest = await server.addUser('Gast')
  const base = '/api/rpggroups/openings'
  const ask = { method: 'POST', url: `${base}/${group}/ask/`, headers: guest.auth } as const
  await server.app.inject({ ...ask, payload: { message: 'Darf ich?' } })
  await server.app.inject({ method: 'DELETE', url: `${base}/${group}`, headers: owner.auth })
  await deliver()
}

/** Each text about a change of dates, kinds that earlier versions have enqueued, and a new member. */
async function tellChanges(server: DeskServer, deliver: Deliver): Promise<void> {
  const { owner, second, planning, group, dates } = await table(server, 'Uli', 'Veit', 'Wim')
  const weekly = { unit: 'week', every: 1, count: 6 } as const
  await planning.plan(owner, group, planning.at(3), { title: 'Bergwerk', repeats: weekly })
  await deliver()
  const [first, next, last] = await dates()
  const same = Date.parse(next?.starts_at ?? '')
  const title = 'Bergwerk'
  await planning.change(owner, first?.id, planning.at(4), { title, scope: 'this' })
  await deliver()
  const moved = { title, place: 'Graz', sequence: 1 }
  await planning.change(owner, next?.id, same, { ...moved, scope: 'this' })
  await deliver()
  await planning.change(owner, next?.id, same + HOUR, { ...moved, sequence: 2, scope: 'later' })
  await deliver()
  await planning.call(owner, 'DELETE', `dates/${last?.id}?reason=Urlaub`)
  const about = { user: second.id, session: last?.session_id ?? 0, date: last?.id ?? 0 }
  for (const kind of ['session-date-cancelled', 'session-dates-cancelled']) {
    const w = { db: server.deps.db, now: server.deps.clock() }
    await enqueue(w, { kind, recipient: 'veit@example.org', data: { ...about, sequence: 0 } })
  }
  const guest = await server.addUser('Zita')
  await planning.call(owner, 'POST', `invite/${group}`, { username: 'Zita' })
  const [invite] = (await planning.call(guest, 'GET', 'list/invites')).json()
  await planning.call(guest, 'GET', `accept/${invite.id}`)
  await deliver()
  await planning.answer(second, (await dates())[0], 'coming')
  server.passTime(3 * DAY + HOUR)
  await planning.remind()
  await deliver()
  await planning.call(owner, 'DELETE', `sessions/${last?.session_id}`)
  await deliver()
}

/** An invite that waits for the email of the week. */
async function inviteWeekly(server: DeskServer, deliver: Deliver): Promise<void> {
  const { owner, planning, group } = await table(server, 'Alma', 'Bodo', 'Cora')
  const { auth } = await server.addUser('Dora')
  const wishes = { email_notifications: true, invite_mails: true, weekly_mails: ['invite_mails'] }
  await server.send('PUT', '/api/users/preferences/', auth, wishes)
  await planning.call(owner, 'POST', `invite/${group}`, { username: 'Dora' })
  server.passTime(7 * DAY)
  await deliver()
}

export const SCENES: readonly Scene[] = [
  tellChanges,
  recall,
  changeSeries,
  askForDates,
  takeSeats,
  keepSeats,
  changeAnnounced,
  writeAndDecide,
  closeOpening,
  inviteWeekly,
]
