import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AddedPerson, DeskRegistration } from '#contract/registration.ts'
import { findRow, type HasDb, lockRow, type RowOf } from '../../db/rows.ts'
import { namesByIds } from '../../db/search.ts'
import {
  assertFound,
  assertOfOther,
  assertPerson,
  auditedChange,
  type Change,
} from '../../desk/audit.ts'
import { changeRoute, type DeskWork, readRoute, type Sent } from '../../desk/changeRoute.ts'
import { changeRow, type Readable, readRoutes, written } from '../../desk/crud.ts'
import { deskErrors } from '../../desk/errors.ts'
import { type Person, peopleByIds } from '../../desk/people.ts'
import { type App, type Deps, limited } from '../../http/deps.ts'
import { readerLanguage } from '../../http/requestLanguage.ts'
import { csvText } from '../../text/csv.ts'
import { factsOf } from '../../text/eventFacts.ts'
import { printable, usernameKey } from '../../text/keys.ts'
import { type Sentence, type SentenceTexts, said, sentenceIn } from '../../text/sentence.ts'
import { iso } from '../../text/time.ts'
import type { CallRead, WorkOf } from '../../work/work.ts'
import { findUserIdByName, lockActiveUsers } from '../account/repository.ts'
import { listAllRegistered, listRegistered, registrationStates } from './deskRepository.ts'
import { mailRegistrations, type RegistrationMail, sendMessage } from './mails.ts'
import { assertMayAttend, assertMayGiveSeat, assertMayTakeOff, sizeOf } from './policy.ts'
import {
  answersOf,
  companionsOf,
  countRegistrations,
  type EventRow,
  findRegistration,
  lockAnyEvent,
  memberOnly,
  partyOf,
  publishRegistrations,
  questionsOf,
  type RegistrationRow,
  saveRegistration,
} from './repository.ts'
import { offerFreed, offerSeats } from './seatRepository.ts'
import { assertFreeSlot, CANCELLED, lockParentOf, lockWithParent } from './tableRepository.ts'

export function registrationDeskRoutes(desk: App, deps: Deps): void {
  readRoutes(desk, deps, registrations)
  // Names of members can't be tried out.
  changeRoute(desk, deps, 'registrations', 'add', add, { status: 201, config: limited(120, 60) })
  changeRoute(desk, deps, 'registrations', 'attend', attend)
  changeRoute(desk, deps, 'registrations', 'giveSeat', giveSeat)
  changeRoute(desk, deps, 'registrations', 'takeOff', takeOff)
  changeRoute(desk, deps, 'contents', 'writeToRegistered', writeToRegistered)
  readRoute(desk, deps, 'contents', 'registrationsFile', sendRegistrationsFile)
}

const registrations: Readable<'registrations', 'registrations'> = {
  resource: 'registrations',
  table: 'registrations',
  logsReading: true,
  list: {
    sortable: ['queued_at', 'state', 'attended_at', 'created_at', 'updated_at'],
    filterable: ['content_id', 'user_id'],
    searched: ['answers'],
    states: registrationStates,
    sort: ['queued_at', 'asc'],
  },
  // The log outlasts the names of people who have no account.
  logged: (row) => ({ ...row, name: null, email: null, companions: row.companions.length }),
  present: presentRegistrations,
}

async function presentRegistrations(
  w: HasDb,
  rows: readonly RowOf<'registrations'>[],
): Promise<DeskRegistration[]> {
  const people = await peopleByIds(
    w,
    rows.map(({ user_id }) => user_id),
  )
  const ids = rows.map(({ content_id }) => content_id)
  const titles = await namesByIds(w, { table: 'contents', column: 'title', ids })
  return rows.map((row) => presentForDesk(row, titles, people))
}

type OneRecord = { readonly params: { readonly id: number } }

const attend = (w: WorkOf<DeskWork>, { params, body }: Sent<'registrations', 'attend'>) =>
  changeRow(w, registrations, params.id, (row) => {
    assertMayAttend(row)
    return { attended_at: body.came ? w.now : null, updated_at: w.now }
  })

/**
 * Locks the event before its registrations, as the site does.
 * @throws Refusal 404
 */
