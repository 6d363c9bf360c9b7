import { sql } from 'kysely'
import { blankAudit } from '../../desk/audit.ts'
import { deletePersonalRows, type PersonalData, reassign, rowsOf } from '../../work/personalData.ts'

const NAME_CHANGES = { rows: rowsOf('user_id') }
const ORDER_DETAILS = { rows: rowsOf('user_id'), order: ['user_id'] }

export const profileData: PersonalData = {
  tables: { name_changes: NAME_CHANGES, order_details: ORDER_DETAILS },
  async erase(w, subject, formerMember) {
    const requests = sql`select cast(id as text) from name_changes where user_id = ${subject.id}`
    await blankAudit(w, sql`resource = 'name-changes' and record in (${requests})`)
    await deletePersonalRows(w, 'name_changes', NAME_CHANGES, subject)
    await deletePersonalRows(w, 'order_details', ORDER_DETAILS, subject)
    await reassign(w, 'name_changes', 'decided_by', subject.id, formerMember)
    return []
  },
}
