import type { AuditRow } from '#contract/audit.ts'
import type { RowOf } from '../../db/rows.ts'
import type { HasDb } from '../../db/schema.ts'
import { isByAccount } from '../../desk/audit.ts'
import { peopleByIds } from '../../desk/people.ts'
import { parsed, recordName } from '../../desk/recordName.ts'
import { iso } from '../../text/time.ts'

/** Resources whose record is an account. Rows such as those of logins keep no name of it. */
const ACCOUNTS: readonly string[] = ['members', 'session']

export async function presentAuditRows(
  w: HasDb,
  rows: readonly RowOf<'audit_log'>[],
): Promise<AuditRow[]> {
  const accountOf = ({ resource, record }: RowOf<'audit_log'>) =>
    ACCOUNTS.includes(resource) ? Number(record) : null
  const people = await peopleByIds(w, rows.map(accountOf))
  return rows.map((row) => {
    const before = parsed(row.before)
    const after = parsed(row.after)
    const person = people.get(accountOf(row) ?? 0)
    const record_name = recordName(after, before) ?? person?.username ?? null
    const by_account = isByAccount(row)
    return { ...row, at: iso(row.at), by_account, record_name, before, after }
  })
}
