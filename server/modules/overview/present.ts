import type { AuditEvent } from '#contract/audit.ts'
import type { AgendaItem } from '#contract/overview.ts'
import { isByAccount } from '../../desk/audit.ts'
import { parsed, recordName } from '../../desk/recordName.ts'
import { iso } from '../../text/time.ts'
import type { events, lastActions } from './repository.ts'

type Item = Awaited<ReturnType<typeof events>>[number]

export function presentItem(row: Item, what: AgendaItem['what']): AgendaItem {
  const { id, kind, title, publish_at, starts_at, ends_at } = row
  return what === 'event'
    ? { id, what, kind, title, at: iso(starts_at) ?? '', ends_at: iso(ends_at) }
    : { id, what, kind, title, at: iso(publish_at) ?? '', ends_at: null }
}

export function presentAction(row: Awaited<ReturnType<typeof lastActions>>[number]): AuditEvent {
  const { id, at, actor_name, resource, action, record, before, after } = row
  const record_name = recordName(parsed(after), parsed(before))
  const by_account = isByAccount(row)
  return { id, at: iso(at), actor_name, by_account, resource, action, record, record_name }
}
