import { type PersonalData, rowsOf } from '../../work/personalData.ts'

/** Feeds are deleted with the account. */
export const calendarData: PersonalData = {
  tables: {
    calendar_feeds: { rows: rowsOf('user_id'), without: ['secret_hash'] },
  },
}
