import Type from 'typebox'
import { ID_MAX, WEB_URL_PATTERN } from '../fields.ts'
import type { MemberId } from '../ids.ts'
import {
  INSTANT_PATTERN,
  LINK_MAX,
  PLACE_MAX,
  PLAN_NOTES_MAX,
  SESSION_TITLE_MAX,
  TIME_ZONE_MAX,
} from '../planning.ts'
import { id, optionalLine } from './shared.ts'

/* Fields that polls and sessions share. */

export const Person = { member_id: id<MemberId>(), name: Type.String() }

export const zone = Type.String({
  maxLength: TIME_ZONE_MAX,
  description: 'IANA name of the caller’s time zone; mails to the caller use it, too.',
})
/** ISO 8601 in UTC, as browsers write it. */
export const instant = () => Type.String({ maxLength: 24, pattern: INSTANT_PATTERN })
export const sequence = Type.Integer({ minimum: 0, maximum: ID_MAX })
export const title = optionalLine(SESSION_TITLE_MAX)
export const notes = Type.String({ maxLength: PLAN_NOTES_MAX })
export const period = { starts_at: instant(), ends_at: instant() }
export const where = {
  place: optionalLine(PLACE_MAX),
  link: Type.String({ maxLength: LINK_MAX, pattern: `^$|${WEB_URL_PATTERN}` }),
  notes,
}
