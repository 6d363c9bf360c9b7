import { makeResource } from '../../desk/resource.ts'
import type { App, Deps } from '../../http/deps.ts'
import { presentActs } from './present.ts'

/** Read-only. */
export function auditModule(desk: App, deps: Deps): void {
  makeResource<never>(deps, 'audit', {
    list: {
      table: 'audit_log',
      sortable: ['at', 'actor_name', 'resource', 'action', 'record'],
      filterable: ['resource', 'action', 'record', 'actor_id'],
      searched: ['actor_name', 'resource', 'action', 'record'],
      sort: ['id', 'desc'],
    },
    present: presentActs,
  }).read(desk)
}
