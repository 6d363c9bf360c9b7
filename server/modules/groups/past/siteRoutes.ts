import type { GameDateId, MemberId } from '#contract/ids.ts'
import { pastRoutes } from '#contract/past.ts'
import type { RichText } from '#contract/schemas/formatting.ts'
import { type PastDetails, pastSchemas } from '#contract/schemas/past.ts'
import { termKey } from '#contract/search.ts'
import type { Db } from '../../../db/schema.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import { type Call, limited, routesOn } from '../../../http/serve.ts'
import { mainLanguage } from '../../../text/contentLanguage.ts'
import { insertLog } from '../logRepository.ts'
import { textToStore } from '../page/policy.ts'
import { assertPlanner, changing, type PlanContext } from '../planning/planChange.ts'
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
export type LinkedTree = (db: Db, text: string) => Promise<RichText | null>
type Sent<Name extends keyof typeof pastSchemas> = Call<(typeof pastSchemas)[Name]>

export function pastModule(member: App, deps: Deps, linkedTree: LinkedTree): void {
  const route = routesOn(member, deps, pastRoutes, pastSchemas)
  // Limited, because a search reads the recaps of a group. The site asks once typing pauses.
  route('listPastDates', listPastDates, limited(120, 1))
  route('getPastDate', getPastDate(linkedTree))
  route('saveRecap', writeRecap(linkedTree))
  route('correctAttendance', correctAttendance(linkedTree))
}

async function listPastDates(
  { db, clock, settings }: Deps,
  { params: { id }, query: { before, q = '' }, memberId }: Sent<'listPastDates'>,
) {
  assertMember(await readGroup(db, id), memberId)
  const term = termKey(q)
  const rows = await listPast(db, id, clock(), { before, term }, PAST_PAGE + 1)
  const ids = rows.map((row) => row.id)
  const [answers, attendance] = [await listGameAnswers(db, ids), await listAttendance(db, ids)]
  const cameTo = ({ id: date }: (typeof rows)[number]) =>
    whoCame(date, answers, attendance, mainLanguage(settings))
  return presentPage(rows, (row) => presentPast(row, cameTo(row), term))
}

const getPastDate =
  (linkedTree: LinkedTree) =>
  async ({ db, clock, settings }: Deps, { params, memberId }: Sent<'getPastDate'>) => {
    const id = await findDateGroup(db, params.id)
    if (id === undefined) throw errors.groupNotFound()
    const group = await readGroup(db, id)
    assertMember(group, memberId)
    const reading = { tx: db, id, group, caller: memberId, now: clock() }
    return linked(db, linkedTree, await readDetails(reading, params.id, mainLanguage(settings)))
  }

async function readDetails(
  { tx, id, group, caller, now }: PlanContext,
  date: GameDateId,
  language: string,
): Promise<PastDetails> {
  const row = await findPast(tx, id, date, now)
  assertPast(row)
  const attendance = await listAttendance(tx, [date])
  const came = whoCame(date, await listGameAnswers(tx, [date]), attendance, language)
  const isPlanner = mayPlan({ ...group, planners: await readPlanners(tx, id) }, caller)
  return {
    date: presentPast(row, came, ''),
    recap: presentRecap(row),
    ...(isPlanner && {
      absent: whoStayedAway(await listNames(tx, id), attendance, came, language),
    }),
  }
}

/** Runs after a change: looking up names locks nothing. */
async function linked(db: Db, linkedTree: LinkedTree, details: PastDetails): Promise<PastDetails> {
  const text_rich = await linkedTree(db, details.recap.text)
  return text_rich === null ? details : { ...details, recap: { ...details.recap, text_rich } }
}

type Change = { readonly date: GameDateId; readonly caller: MemberId }

const changingDate = async (
  deps: Deps,
  linkedTree: LinkedTree,
  { date, caller }: Change,
  change: (context: PlanContext, before: FoundPast) => Promise<void>,
) => {
  const details = await changing(
    deps,
    (tx) => findDateGroup(tx, date),
    caller,
    async (context) => {
      const before = await findPast(context.tx, context.id, date, context.now)
      assertPast(before)
      await change(context, before)
    },
    (context) => readDetails(context, date, mainLanguage(deps.settings)),
  )
  return linked(deps.db, linkedTree, details)
}

const writeRecap =
  (linkedTree: LinkedTree) =>
  (deps: Deps, { params: { id: date }, body, memberId: caller }: Sent<'saveRecap'>) =>
    changingDate(deps, linkedTree, { date, caller }, async ({ tx, id, now }, before) => {
      assertNewestRecap(before.version, body.version)
      const text = textToStore(body.text)
      if (text === (before.text ?? '')) return
      const written = { text, version: body.version + 1, written_by: caller, written_at: now }
      await saveRecap(tx, date, written)
      if (!isWorthLogging(before, text, caller, now)) return
      const change = { group: id, actor: caller, detail: before.title }
      await insertLog(tx, { ...change, kind: 'recap_written' }, now)
    })

const correctAttendance =
  (linkedTree: LinkedTree) =>
  (deps: Deps, { params: { id: date }, body, memberId: caller }: Sent<'correctAttendance'>) =>
    changingDate(deps, linkedTree, { date, caller }, async (context) => {
      const { tx, id, now } = context
      await assertPlanner(context)
      // The last change of a member counts.
      const changes = new Map(body.changes.map((one) => [one.member_id, one.came]))
      const known = [...(await listNames(tx, id)), ...(await listAttendance(tx, [date]))]
      assertKnown(known, [...changes.keys()])
      const corrections = [...changes].map(([user_id, came]) => ({ user_id, came }))
      await saveAttendance(tx, date, corrections, now)
    })
