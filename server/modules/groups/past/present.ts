import type { GameDateId, MemberId } from '#contract/ids.ts'
import type { Attendant, PastDate, PastDates, Recap } from '#contract/past.ts'
import { excerpt } from '#shared/pageTags.ts'
import { excerptOf } from '#shared/search.ts'
import { inAlphabet } from '../../../text/alphabet.ts'
import { wordsIn } from '../../../text/keys.ts'
import { plainText } from '../../../text/light.ts'
import { iso } from '../../../text/time.ts'
import { PAST_PAGE } from '../limits.ts'
import type { listGameAnswers } from '../planning/sessionRepository.ts'
import type { AttendanceRow, FoundPast, PastRow } from './pastRepository.ts'

type Attendance = readonly AttendanceRow[]
type Members = readonly { readonly user_id: MemberId; readonly name: string }[]
type Answers = Awaited<ReturnType<typeof listGameAnswers>>
/** Attendance at one date. */
export type Came = Pick<PastDate, 'came' | 'came_gone'>

const byName = (attendants: readonly Attendant[], language: string): Attendant[] =>
  inAlphabet(attendants, language, ({ member_id, name }) => ({ id: member_id, name }))

/** Who has said that they come, as corrected since. @param language of the order */
export function whoCame(
  date: GameDateId,
  { answers, attendance }: { readonly answers: Answers; readonly attendance: Attendance },
  language: string,
): Came {
  const rows = attendance.filter(({ date_id }) => date_id === date)
  const corrected = new Set(rows.map(({ user_id }) => user_id))
  const said = answers.filter(
    ({ date_id, user_id, answer }) =>
      date_id === date && answer === 'coming' && !corrected.has(user_id),
  )
  const came = [...said, ...rows.filter((row) => row.came === 1)]
  const named = came.flatMap(({ user_id, name }) =>
    user_id === null || name === null ? [] : [{ member_id: user_id, name }],
  )
  return { came: byName(named, language), came_gone: came.length - named.length }
}

/** Members, and those who were corrected and have left, without those who came. */
export function whoStayedAway(
  { members, attendance }: { readonly members: Members; readonly attendance: Attendance },
  { came }: Came,
  language: string,
): Attendant[] {
  const there = new Set(came.map(({ member_id }) => member_id))
  const others = new Map(
    [...members, ...attendance].flatMap(({ user_id, name }) =>
      user_id === null || name === null || there.has(user_id) ? [] : [[user_id, name]],
    ),
  )
  return byName(
    [...others].map(([member_id, name]) => ({ member_id, name })),
    language,
  )
}

/** @param term folded; empty: the excerpt is the beginning of the recap */
export function presentPast(
  { text, starts_at, ends_at, id, title, place }: PastRow,
  came: Came,
  term: string,
): PastDate {
  const words = plainText('light', text ?? '')
  // The whole term, else the first of its words that is there.
  const found = term && [term, ...wordsIn(term)].map((one) => excerptOf([words], one)).find(Boolean)
  return {
    id,
    title,
    place,
    starts_at: iso(starts_at),
    ends_at: iso(ends_at),
    ...came,
    has_recap: (text ?? '') !== '',
    ...(words !== '' && { excerpt: found || [{ text: excerpt(words), is_match: false }] }),
  }
}

/** @param rows one more than a page has, if there are more */
export function presentPage(
  rows: readonly PastRow[],
  present: (row: PastRow) => PastDate,
): PastDates {
  const shown = rows.slice(0, PAST_PAGE)
  const next = rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null
  return { dates: shown.map(present), next }
}

export const presentRecap = ({ text, version, writer, written_at }: FoundPast): Recap => ({
  text: text ?? '',
  version: version ?? 0,
  written_by: writer,
  written_at: written_at === null ? null : iso(written_at),
})