async function lockEventOf(w: DeskWork, id: number): Promise<EventRow> {
  const found = await findRow(w.db, 'registrations', id)
  assertFound(found)
  const event = await lockAnyEvent(w, found.content_id)
  assertFound(event)
  return event
}

async function giveSeat(w: DeskWork, { params }: OneRecord) {
  const found = await findRow(w.db, 'registrations', params.id)
  assertFound(found)
  const isActive = await lockPerson(w, found.user_id)
  await lockParentOf(w, found.content_id)
  const event = await lockEventOf(w, params.id)
  return changeRow(w, registrations, params.id, async (row) => {
    await assertFreeSlot(w, event, row)
    const counts = await countRegistrations(w, event.id)
    const seat = { now: w.now, event, mine: row, isActive }
    assertMayGiveSeat(seat, counts, { size: sizeOf(row) })
    const sequence = row.sequence + 1
    mailRegistrations(w, 'confirmed', [{ ...row, sequence, guest_until: null }])
    await publishRegistrations(w, [row])
    const told = factsOf(event)
    const confirmed = { offered_until: null, guest_until: null }
    return { state: 'coming' as const, ...confirmed, told, sequence, updated_at: w.now }
  })
}

/** The lock orders it with a deactivation of the account, which frees its seats. @returns whether the person may come */
async function lockPerson(w: DeskWork, user: RegistrationRow['user_id']): Promise<boolean> {
  if (user === null) return true
  assertOfOther(user, w.actor)
  return (await lockActiveUsers(w, [user])).has(user)
}

/** @returns null for a name alone @throws Refusal */
async function memberOf(w: DeskWork, { username, name }: AddedPerson) {
  if ((username === undefined) === (name === undefined)) throw deskErrors.required('name')
  if (username === undefined) return null
  const user = await findUserIdByName(w, usernameKey(username))
  if (user === undefined) throw deskErrors.noSuchMember('username')
  return user
}

/** Gives a seat to a person; a member who waits, or had cancelled, keeps the row. */
async function add(w: DeskWork, { body }: Sent<'registrations', 'add'>) {
  const user_id = await memberOf(w, body)
  const isActive = await lockPerson(w, user_id)
  const found = await findRow(w.db, 'contents', body.content_id)
  const event = found && (await lockWithParent(w, found.id))
  assertFound(event)
  const mine =
    user_id === null ? undefined : await findRegistration(w, event.id, memberOnly(user_id))
  const kept = mine === undefined || mine.state === 'cancelled' ? [] : companionsOf(mine)
  const party = partyOf(body.companions ?? kept)
  const reason = body.reason?.trim()
  await assertFreeSlot(w, event, { user_id, email_key: null, ...party })
  const counts = await countRegistrations(w, event.id)
  const size = sizeOf(party)
  assertMayGiveSeat({ now: w.now, event, mine, isActive }, counts, { size, reason })
  const [before = null] = await presentRegistrations(w, mine ? [mine] : [])
  const saved = await saveRegistration(w, event, {
    user_id,
    ...(body.name !== undefined && { name: printable(body.name).trim() }),
    state: 'coming',
    ...party,
    answers: mine?.answers ?? '[]',
    time_zone: mine?.time_zone ?? null,
  })
  mailRegistrations(w, 'added', [saved])
  await publishRegistrations(w, [saved])
  await offerSeats(w, event)
  const change = await written(w, registrations, { before, saved })
  return { ...change, after: Object.assign({}, change.after, { reason }) }
}

async function takeOff(w: DeskWork, { params }: OneRecord) {
  const event = await lockEventOf(w, params.id)
  let kind: RegistrationMail = 'struck-off'
  const change = await changeRow(w, registrations, params.id, async (row) => {
    assertMayTakeOff({ now: w.now, event, mine: row })
    const sequence = row.sequence + 1
    // Only seats are in calendars.
    if (row.state === 'coming') kind = 'removed'
    await publishRegistrations(w, [row])
    return { ...CANCELLED, guest_until: row.guest_until && w.now, sequence, updated_at: w.now }
  })
  const left = await findRow(w.db, 'registrations', params.id)
  assertFound(left)
  await offerFreed(w, event, { kind, row: left })
  return change
}

