import { deletePersonalRows, type PersonalData, rowsOf } from '../../work/personalData.ts'

const PREFERENCES = { rows: rowsOf('user_id'), order: ['user_id'] }

export const notificationsData: PersonalData = {
  tables: { preferences: PREFERENCES },
  async erase(w, subject) {
    await deletePersonalRows(w, 'preferences', PREFERENCES, subject)
    return []
  },
}
