import { type Insertable, sql } from 'kysely'
import { CLOCK_DIFFERENCE_MS, HOUR_MS } from '../../config/time.ts'
import { count, type DB, deleteFrom, exists, type HasDb, type Read } from '../../db/rows.ts'
import { isOneOf } from '../../db/search.ts'
import { blankAudit } from '../../desk/audit.ts'
import { findMailsByKey } from '../../mail/outbox.ts'
import {
  deletePersonalRows,
  namesIn,
  type PersonalData,
  reassign,
  rowsWithEmail,
} from '../../work/personalData.ts'
import type { ContactForm } from './policy.ts'

export const answerKey = (answer: number): string => `contact-answer:${answer}`

/** @param senders see `sendersOf` */
export const isBlocked = (w: HasDb, senders: readonly string[]) =>
  exists(w.db.selectFrom('blocked_senders').select('sender').where('sender', 'in', senders))

/** @returns its id */
export async function insertMessage(
  w: Read,
  form: ContactForm & { readonly language: string | null },
): Promise<number> {
  const { id } = await w.db
    .insertInto('contact_messages')
    .values({ ...form, created_at: w.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The newest message of the last hour, without the `skipped` newest ones. */
export const findNewestMessage = (w: Read, skipped: number) =>
  w.db
    .selectFrom('contact_messages')
    .select('created_at')
    .where('created_at', '>', w.now - HOUR_MS)
    .where('created_at', '<=', w.now + CLOCK_DIFFERENCE_MS)
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(skipped)
    .executeTakeFirst()

export const findMessage = (w: HasDb, id: number) =>
  w.db.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst()

export const findAnswer = (w: HasDb, id: number) =>
  w.db
    .selectFrom('message_answers as a')
    .innerJoin('contact_messages as m', 'm.id', 'a.message_id')
    .select(['a.text', 'm.email', 'm.subject', 'm.message', 'm.created_at'])
    .where('a.id', '=', id)
    .executeTakeFirst()

export type AnswerRow = Awaited<ReturnType<typeof listAnswers>>[number]

export async function listAnswers(w: HasDb, messages: readonly number[]) {
  const rows = await w.db
    .selectFrom('message_answers')
    .selectAll()
    .where(isOneOf(w.db, 'message_id', messages))
    .orderBy('id')
    .execute()
  const keys = rows.map(({ id }) => answerKey(id))
  const mails = await findMailsByKey(w, keys)
  return rows.map((row) => ({ ...row, mail: mails.get(answerKey(row.id)) }))
}

export const countAnswers = (w: HasDb, message: number): Promise<number> =>
  count(w.db.selectFrom('message_answers').where('message_id', '=', message))

/** @returns its id */
export async function insertAnswer(w: HasDb, answer: Insertable<DB['message_answers']>) {
  const { id } = await w.db
    .insertInto('message_answers')
    .values(answer)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const deleteOldMessages = deleteFrom(
  'contact_messages',
  (before) => sql`created_at < ${before}`,
)

/** Condition about messages: they have the address of this account. */
export const isFrom = (member: number) =>
  sql<boolean>`lower(trim(email)) = (select email_key from users where id = ${member})`

export const messageStates = () => ({
  unread: sql<boolean>`(read_at is null)`,
  read: sql<boolean>`(read_at is not null)`,
})

const MESSAGES = { rows: rowsWithEmail('email') }
const BLOCKED = {
  rows: rowsWithEmail('sender'),
  order: ['sender'],
}

/** Messages of the contact form belong to the owner of the e-mail address. */
export const messagesData: PersonalData = {
  tables: {
    contact_messages: MESSAGES,
    message_answers: {
      rows: (subject) =>
        sql`message_id in (select id from contact_messages where ${MESSAGES.rows(subject)})`,
      names: { message_id: ['message', namesIn('contact_messages', 'subject')] },
    },
    blocked_senders: BLOCKED,
  },
  async erase(w, subject, formerMember) {
    const messages = sql`select cast(id as text) from contact_messages where ${MESSAGES.rows(subject)}`
    await blankAudit(w, sql`resource = 'messages' and record in (${messages})`)
    await deletePersonalRows(w, 'contact_messages', MESSAGES, subject)
    await deletePersonalRows(w, 'blocked_senders', BLOCKED, subject)
    await reassign(w, 'message_answers', 'answered_by', subject.id, formerMember)
    return []
  },
}
