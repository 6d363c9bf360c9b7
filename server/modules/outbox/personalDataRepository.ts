import { sql } from 'kysely'
import { type PersonalData, rowsWithEmail, type Subject } from '../../work/personalData.ts'

/** `data` of mails to members begins with their id; see `jobsFor`. */
const toMember = (subject: Subject) => sql<boolean>`(${rowsWithEmail('recipient')(subject)}
  or data like ${`{"user":${subject.id},%`} or data = ${`{"user":${subject.id}}`})`

/** Mails that wait, and those that were sent and are kept for a while. */
export const mailData: PersonalData = {
  tables: { outbox: { rows: toMember, without: ['digest'] } },
  /** A once-only mail keeps its key; see `blankOnceOnlyMails`. */
  async erase(w, subject, _formerMember) {
    await w.db.deleteFrom('outbox').where(toMember(subject)).where('once_key', 'is', null).execute()
    await w.db
      .updateTable('outbox')
      .set((is) => ({
        recipient: '',
        data: '{}',
        last_error: null,
        digest: null,
        done_at: is.fn.coalesce('done_at', sql<number>`${w.now}`),
      }))
      .where(toMember(subject))
      .execute()
    return []
  },
}
