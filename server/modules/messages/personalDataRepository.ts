import { sql } from 'kysely'
import {
  deletePersonalRows,
  namesIn,
  type PersonalData,
  reassign,
  rowsWithEmail,
} from '../../db/personalData.ts'
import { blankAudit } from '../../desk/audit.ts'

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
  async erase(tx, subject, { formerMember }) {
    const messages = sql`select cast(id as text) from contact_messages where ${MESSAGES.rows(subject)}`
    await blankAudit(tx, sql`resource = 'messages' and record in (${messages})`)
    await deletePersonalRows(tx, 'contact_messages', MESSAGES, subject)
    await deletePersonalRows(tx, 'blocked_senders', BLOCKED, subject)
    await reassign(tx, 'message_answers', 'answered_by', subject.id, formerMember)
    return []
  },
}
