import type { FastifyReply, FastifyRequest } from 'fastify'
import { findRow } from '../../db/rows.ts'
import type { HasDb } from '../../db/schema.ts'
import { assertFound, auditedChange } from '../../desk/audit.ts'
import type { Sent } from '../../desk/changeRoute.ts'
import { peopleByIds } from '../../desk/people.ts'
import { readerLanguage } from '../../http/requestLanguage.ts'
import { csvText } from '../../text/csv.ts'
import { type Sentence, type SentenceTexts, said, sentenceIn } from '../../text/sentence.ts'
import { iso } from '../../text/time.ts'
import type { CallRead } from '../../work/work.ts'
import { listAllRegistered } from './deskRepository.ts'
import { answersOf, questionsOf } from './present.ts'
import type { EventRow } from './repository.ts'

type Texts = SentenceTexts['registrations_file']

/**
 * The registrations of an event for a spreadsheet, in the language that the URL names; who has fetched them is in the
 * audit log.
 */
export async function sendRegistrationsFile(
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
  const answers = found.map((row) => answersOf(row.answers))
  // Questions may have changed since the first ones signed up.
  const asked = new Set([
    ...answers.flatMap((given) => given.map(({ question }) => question)),
    ...questionsOf(event).map(({ text }) => text),
  ])
  const headings = [
    ...(['name', 'state', 'queued_at', 'came'] as const).map((key) => say(key)),
    ...[...asked].map((question) => say('question', { question })),
  ]
  const rows = found.map((row, index) => {
    const given = new Map(answers[index]?.map(({ question, answer }) => [question, answer]))
    return [
      people.get(row.user_id)?.username ?? '',
      say(row.state),
      iso(row.queued_at),
      say(row.attended_at === null ? 'no' : 'yes'),
      ...[...asked].map((question) => given.get(question) ?? ''),
    ]
  })
  return [headings, ...rows]
}
