import type { RichText } from '#contract/formatting.ts'
import type { GameDateId, MemberId } from '#contract/ids.ts'
import { type PastDetails, pastCalls } from '#contract/past.ts'
import { termKey } from '#shared/search.ts'
import type { HasDb } from '../../../db/schema.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import { limited } from '../../../http/serve.ts'
import { mainLanguage } from '../../../text/contentLanguage.ts'
import { type Call, routesOn } from '../../../work/calls.ts'
import type { CallRead } from '../../../work/work.ts'
import { insertLog } from '../logRepository.ts'
import { textToStore } from '../page/policy.ts'
import {
  assertPlanner,
  changingGroup,
  type PlanRead,
  type PlanWork,
} from '../planning/planChange.ts'
import { mayPlan } from '../planning/policy.ts'
import { findDateGroup, listGameAnswers } from '../planning/sessionRepository.ts'
import { readPlanners } from '../planning/settingsRepository.ts'
import { assertMember } from '../policy.ts'
import { readGroup } from '../repository.ts'
import { listAttendance, listNames, saveAttendance } from './attendanceRepository.ts'
import { PAST_PAGE } from './limits.ts'
import { type FoundPast, findPast, listPast } from './pastRepository.ts'
import { assertKnown, assertNewestRecap, assertPast, isWorthLogging } from './policy.ts'
import { presentPage, presentPast, presentRecap, whoCame, whoStayedAway } from './present.ts'
import { saveRecap } from './recapRepository.ts'

/** A text as a tree with the links of names; null for one that is shown as typed. */
export type LinkedTree = (w: HasDb, text: string) => Promise<RichText | null>
type Sent<Name extends keyof typeof pastCalls> = Call<(typeof pastCalls)[Name]>

export function pastModule(member: App, deps: Deps, linkedTree: LinkedTree): void {
  const route = routesOn(member, deps, pastCalls)
  // Limited, because a search reads the recaps of a group. The site asks once typing pauses.
  route('listPastDates', listPastDates, limited(120, 1))
  route('getPastDate', getPastDate(linkedTree))
  route('saveRecap', writeRecap(linkedTree))
  route('correctAttendance', correctAttendance(linkedTree))
}

async function listPastDates(
  w: CallRead,
  { params: { id }, query: { before, q = '' }, memberId }: Sent<'listPastDates'>,
) {
  assertMember(await readGroup(w, id), memberId)
  const term = termKey(q)
  const rows = await listPast(w, id, { before, term }, PAST_PAGE + 1)
  const ids = rows.map((row) => row.id)
  const [answers, attendance] = [await listGameAnswers(w, ids), await listAttendance(w, ids)]
  const cameTo = ({ id: date }: (typeof rows)[number]) =>
    whoCame(date, answers, attendance, mainLanguage(w.settings))
  return presentPage(rows, (row) => presentPast(row, cameTo(row), term))
}

const getPastDate =
  (linkedTree: LinkedTree) =>
  async (w: CallRead, { params, memberId }: Sent<'getPastDate'>) => {
    const id = await findDateGroup(w, params.id)
    if (id === undefined) throw errors.groupNotFound()
    const group = await readGroup(w, id)
    assertMember(group, memberId)
    const read = Object.assign(w, { id, group, caller: memberId })
    return linked(w, linkedTree, await readDetails(read, params.id, mainLanguage(w.settings)))
  }

async function readDetails(w: PlanRead, date: GameDateId, language: string): Promise<PastDetails> {
  const row = await findPast(w, w.id, date)
  assertPast(row)
  const attendance = await listAttendance(w, [date])
  const came = whoCame(date, await listGameAnswers(w, [date]), attendance, language)
  const isPlanner = mayPlan({ ...w.group, planners: await readPlanners(w, w.id) }, w.caller)
  return {
    date: presentPast(row, came, ''),
    recap: presentRecap(row),
    ...(isPlanner && {
      absent: whoStayedAway(await listNames(w, w.id), attendance, came, language),
    }),
  }
}

/** Runs after a change: looking up names locks nothing. */
async function linked(
  w: HasDb,
  linkedTree: LinkedTree,
  details: PastDetails,
): Promise<PastDetails> {
  const text_rich = await linkedTree(w, details.recap.text)
  return text_rich === null ? details : { ...details, recap: { ...details.recap, text_rich } }
}

type Change = { readonly date: GameDateId; readonly caller: MemberId }

const changingDate = async (
  deps: Deps,
  linkedTree: LinkedTree,
  { date, caller }: Change,
  change: (w: PlanWork, before: FoundPast) => Promise<void>,
) => {
  const details = await changingGroup(
    deps,
    (w) => findDateGroup(w, date),
    caller,
    async (w) => {
      const before = await findPast(w, w.id, date)
      assertPast(before)
      await change(w, before)
    },
    (w) => readDetails(w, date, mainLanguage(deps.settings)),
  )
  return linked(deps, linkedTree, details)
}

const writeRecap =
  (linkedTree: LinkedTree) =>
  (w: CallRead, { params: { id: date }, body, memberId: caller }: Sent<'saveRecap'>) =>
    changingDate(w, linkedTree, { date, caller }, async (w, before) => {
      assertNewestRecap(before.version, body.version)
      const text = textToStore(body.text)
      if (text === (before.text ?? '')) return
      const written = { text, version: body.version + 1, written_by: caller, written_at: w.now }
      await saveRecap(w, date, written)
      if (!isWorthLogging(before, text, caller, w.now)) return
      const change = { group: w.id, actor: caller, detail: before.title }
      await insertLog(w, { ...change, kind: 'recap_written' })
    })

const correctAttendance =
  (linkedTree: LinkedTree) =>
  (w: CallRead, { params: { id: date }, body, memberId: caller }: Sent<'correctAttendance'>) =>
    changingDate(w, linkedTree, { date, caller }, async (w) => {
      await assertPlanner(w)
      // The last change of a member counts.
      const changes = new Map(body.changes.map((one) => [one.member_id, one.came]))
      const known = [...(await listNames(w, w.id)), ...(await listAttendance(w, [date]))]
      assertKnown(known, [...changes.keys()])
      const corrections = [...changes].map(([user_id, came]) => ({ user_id, came }))
      await saveAttendance(w, date, corrections)
    })
