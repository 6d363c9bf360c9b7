import { sql } from 'kysely'
import {
  deletePersonalRows,
  namesIn,
  type PersonalData,
  reassign,
  rowsOf,
} from '../../db/personalData.ts'
import { blankAudit } from '../../desk/audit.ts'

const names = { content_id: ['event', namesIn('contents', 'title')] } as const
const REGISTRATIONS = {
  rows: rowsOf('user_id'),
  without: ['told'],
  names,
}

/** The seats of a deleted account are freed; files that the staff have exported before are theirs to delete. */
export const registrationData: PersonalData = {
  tables: {
    registrations: REGISTRATIONS,
    registration_messages: {
      rows: rowsOf('sent_by'),
      names,
    },
  },
  async erase(tx, subject, { formerMember }) {
    const own = sql`select cast(id as text) from registrations where user_id = ${subject.id}`
    await blankAudit(tx, sql`resource = 'registrations' and record in (${own})`)
    await deletePersonalRows(tx, 'registrations', REGISTRATIONS, subject)
    await reassign(tx, 'registration_messages', 'sent_by', subject.id, formerMember)
    return []
  },
}
