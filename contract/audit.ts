import Type, { type Static } from 'typebox'
import { anyId, superuser } from './deskShapes.ts'
import { nullable } from './shapes.ts'

/** A row of the audit log, without the states of the record. */
export const AuditEvent = Type.Object({
  id: anyId(),
  at: Type.String(),
  /** The name at that time. */
  actor_name: Type.String(),
  /** False for the command line, the server and deleted accounts, whatever their name. */
  by_account: Type.Boolean(),
  resource: Type.String(),
  action: Type.String(),
  record: nullable(Type.String()),
  /** The name of the record at that time; null where the log does not have it. */
  record_name: nullable(Type.String()),
})
export type AuditEvent = Static<typeof AuditEvent>

const AuditRow = Type.Object({
  ...AuditEvent.properties,
  /** Null for the command line and the server. */
  actor_id: nullable(anyId()),
  /** JSON values; null where there was or is nothing. */
  before: Type.Unknown(),
  after: Type.Unknown(),
})
export type AuditRow = Static<typeof AuditRow>
export const deskAuditCalls = { audit: superuser.reads('audit', AuditRow) }
