import type { GroupId } from '#contract/ids.ts'
import type { OpeningBody } from '#contract/openings.ts'
import { DAY_MS } from '../../../config/time.ts'
import { errors, refusal } from '../../../http/errors.ts'
import { printable } from '../../../text/keys.ts'
import {
  ASK_AGAIN_MS,
  GROUP_REQUESTS_MAX,
  GROUP_SIZE_MAX,
  REQUESTS_A_DAY,
  REQUESTS_OPEN_MAX,
  REQUESTS_TO_GROUP_MAX,
} from '../limits.ts'
import type { Membership } from '../policy.ts'
import type { OpeningTexts } from './openingRepository.ts'
import type { listAsked } from './requestRepository.ts'

/** A member's words on one line. */
export const lineToStore = (text: string): string => printable(text).replace(/\s+/g, ' ').trim()

/**
 * @param invited open invites of the group
 * @throws Refusal 409 if the group is full, 400 if it has less room than places
 */
export function openingToStore(
  { members }: Membership,
  invited: number,
  { plays, languages, mode, place, rhythm, beginners, content_notes, places }: OpeningBody,
): OpeningTexts {
  const taken = members.length + invited
  const room = GROUP_SIZE_MAX - taken
  if (room <= 0) throw errors.groupFull(GROUP_SIZE_MAX)
  if (places > room) throw refusal(400, 'too_many_places', { attr: 'places', limit: room })
  return {
    plays: lineToStore(plays),
    languages: `,${languages.join()},`,
    mode,
    place: lineToStore(place),
    rhythm: lineToStore(rhythm),
    beginners: beginners ? 1 : 0,
    content_notes: lineToStore(content_notes),
    size: taken + places,
  }
}

export function assertFree(left: number): void {
  if (left <= 0) throw refusal(409, 'no_free_place')
}

/** Requests of one member; see `listAsked`. */
type Asked = Awaited<ReturnType<typeof listAsked>>

type Asking = {
  readonly group: GroupId
  /** Requests of the group. */
  readonly waiting: number
  readonly now: number
}

/** 409 of a request. @param asked by the member within `ASK_AGAIN_MS` */
export function assertMayAsk(asked: Asked, { group, waiting, now }: Asking): void {
  const here = asked.filter((one) => one.group_id === group)
  if (here.some(({ answer }) => answer === 'open')) throw refusal(409, 'already_asked')
  const isDeclined = here.some(
    ({ answer, answered_at }) => answer === 'declined' && (answered_at ?? 0) > now - ASK_AGAIN_MS,
  )
  if (isDeclined || here.length >= REQUESTS_TO_GROUP_MAX) throw refusal(409, 'asked_lately')
  if (asked.filter(({ answer }) => answer === 'open').length >= REQUESTS_OPEN_MAX)
    throw refusal(409, 'too_many_requests_open', { limit: REQUESTS_OPEN_MAX })
  if (asked.filter(({ created_at }) => created_at > now - DAY_MS).length >= REQUESTS_A_DAY)
    throw refusal(409, 'too_many_requests_today', { limit: REQUESTS_A_DAY })
  if (waiting >= GROUP_REQUESTS_MAX) throw refusal(409, 'too_many_requests_waiting')
}

export const requestNotFound = () => refusal(404, 'join_request_not_found')
