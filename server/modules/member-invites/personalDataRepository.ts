import { type SqlBool, sql } from 'kysely'
import {
  deletePersonalRows,
  namesIn,
  type PersonalData,
  rowsOf,
  rowsWithEmail,
  type Subject,
} from '../../work/personalData.ts'

const CAME = rowsOf('user_id')
const MAILED = rowsWithEmail('email')
const INVITES = {
  rows: (subject: Subject) => sql<SqlBool>`(${CAME(subject)} or ${MAILED(subject)})`,
}

/** The lists that a member of the staff has sent hold the addresses of others, so they are not data about that member. */
export const memberInvitesData: PersonalData = {
  tables: {
    member_invites: {
      ...INVITES,
      without: ['email_key', 'digest', 'invited_by'],
      names: { group_id: ['group', namesIn('groups', 'name')] },
    },
  },
  async erase(w, subject) {
    await deletePersonalRows(w, 'member_invites', INVITES, subject)
    return []
  },
}
