import { sql } from 'kysely'
import { blankAudit } from '../../desk/audit.ts'
import {
  deletePersonalRows,
  namesIn,
  type PersonalData,
  reassign,
  rowsOf,
} from '../../work/personalData.ts'

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
  async erase(w, subject, formerMember) {
    const own = sql`select cast(id as text) from registrations where user_id = ${subject.id}`
    await blankAudit(w, sql`resource = 'registrations' and record in (${own})`)
    await deletePersonalRows(w, 'registrations', REGISTRATIONS, subject)
    await reassign(w, 'registration_messages', 'sent_by', subject.id, formerMember)
    return []
  },
}
