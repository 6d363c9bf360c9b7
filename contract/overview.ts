import Type, { type Static } from 'typebox'
import { AuditEvent } from './audit.ts'
import { WAITING_MAX } from './desk.ts'
import { anyId, getting, lists, shows } from './deskShapes.ts'
import { AGENDA_KINDS, CONTENT_KINDS, QUEUES } from './sets.ts'
import { nullable } from './shapes.ts'

const Waiting = Type.Object({
  resource: Type.Enum(QUEUES),
  count: Type.Integer({ maximum: WAITING_MAX }),
  /** Arrival of the oldest of them; null for an empty queue. */
  oldest_at: nullable(Type.String()),
})
export type Waiting = Static<typeof Waiting>

const AgendaItem = Type.Object({
  id: anyId(),
  what: Type.Enum(AGENDA_KINDS),
  kind: Type.Enum(CONTENT_KINDS),
  title: Type.String(),
  at: Type.String(),
  ends_at: nullable(Type.String()),
})
export type AgendaItem = Static<typeof AgendaItem>

const DayCount = Type.Object({
  /** The day (UTC) as `2026-06-01`. */
  id: Type.String(),
  visits: Type.Integer(),
  /** Registered on that day. */
  members: Type.Integer(),
  groups: Type.Integer(),
  /** Glossary entries sent on that day. */
  entries: Type.Integer(),
})
export type DayCount = Static<typeof DayCount>

const Overview = Type.Object({
  /** Events that an upgrade has opened to everybody, until the staff have looked at them; the soonest first. */
  opened: Type.Array(Type.Object({ id: anyId(), title: Type.String() })),
  /** Next seven days, soonest first. */
  agenda: Type.Array(AgendaItem),
  /** The newest first; staff see their own, superusers those of all. */
  acts: Type.Array(AuditEvent),
  /** The last 14 days, the oldest first. */
  days: Type.Array(DayCount),
})
export type Overview = Static<typeof Overview>

export const deskOverviewCalls = {
  overview: {
    get: getting('/overview', shows(Overview)),
    /** Dead emails and failing deletions of accounts are counted for superusers only. */
    waiting: getting('/overview/waiting', shows(Type.Array(Waiting))),
  },
  /** `filter={"days":30}`; oldest day first, days without anything too. */
  counters: { list: getting('/counters', lists(DayCount)) },
}
