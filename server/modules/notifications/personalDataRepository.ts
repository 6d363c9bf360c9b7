import { deletePersonalRows, type PersonalData, rowsOf } from '../../db/personalData.ts'

const PREFERENCES = { rows: rowsOf('user_id'), order: ['user_id'] }

export const notificationsData: PersonalData = {
  tables: { preferences: PREFERENCES },
  async erase(tx, subject) {
    await deletePersonalRows(tx, 'preferences', PREFERENCES, subject)
    return []
  },
}
