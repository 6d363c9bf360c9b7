import {
  type DeskOpening,
  type GroupOpening,
  type JoinAnswer,
  type JoinRequest,
  OPENINGS_PAGE,
  type OpenGroup,
  type OpenGroups,
} from '#contract/openings.ts'
import { iso } from '../../../text/time.ts'
import { ASK_AGAIN_MS } from '../limits.ts'
import type { findOpening, ListedRow, listOpeningsById, OpeningTexts } from './openingRepository.ts'
import type { OwnRow, WaitingRow } from './requestRepository.ts'

const presentTexts = ({
  plays,
  languages,
  mode,
  place,
  rhythm,
  beginners,
  content_notes,
  left,
}: Omit<OpeningTexts, 'size'> & { readonly left: number }) => ({
  plays,
  languages: languages.split(',').filter((code) => code !== ''),
  mode,
  place,
  rhythm,
  beginners: beginners === 1,
  content_notes,
  // An owner may invite more people than were looked for.
  free: Math.max(0, left),
})

const presentOpenGroup = (row: ListedRow): OpenGroup => ({
  ...presentTexts(row),
  id: row.group_id,
  group_name: row.group_name,
  owner: row.owner,
  crest: row.crest,
  players: row.players,
  next_start: iso(row.next_start),
})

/** @param rows one more than a page has, if there are more */
export function presentOpenGroups(rows: readonly ListedRow[]): OpenGroups {
  const shown = rows.slice(0, OPENINGS_PAGE)
  return {
    groups: shown.map(presentOpenGroup),
    next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  }
}

export const presentOpening = (
  opening: Awaited<ReturnType<typeof findOpening>>,
  requests: readonly WaitingRow[],
): GroupOpening => ({
  opening: opening === undefined ? null : { ...presentTexts(opening), version: opening.version },
  requests: requests.map(({ created_at, ...request }) => ({
    ...request,
    asked_at: iso(created_at),
  })),
})

export const presentRequest = ({
  answer,
  created_at,
  answered_at,
  invite_id,
  ...request
}: OwnRow): JoinRequest => ({
  ...request,
  answer: shownAnswer(answer),
  asked_at: iso(created_at),
  invite_id: answer === 'accepted' ? invite_id : null,
  again_at: answer === 'declined' && answered_at !== null ? iso(answered_at + ASK_AGAIN_MS) : null,
})

/** Withdrawn requests are never shown. */
const shownAnswer = (answer: OwnRow['answer']): JoinAnswer =>
  answer === 'withdrawn' ? 'closed' : answer

export const presentDeskOpening = (
  row: Awaited<ReturnType<typeof listOpeningsById>>[number],
  requests: number,
): DeskOpening => ({
  ...presentTexts(row),
  id: row.id,
  group: { id: row.group_id, name: row.group_name },
  owner: { id: row.owner_id, username: row.owner },
  requests,
  created_at: iso(row.created_at),
  updated_at: iso(row.updated_at),
})
