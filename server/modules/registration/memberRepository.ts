import { type SqlBool, sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { Read } from '../../db/rows.ts'
import { isListedContent, type Listed } from '../../db/translated.ts'
import { blankAudit } from '../../desk/audit.ts'
import type { Span } from '../../text/sessionCalendar.ts'
import {
  deletePersonalRows,
  namesIn,
  type PersonalData,
  reassign,
  rowsOf,
  rowsWithEmail,
  type Subject,
} from '../../work/personalData.ts'
import { offerEndOf } from './policy.ts'
import { registrable } from './repository.ts'

/* Registrations of one member, with their published events: for the member's calendar. */

const ofMember = (w: Read, user: MemberId) =>
  registrable(w)
    .innerJoin('registrations as r', 'r.content_id', 'contents.id')
    .where('r.user_id', '=', user)
    .orderBy('contents.starts_at')
    .orderBy('contents.id')

/** Events with seats that a newcomer would get, by start. A free seat belongs to the waiting list, not to a newcomer. */
export const listFreeSeats = (w: Read, listed: Listed, limit: number) =>
  registrable(w)
    .select(['id as content_id', 'title', 'starts_at', 'ends_at', 'location'])
    .select(seatsLeft.as('left'))
    .$narrowType<{ starts_at: number; ends_at: number }>()
    .where((is) => is.and({ cancelled_at: null, parent_id: null }))
    .where('starts_at', '>', w.now)
    .where((is) => is(is.fn.coalesce('registration_closes_at', 'starts_at'), '>', w.now))
    .where(seatsLeft, '>', 0)
    .where(isListedContent(w, { ...listed, series: 'once' }))
    .orderBy('starts_at')
    .orderBy('id')
    .limit(limit)
    .execute()

const seatsLeft = sql<number>`contents.seats - (select coalesce(sum(1 + r.companions), 0) from registrations r
  where r.content_id = contents.id and r.state <> 'cancelled')`

/** Events with a seat, cancelled ones among them. */
export const listSeats = (w: Read, user: MemberId, { from, to, limit }: Span) =>
  ofMember(w, user)
    .select(['contents.id', 'uid', 'contents.sequence', 'title', 'short_description'])
    .select(['description', 'format', 'location', 'starts_at', 'ends_at', 'cancelled_at'])
    .select(['contents.created_at', 'contents.updated_at'])
    .select(['r.sequence as seat_sequence', 'r.updated_at as seat_updated_at'])
    // Events have both times by a check constraint.
    .$narrowType<{ starts_at: number; ends_at: number }>()
    .where('r.state', '=', 'coming')
    .where('ends_at', '>', from)
    .where('starts_at', '<', to)
    .limit(limit)
    .execute()

type Coming = { readonly until: number; readonly limit: number }

/** Events that begin before a time, and offered seats of later ones. */
export async function listSeatsAhead(w: Read, user: MemberId, { until, limit }: Coming) {
  const rows = await ofMember(w, user)
    .select(['contents.id as content_id', 'title', 'starts_at', 'ends_at', 'location'])
    .select(['cancelled_at', 'r.state', 'r.offered_until'])
    .$narrowType<{ starts_at: number; ends_at: number }>()
    .where('ends_at', '>', w.now)
    .where((is) =>
      is.or([
        is.and([
          is('r.state', '<>', 'cancelled'),
          is.or([is('r.state', '<>', 'offered'), is('cancelled_at', 'is not', null)]),
          is('starts_at', '<', until),
        ]),
        is.and([
          is('r.state', '=', 'offered'),
          is.or([is('r.offered_until', '>', w.now), is('r.offered_until', 'is', null)]),
          is('cancelled_at', 'is', null),
        ]),
      ]),
    )
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, offered_until: row.offered_until && offerEndOf(row, row) }))
}

const names = { content_id: ['event', namesIn('contents', 'title')] } as const
const REGISTRATIONS = {
  rows: (subject: Subject) =>
    sql<SqlBool>`(${rowsOf('user_id')(subject)} or ${rowsWithEmail('email')(subject)})`,
  without: ['told', 'email_key', 'language'],
  names,
}

/** The seats of a deleted account are freed; files that the staff have exported before are theirs to delete. */
export const registrationData: PersonalData = {
  tables: {
    registrations: REGISTRATIONS,
    registration_messages: {
      rows: rowsOf('sent_by'),
      names,
    },
  },
  async erase(w, subject, formerMember) {
    const own = sql`select cast(id as text) from registrations where ${REGISTRATIONS.rows(subject)}`
    await blankAudit(w, sql`resource = 'registrations' and record in (${own})`)
    await deletePersonalRows(w, 'registrations', REGISTRATIONS, subject)
    await reassign(w, 'registration_messages', 'sent_by', subject.id, formerMember)
    return []
  },
}
