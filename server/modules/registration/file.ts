import type { FastifyReply, FastifyRequest } from 'fastify'
import { findRow } from '../../db/rows.ts'
import type { Db } from '../../db/schema.ts'
import { assertFound, auditedChange } from '../../desk/audit.ts'
import type { Sent } from '../../desk/changeRoute.ts'
import { peopleByIds } from '../../desk/people.ts'
import type { Deps } from '../../http/deps.ts'
import { csvText } from '../../text/csv.ts'
import { iso } from '../../text/time.ts'
import { listAllRegistered } from './deskRepository.ts'
import { answersOf, questionsOf } from './present.ts'
import type { EventRow } from './repository.ts'

/** The registrations of an event for a spreadsheet; who has fetched them is in the audit log. */
export async function sendRegistrationsFile(
  deps: Deps,
  { params: { id } }: Sent<'contents', 'registrationsFile'>,
  { deskUser, log }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const what = { resource: 'contents', action: 'registrationsFile', log }
  const file = await auditedChange(deps, deskUser, what, async (tx) => {
    const event = await findRow(tx, 'contents', id)
    assertFound(event)
    const { columns, rows } = await tableOf(tx, event)
    const response = csv(columns, rows)
    return { record: id, before: null, after: { rows: rows.length }, response }
  })
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="discordia-event-${id}.csv"`)
    .send(file)
}

type Row = Readonly<Record<string, string>>

const csv = (columns: readonly string[], rows: readonly Row[]): string =>
  csvText([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))])

const COLUMNS = ['Name', 'State', 'Signed up (UTC)', 'Came']

async function tableOf(db: Db, event: Pick<EventRow, 'id' | 'questions'>) {
  const found = await listAllRegistered(db, event.id)
  const people = await peopleByIds(
    db,
    found.map(({ user_id }) => user_id),
  )
  const answers = found.map((row) => answersOf(row.answers))
  // Questions may have changed since the first ones signed up.
  const asked = new Set([
    ...answers.flatMap((given) => given.map(({ question }) => question)),
    ...questionsOf(event).map(({ text }) => text),
  ])
  const columns = [...COLUMNS, ...[...asked].map((question) => `Question: ${question}`)]
  const rows = found.map((row, index) => ({
    Name: people.get(row.user_id)?.username ?? '',
    State: row.state,
    'Signed up (UTC)': iso(row.queued_at),
    Came: row.attended_at === null ? 'no' : 'yes',
    ...Object.fromEntries(
      (answers[index] ?? []).map(({ question, answer }) => [`Question: ${question}`, answer]),
    ),
  }))
  return { columns, rows }
}
