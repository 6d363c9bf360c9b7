import { type Readable, readRoutes } from '../../desk/crud.ts'
import type { App, Deps } from '../../http/deps.ts'
import { presentAuditRows } from './present.ts'
import { concernsMember } from './repository.ts'

export const auditModule = (desk: App, deps: Deps): void => readRoutes(desk, deps, audit)

const audit: Readable<'audit', 'audit_log'> = {
  resource: 'audit',
  table: 'audit_log',
  list: {
    sortable: ['at', 'actor_name', 'resource', 'action', 'record'],
    filterable: ['resource', 'action', 'record', 'actor_id'],
    related: { member_id: concernsMember },
    searched: ['actor_name', 'resource', 'action', 'record'],
    sort: ['id', 'desc'],
  },
  present: presentAuditRows,
}
