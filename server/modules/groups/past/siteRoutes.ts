import type { RichText } from '#contract/formatting.ts'
import type { GameDateId, MemberId } from '#contract/ids.ts'
import {
  type Attendant,
  type PastDate,
  type PastDates,
  type PastDetails,
  pastCalls,
  type Recap,
} from '#contract/past.ts'
import { excerpt } from '#shared/pageTags.ts'
import { excerptOf, searchKey, termKey } from '#shared/search.ts'
import { HOUR_MS } from '../../../config/time.ts'
import type { HasDb } from '../../../db/rows.ts'
import { type App, type Deps, limited } from '../../../http/deps.ts'
import { errors, refusal } from '../../../http/errors.ts'
import { inAlphabet } from '../../../text/alphabet.ts'
import { mainLanguage } from '../../../text/contentLanguage.ts'
import { wordsIn } from '../../../text/keys.ts'
import { plainText } from '../../../text/light.ts'
import { iso } from '../../../text/time.ts'
import { type CallRead, routesOn } from '../../../work/work.ts'
import { type GroupRead, type GroupWork, inGroup, inGroupOf, ofGroupOf } from '../groupCalls.ts'
import { PAST_PAGE } from '../limits.ts'
import { assertPlanner } from '../planning/plan.ts'
import { mayPlan } from '../planning/policy.ts'
import { findDateGroup, listGameAnswers } from '../planning/sessionRepository.ts'
import { textToStore } from '../policy.ts'
import {
  findPast,
  listAttendance,
  listNames,
  listPast,
  saveAttendance,
  saveRecap,
} from './pastRepository.ts'

/** A text as a tree with the links of names; null for one that is shown as typed. */
export type LinkedTree = (w: HasDb, text: string) => Promise<RichText | null>

export function pastRoutes(member: App, deps: Deps, linkedTree: LinkedTree): void {
  const route = routesOn(member, deps, pastCalls)
  /** Runs after a change: looking up names locks nothing. */
  const linked =
    <Call>(handle: (w: CallRead, call: Call) => Promise<PastDetails>) =>
    async (w: CallRead, call: Call): Promise<PastDetails> => {
      const details = await handle(w, call)
      const text_rich = await linkedTree(w, details.recap.text)
      return text_rich === null ? details : { ...details, recap: { ...details.recap, text_rich } }
    }

  route(
    'listPastDates',
    inGroup('member', async (w, { query: { before, q = '' } }) => {
      const term = termKey(q)
      const rows = await listPast(w, w.id, { before, term })
      const ids = rows.map((row) => row.id)
      const [answers, attendance] = [await listGameAnswers(w, ids), await listAttendance(w, ids)]
      const cameTo = ({ id }: (typeof rows)[number]) =>
        whoCame(id, { answers, attendance }, mainLanguage(w.settings))
      return presentPage(rows, (row) => presentPast(row, cameTo(row), term))
    }),
    // Limited, because a search reads the recaps of a group. The site asks once typing pauses.
    limited(120, 1),
  )
  route(
    'getPastDate',
    linked(inGroupOf('member', groupOfDate, (w, { params }) => readDetails(w, params.id))),
  )
  route(
    'saveRecap',
    linked(
      ofDate(async (w, before, { body }: ById & { readonly body: Written }) => {
        if ((before.version ?? 0) !== body.version) throw refusal(409, 'recap_changed')
        const text = textToStore(body.text)
        if (text === (before.text ?? '')) return
        const version = body.version + 1
        const search_text = searchKey(plainText('light', text))
        const written = { text, search_text, version, written_by: w.me, written_at: w.now }
        await saveRecap(w.db, [{ date_id: before.id, ...written }])
        if (isWorthLogging(w, before, text)) await w.log('recap_written', { detail: before.title })
      }),
    ),
  )
  route(
    'correctAttendance',
    linked(
      ofDate(async (w, { id }, { body }: ById & { readonly body: Corrections }) => {
        assertPlanner(w)
        // The last change of a member counts.
        const changes = new Map(body.changes.map((one) => [one.member_id, one.came]))
        const known = [...(await listNames(w, w.id)), ...(await listAttendance(w, [id]))]
        const ids = new Set(known.map(({ user_id }) => user_id))
        const corrections = [...changes].map(([user_id, came]) => ({
          date_id: id,
          user_id,
          came: came ? 1 : 0,
          updated_at: w.now,
        }))
        if (corrections.some(({ user_id }) => !ids.has(user_id)))
          throw errors.invalidChoice('changes')
        await saveAttendance(w.db, corrections)
      }),
    ),
  )
}

