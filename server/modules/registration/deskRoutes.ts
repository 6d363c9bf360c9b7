import type { DeskRegistration } from '#contract/schemas/registration.ts'
import { findRow, lockRow, type RowOf } from '../../db/rows.ts'
import type { Db } from '../../db/schema.ts'
import { assertOfOther, assertPerson } from '../../desk/actor.ts'
import { assertFound, type Change } from '../../desk/audit.ts'
import { type ChangeContext, changeRoute, readRoute, type Sent } from '../../desk/changeRoute.ts'
import { changeRow, type Readable, readRoutes } from '../../desk/crud.ts'
import { peopleByIds } from '../../desk/people.ts'
import type { App, Deps } from '../../http/deps.ts'
import { enqueueAll } from '../../mail/outbox.ts'
import { factsOf } from '../../text/eventFacts.ts'
import { lockActiveUsers } from '../account/repository.ts'
import {
  assertHasReaders,
  assertMayAttend,
  assertMayGiveSeat,
  assertMayTakeOff,
} from './deskPolicy.ts'
import { insertMessage, listRegistered, listTitles, registrationStates } from './deskRepository.ts'
import { sendRegistrationsFile } from './file.ts'
import { publishRegistrations } from './live.ts'
import { enqueueMessage, registrationMails } from './mails.ts'
import { presentForDesk } from './present.ts'
import { countRegistrations, type EventRow, lockAnyEvent } from './repository.ts'
import { offerSeats } from './seats.ts'

/** Registrations for events; open to staff. */
export function registrationDeskModule(desk: App, deps: Deps): void {
  readRoutes(desk, deps, registrations)
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
  present: presentRegistrations,
}

async function presentRegistrations(
  db: Db,
  rows: readonly RowOf<'registrations'>[],
): Promise<DeskRegistration[]> {
  const people = await peopleByIds(
    db,
    rows.map(({ user_id }) => user_id),
  )
  const titles = await listTitles(
    db,
    rows.map(({ content_id }) => content_id),
  )
  return rows.map((row) => presentForDesk(row, titles, people))
}

type OneRecord = { readonly params: { readonly id: number } }

const attend = (context: ChangeContext, { params, body }: Sent<'registrations', 'attend'>) =>
  changeRow(context, registrations, params.id, (row) => {
    assertMayAttend(row)
    const { now } = context
    return { attended_at: body.came ? now : null, updated_at: now }
  })

/**
 * Locks the event before its registrations, as the site does.
 * @throws Refusal 404
 */
async function lockEventOf({ tx }: ChangeContext, id: number): Promise<EventRow> {
  const found = await findRow(tx, 'registrations', id)
  assertFound(found)
  const event = await lockAnyEvent(tx, found.content_id)
  assertFound(event)
  return event
}

async function giveSeat(context: ChangeContext, { params }: OneRecord) {
  const { tx, now, actor } = context
  const found = await findRow(tx, 'registrations', params.id)
  assertFound(found)
  assertOfOther(found.user_id, actor)
  // The lock orders it with a deactivation of the account, which frees its seats.
  const isActive = (await lockActiveUsers(tx, [found.user_id])).has(found.user_id)
  const event = await lockEventOf(context, params.id)
  return changeRow(context, registrations, params.id, async (row) => {
    assertMayGiveSeat(event, await countRegistrations(tx, event.id), row, isActive, now)
    const sequence = row.sequence + 1
    await enqueueAll(tx, await registrationMails(tx, 'confirmed', [{ ...row, sequence }]), now)
    await publishRegistrations(tx, [row], now)
    const told = factsOf(event)
    return { state: 'coming' as const, offered_until: null, told, sequence, updated_at: now }
  })
}

async function takeOff(context: ChangeContext, { params }: OneRecord) {
  const { tx, now } = context
  const event = await lockEventOf(context, params.id)
  const change = await changeRow(context, registrations, params.id, async (row) => {
    assertMayTakeOff(event, row, now)
    const sequence = row.sequence + 1
    // Only seats are in calendars.
    const kind = row.state === 'coming' ? 'removed' : 'struck-off'
    await enqueueAll(tx, await registrationMails(tx, kind, [{ ...row, sequence }]), now)
    await publishRegistrations(tx, [row], now)
    return { state: 'cancelled' as const, offered_until: null, sequence, updated_at: now }
  })
  await offerSeats(tx, event, now)
  return change
}

async function writeToRegistered(
  { tx, now, actor }: ChangeContext,
  { params, body }: Sent<'contents', 'writeToRegistered'>,
): Promise<Change> {
  assertPerson(actor)
  const event = await lockRow(tx, 'contents', params.id)
  assertFound(event)
  const readers = await listRegistered(tx, event.id, body.to)
  assertHasReaders(readers.length)
  const subject = body.subject.trim()
  const text = body.text.trim().replace(/\r\n?/g, '\n')
  const message = { content_id: event.id, subject, text, sent_by: actor.id, created_at: now }
  const told = await enqueueMessage(tx, await insertMessage(tx, message), readers, now)
  // The log names the event; without its title it would take the subject for the name.
  const after = { title: event.title, to: body.to, subject, text, told }
  return { record: event.id, before: null, after, response: { told } }
}
