import { sql } from 'kysely'
import { blankAudit } from '../../desk/audit.ts'
import {
  deletePersonalRows,
  namesIn,
  type PersonalData,
  reassign,
  rowsWithEmail,
} from '../../work/personalData.ts'

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