type ById = { readonly params: { readonly id: GameDateId }; readonly memberId: MemberId }
type Written = { readonly text: string; readonly version: number }
type Corrections = {
  readonly changes: ReadonlyArray<{ readonly member_id: MemberId; readonly came: boolean }>
}

const groupOfDate = (w: HasDb, { params }: ById) => findDateGroup(w, params.id)

/** Changes what is known of a date that is over. */
const ofDate = <Call extends ById>(
  change: (w: GroupWork, before: FoundPast, call: Call) => Promise<void>,
) =>
  ofGroupOf({ role: 'member', find: groupOfDate }, async (w: GroupWork, call: Call) => {
    await change(w, await readPast(w, call.params.id), call)
    w.publishGroup()
    return readDetails(w, call.params.id)
  })

/** Dates that are not over have no history, and cancelled ones never took place. */
async function readPast(w: GroupRead | GroupWork, id: GameDateId): Promise<FoundPast> {
  const date = await findPast(w, w.id, id)
  if (date === undefined) throw errors.notFound()
  return date
}

async function readDetails(w: GroupRead | GroupWork, date: GameDateId): Promise<PastDetails> {
  const row = await readPast(w, date)
  const language = mainLanguage(w.settings)
  const attendance = await listAttendance(w, [date])
  const answers = await listGameAnswers(w, [date])
  const came = whoCame(date, { answers, attendance }, language)
  const isPlanner = mayPlan(w.group, w.me)
  return {
    date: presentPast(row, came, ''),
    recap: presentRecap(row),
    ...(isPlanner && {
      absent: whoStayedAway({ members: await listNames(w, w.id), attendance }, came, language),
    }),
  }
}

/** A member who goes on writing within this time has one line in the log. */
const SAME_WRITING_MS = HOUR_MS

/** An emptied recap is not worth a line. */
function isWorthLogging(
  { me, now }: GroupWork,
  { text: before, written_by, written_at }: FoundPast,
  text: string,
): boolean {
  if (text === '') return false
  const isGoingOn = written_by === me && now - (written_at ?? 0) < SAME_WRITING_MS
  return before === null || before === '' || !isGoingOn
}

type Attendance = readonly AttendanceRow[]
type Members = readonly { readonly user_id: MemberId; readonly name: string }[]
type Answers = Awaited<ReturnType<typeof listGameAnswers>>
type Came = Pick<PastDate, 'came' | 'came_gone'>

const byName = (attendants: readonly Attendant[], language: string): Attendant[] =>
  inAlphabet(attendants, language, ({ member_id, name }) => ({ id: member_id, name }))

/** Who has said that they come, as corrected since. @param language of the order */
function whoCame(
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
function presentPast(
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
function presentPage(rows: readonly PastRow[], present: (row: PastRow) => PastDate): PastDates {
  const shown = rows.slice(0, PAST_PAGE)
  const next = rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null
  return { dates: shown.map(present), next }
}

const presentRecap = ({ text, version, writer, written_at }: FoundPast): Recap => ({
  text: text ?? '',
  version: version ?? 0,
  written_by: writer,
  written_at: written_at === null ? null : iso(written_at),
})

type PastRow = Awaited<ReturnType<typeof listPast>>[number]

type FoundPast = NonNullable<Awaited<ReturnType<typeof findPast>>>

type AttendanceRow = Awaited<ReturnType<typeof listAttendance>>[number]
