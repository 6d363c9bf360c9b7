import type { AuditRow } from '#contract/audit.ts'
import type { HasDb, RowOf } from '../../db/rows.ts'
import { isByAccount, isReadable, parsed, recordName } from '../../desk/audit.ts'
import { type Readable, readRoutes } from '../../desk/crud.ts'
import { peopleByIds } from '../../desk/people.ts'
import type { App, Deps } from '../../http/deps.ts'
import { iso } from '../../text/time.ts'
import type { Module } from '../face.ts'
import { auditData, concernsMember } from './repository.ts'

export const audit = {
  make: (): Module => ({ desk: auditRoutes, personalData: auditData }),
}

/** Resources whose record is an account. Rows such as those of logins keep no name of it. */
const ACCOUNTS: readonly string[] = ['members', 'session']

async function presentAuditRows(
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

const auditRoutes = (desk: App, deps: Deps): void => readRoutes(desk, deps, auditLog)

const auditLog: Readable<'audit', 'audit_log'> = {
  resource: 'audit',
  table: 'audit_log',
  visible: isReadable,
  list: {
    sortable: ['at', 'actor_name', 'resource', 'action', 'record'],
    filterable: ['resource', 'action', 'record', 'actor_id'],
    related: { member_id: concernsMember },
    searched: ['actor_name', 'resource', 'action', 'record'],
    sort: ['id', 'desc'],
  },
  present: presentAuditRows,
}
