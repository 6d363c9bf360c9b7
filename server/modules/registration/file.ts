import { stringify } from 'csv-stringify/sync'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findRow } from '../../db/rows.ts'
import type { Db } from '../../db/schema.ts'
import { assertFound, auditedChange } from '../../desk/audit.ts'
import type { Sent } from '../../desk/changeRoute.ts'
import { peopleByIds } from '../../desk/people.ts'
import type { Deps } from '../../http/deps.ts'
import { iso } from '../../text/time.ts'
import { listAllRegistered } from './deskRepository.ts'
import { answersOf } from './present.ts'
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
    const rows = await tableOf(tx, event.id)
    return { record: id, before: null, after: { rows: rows.length }, response: csv(rows) }
  })
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="discordia-event-${id}.csv"`)
    .send(file)
}

/** With a mark of the encoding, and without formulas: what members type is text in every spreadsheet. */
const csv = (rows: readonly object[]): string =>
  stringify([...rows], {
    header: true,
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  })

async function tableOf(db: Db, event: EventRow['id']) {
  const found = await listAllRegistered(db, event)
  const people = await peopleByIds(
    db,
    found.map(({ user_id }) => user_id),
  )
  const answers = found.map((row) => answersOf(row.answers))
  // Questions may have changed since the first ones signed up.
  const questions = new Set(answers.flatMap((given) => given.map(({ question }) => question)))
  return found.map((row, index) => ({
    Name: people.get(row.user_id)?.username ?? '',
    State: row.state,
    'Signed up (UTC)': iso(row.queued_at),
    Came: row.attended_at === null ? 'no' : 'yes',
    ...Object.fromEntries(
      [...questions].map((question) => [
        `Question: ${question}`,
        answers[index]?.find((given) => given.question === question)?.answer ?? '',
      ]),
    ),
  }))
}
