import { deletePersonalRows, type PersonalData, reassign, rowsOf } from '../../db/personalData.ts'

const REGISTRATIONS = { rows: rowsOf('user_id'), without: ['told'] }

/** The seats of a deleted account are free; what the staff have exported before is theirs to delete. */
export const registrationData: PersonalData = {
  tables: { registrations: REGISTRATIONS, registration_messages: { rows: rowsOf('sent_by') } },
  async erase(tx, subject, { formerMember }) {
    await deletePersonalRows(tx, 'registrations', REGISTRATIONS, subject)
    await reassign(tx, 'registration_messages', 'sent_by', subject.id, formerMember)
    return []
  },
}
