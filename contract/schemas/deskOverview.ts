import Type, { type Static } from 'typebox'
import { WAITING_MAX } from '../desk.ts'
import { DayCount } from './deskMembers.ts'
import { anyId } from './deskShared.ts'
import { ErrorBody, nullable } from './shared.ts'

const Waiting = Type.Object({
  resource: Type.Union([
    Type.Literal('review'),
    Type.Literal('name-changes'),
    Type.Literal('messages'),
    Type.Literal('outbox'),
  ]),
  count: Type.Integer({ maximum: WAITING_MAX }),
  /** Since when the oldest of them waits; null when nothing does. */
  oldest_at: nullable(Type.String()),
})
export type Waiting = Static<typeof Waiting>

const AgendaItem = Type.Object({
  id: anyId(),
  /** An event that takes place, or news or an event that appears on the site. */
  what: Type.Union([Type.Literal('event'), Type.Literal('publication')]),
  kind: Type.Union([Type.Literal('news'), Type.Literal('event')]),
  title: Type.String(),
  at: Type.String(),
  /** Of an event. */
  ends_at: nullable(Type.String()),
})
export type AgendaItem = Static<typeof AgendaItem>

const Act = Type.Object({
  id: anyId(),
  at: Type.String(),
  actor_name: Type.String(),
  resource: Type.String(),
  action: Type.String(),
  record: nullable(Type.String()),
  record_name: nullable(Type.String()),
})
export type Act = Static<typeof Act>

export const Overview = Type.Object({
  /** Of the next seven days, the soonest first. */
  agenda: Type.Array(AgendaItem),
  /** The newest first; staff see their own, superusers everybody's. */
  acts: Type.Array(Act),
  /** The last 14 days, the oldest first. */
  days: Type.Array(DayCount),
})
export type Overview = Static<typeof Overview>

const refused = { 401: ErrorBody, 403: ErrorBody }

export const overviewSchemas = {
  get: { response: { 200: Overview, ...refused } },
  /** Dead mail is counted for superusers alone. */
  waiting: { response: { 200: Type.Array(Waiting), ...refused } },
}
