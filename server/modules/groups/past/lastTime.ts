import { excerpt } from '#shared/pageTags.ts'
import { dayOf } from '#shared/timeRange.ts'
import { DAY_MS } from '../../../config/time.ts'
import type { HasDb } from '../../../db/schema.ts'
import { plainText } from '../../../text/light.ts'
import { iso, type Reading } from '../../../text/time.ts'
import type { DateRow, SessionRow } from '../planning/sessionRepository.ts'
import { findLastRecap } from './recapRepository.ts'

/** A recap that is older says nothing about the next date. */
const REMEMBERED_MS = 60 * DAY_MS

type Reader = Reading & { readonly link: string }

/**
 * Values of a mail about a date: the beginning of the last recap, its day, and a link to it. All are empty without one.
 * @param link to the sessions of the group
 */
export async function lastTimeOf(
  w: HasDb,
  { id, group_id }: Pick<SessionRow, 'id' | 'group_id'>,
  { starts_at }: Pick<DateRow, 'starts_at'>,
  { zone, now, language, link }: Reader,
) {
  const span = { since: now - REMEMBERED_MS, before: Math.min(starts_at, now) }
  const last = await findLastRecap(w, group_id, id, span)
  if (last === undefined) return { last_time: '', last_date: '', last_link: '' }
  return {
    last_time: excerpt(plainText('light', last.text)),
    last_date: dayOf(iso(last.starts_at), zone, language),
    last_link: `${link}&date=${last.id}`,
  }
}
