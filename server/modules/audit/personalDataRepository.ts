import { sql } from 'kysely'
import { type PersonalData, rowsOf } from '../../db/personalData.ts'
import { holds } from '../../db/search.ts'
import { blankAudit, FORMER_MEMBER } from '../../desk/audit.ts'

/** What a member did at the desk. What the records held is about other people. */
export const auditData: PersonalData = {
  tables: {
    audit_log: { rows: rowsOf('actor_id'), without: ['record', 'before', 'after'] },
  },
  /** Names are looked for as whole JSON texts, e-mail addresses anywhere. */
  async erase(tx, { id, usernames, emails }) {
    const terms = [...usernames.map((name) => JSON.stringify(name)), ...emails]
    for (const term of terms)
      await blankAudit(tx, sql`(${holds(tx, 'before', term)} or ${holds(tx, 'after', term)})`)
    await tx
      .updateTable('audit_log')
      .set({ actor_name: FORMER_MEMBER })
      .where('actor_id', '=', id)
      .execute()
    return []
  },
}