async function writeToRegistered(
  w: WorkOf<DeskWork>,
  { params, body }: Sent<'contents', 'writeToRegistered'>,
): Promise<Change> {
  assertPerson(w.actor)
  const event = await lockRow(w.db, 'contents', params.id)
  assertFound(event)
  const { to, ...written } = body
  const about = { content_id: event.id, sent_by: w.actor.id }
  const readers = await listRegistered(w, event.id, to)
  const { told, subject, text } = await sendMessage(w, { ...written, ...about }, readers)
  // The log names the event; without its title it would take the subject for the name.
  const after = { title: event.title, to, subject, text, told }
  return { record: event.id, before: null, after, response: { told } }
}

type Texts = SentenceTexts['registrations_file']

/**
 * The registrations of an event for a spreadsheet, in the language that the URL names; who has fetched them is in the
 * audit log.
 */
async function sendRegistrationsFile(
  w: CallRead,
  { params: { id } }: Sent<'contents', 'registrationsFile'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { deskUser, log } = request
  const what = { resource: 'contents', action: 'registrationsFile', log }
  const file = await auditedChange(w, deskUser, what, async (w) => {
    const event = await findRow(w.db, 'contents', id)
    assertFound(event)
    const language = readerLanguage(request)
    const table = await tableOf(w, event, language)
    const after = { rows: table.length - 1 }
    return { record: id, before: null, after, response: csvText(table, language) }
  })
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="discordia-event-${id}.csv"`)
    .send(file)
}

async function tableOf(
  w: HasDb,
  event: Pick<EventRow, 'id' | 'questions'>,
  language: string,
): Promise<string[][]> {
  const found = await listAllRegistered(w, event.id)
  const people = await peopleByIds(
    w,
    found.map(({ user_id }) => user_id),
  )
  const say = (key: keyof Texts, values?: Sentence['values']) =>
    sentenceIn(language, said(`registrations_file.${key}`, values))
  const hasParties = found.some(({ companions }) => companions > 0)
  const answers = found.map((row) => answersOf(row.answers))
  // Questions may have changed since the first ones signed up.
  const asked = new Set([
    ...answers.flatMap((given) => given.map(({ question }) => question)),
    ...questionsOf(event).map(({ text }) => text),
  ])
  const headings = [
    ...(['name', 'state', 'queued_at', 'came'] as const).map((key) => say(key)),
    ...(hasParties ? [say('people'), say('companions')] : []),
    ...[...asked].map((question) => say('question', { question })),
  ]
  const rows = found.map((row, index) => {
    const given = new Map(answers[index]?.map(({ question, answer }) => [question, answer]))
    return [
      nameIn(people, row) || say('forgotten'),
      say(row.state),
      iso(row.queued_at),
      say(row.attended_at === null ? 'no' : 'yes'),
      ...(hasParties ? [String(sizeOf(row)), companionsOf(row).filter(Boolean).join(', ')] : []),
      ...[...asked].map((question) => given.get(question) ?? ''),
    ]
  })
  return [headings, ...rows]
}

/** '' once it is forgotten. */
const nameIn = (people: ReadonlyMap<number, Person>, { user_id, name }: RegistrationRow): string =>
  (user_id === null ? name : people.get(user_id)?.username) ?? ''

/** @param titles of events @param people by account */
function presentForDesk(
  row: RegistrationRow,
  titles: ReadonlyMap<number, string>,
  people: ReadonlyMap<number, Person>,
): DeskRegistration {
  const { id, content_id, user_id, name, state, attended_at } = row
  return {
    id,
    content_id,
    state,
    event: titles.get(content_id) ?? '',
    user: user_id && { id: user_id, username: nameIn(people, row) },
    name,
    email: row.email,
    held_until: iso(row.guest_until),
    companions: companionsOf(row),
    answers: answersOf(row.answers),
    queued_at: iso(row.queued_at),
    offered_until: state === 'offered' ? iso(row.offered_until) : null,
    attended_at: iso(attended_at),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}
