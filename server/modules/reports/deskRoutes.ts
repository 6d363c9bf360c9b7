import type { DeskCase } from '#contract/reports.ts'
import type { CaseState } from '#contract/sets.ts'
import type { Read } from '../../db/rows.ts'
import { assertPerson, type Change } from '../../desk/audit.ts'
import { changeRoute, type DeskWork, type Sent } from '../../desk/changeRoute.ts'
import { lockRecord, presentOne, type Readable, readRoutes } from '../../desk/crud.ts'
import { CLAIM_MS } from '../../desk/deciding.ts'
import { deskErrors } from '../../desk/errors.ts'
import { peopleByIds, personIn } from '../../desk/people.ts'
import { deskPicture } from '../../desk/present.ts'
import { type Copied, type Reportable, versionOf } from '../../desk/reportable.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { iso } from '../../text/time.ts'
import { changeUser } from '../account/repository.ts'
import { type Acts, apply, assertMay, keyOf, takeBack } from './acts.ts'
import { mailAppeal, mailDecision, mailUndone } from './caseMails.ts'
import { assertClaimable, assertNotReporter, assertSecondPerson } from './deciders.ts'
import {
  type Case,
  caseStates,
  changeCase,
  findCase,
  freeKey,
  isVisible,
  listEarlier,
  listReports,
} from './repository.ts'

/** Cases of reports, and letters to the team (behaviour 12.34). */
export function reportsDeskRoutes(desk: App, deps: Deps, acts: Acts): void {
  // Acts change what public pages show, and names.
  const options = { clears: ['glossary', 'contents'] } as const
  readRoutes(desk, deps, casesOf(acts))
  changeRoute(desk, deps, 'reports', 'claim', claim(acts))
  changeRoute(desk, deps, 'reports', 'release', release(acts))
  changeRoute(desk, deps, 'reports', 'decide', decide(acts), {
    ...options,
    async prepare({ params, body }) {
      const row = body.act === 'hide' ? await findCase(deps, params.id) : undefined
      const thing = row && row.kind !== 'letter' ? acts.things[row.kind] : undefined
      return row && (await thing?.copy?.(deps, keyOf(row)))
    },
  })
  changeRoute(desk, deps, 'reports', 'undo', undo(acts), options)
  changeRoute(desk, deps, 'reports', 'decideAppeal', decideAppeal(acts), options)
  changeRoute(desk, deps, 'reports', 'distrust', distrust(acts))
}

const casesOf = ({ things }: Acts): Readable<'reports', 'report_cases'> => ({
  resource: 'reports',
  table: 'report_cases',
  visible: isVisible,
  list: {
    sortable: ['kind', 'title', 'created_at', 'decided_at'],
    filterable: ['kind', 'user_id'],
    searched: ['title', 'text'],
    states: caseStates,
    sort: ['id', 'desc'],
  },
  present: async (w, rows) => {
    const people = await peopleByIds(
      w,
      rows.flatMap((row) => [row.user_id, row.claimed_by, row.decided_by, row.appeal_decided_by]),
    )
    const ids = rows.map(({ id }) => id)
    const reports = Map.groupBy(await listReports(w, ids, true), ({ case_id }) => case_id)
    const presented: DeskCase[] = []
    for (const row of rows) {
      const earlier = await listEarlier(w, row)
      const thing = row.kind === 'letter' || row.decided_at !== null ? undefined : things[row.kind]
      const now = await thing?.find(w, { ...keyOf(row), reader: null })
      const about = { people, reports: reports.get(row.id) ?? [], earlier, now }
      presented.push(presentCase(w, row, about))
    }
    return presented
  },
})

const stateOf = ({ decided_at, appealed_at, appeal_decided_at }: Case): CaseState =>
  decided_at === null
    ? 'open'
    : appealed_at !== null && appeal_decided_at === null
      ? 'appealed'
      : 'decided'

type About = {
  readonly people: Awaited<ReturnType<typeof peopleByIds>>
  readonly reports: Awaited<ReturnType<typeof listReports>>
  readonly earlier: readonly Case[]
  readonly now: Awaited<ReturnType<Reportable['find']>>
}

function presentCase(w: Read, row: Case, { people, reports, earlier, now }: About): DeskCase {
  const person = personIn(people)
  const { id, kind, title, text, subject_id, act, reason, until, decided_at } = row
  const claimant = person(row.claimed_by)
  const claimedUntil = row.claimed_until ?? 0
  return {
    ...{ id, kind, title, text, subject_id, state: stateOf(row) },
    picture: deskPicture(row.picture),
    now: now
      ? { text: now.text, picture: deskPicture(now.picture ?? null), version: versionOf(now) }
      : null,
    user: person(row.user_id),
    created_at: iso(row.created_at),
    reports: reports.map(({ reporter_id, username, distrusted_at, ...report }) => ({
      ...{ id: report.id, reason: report.reason, line: report.line, at: iso(report.created_at) },
      by:
        reporter_id === null || username === null
          ? null
          : { id: reporter_id, username, is_distrusted: distrusted_at !== null },
    })),
    claim: claimant && claimedUntil > w.now ? { by: claimant, until: iso(claimedUntil) } : null,
    decision:
      act === null || decided_at === null
        ? null
        : {
            act,
            reason: reason ?? '',
            until: iso(until),
            by: person(row.decided_by),
            at: iso(decided_at),
          },
    appeal:
      row.appeal === null || row.appealed_at === null
        ? null
        : {
            ...{ text: row.appeal, at: iso(row.appealed_at), outcome: row.appeal_outcome },
            ...{ reason: row.appeal_reason, by: person(row.appeal_decided_by) },
          },
    earlier: earlier.map((one) => ({
      ...{ id: one.id, kind: one.kind, title: one.title, state: stateOf(one), act: one.act },
    })),
  }
}

type OneCase = { readonly params: { readonly id: number } }

/** A change of one case, which is locked. The log names its member first: see `isReadable` in desk/audit.ts. */
const caseChange =
  <S extends OneCase>(
    change: (w: DeskWork, row: Case, sent: S) => Promise<Partial<Case>>,
    noted: (sent: S) => object = () => ({}),
  ) =>
  (acts: Acts) =>
  async (w: DeskWork, sent: S): Promise<Change> => {
    const cases = casesOf(acts)
    const { row } = await lockRecord(w, cases, sent.params.id)
    const saved = await changeCase(w, row.id, await change(w, row, sent))
    const after = { ...logged(saved), ...noted(sent) }
    return {
      record: row.id,
      before: logged(row),
      after,
      response: await presentOne(cases, w, saved),
    }
  }

const logged = (row: Case) => {
  const { user_id, kind, title, act, reason, until, claimed_by, decided_by, appeal_outcome } = row
  const state = stateOf(row)
  return { user_id, kind, title, state, act, reason, until, claimed_by, decided_by, appeal_outcome }
}

const FREE = { claimed_by: null, claimed_until: null }

const claim = caseChange(async (w, row) => {
  await assertClaimable(w, row)
  return { claimed_by: w.actor.id, claimed_until: w.now + CLAIM_MS }
})

const release = caseChange(async (w, row) => {
  await assertClaimable(w, row)
  return FREE
})

const decide =
  (acts: Acts) =>
  async (w: DeskWork, sent: Sent<'reports', 'decide'>, copied?: Copied | null): Promise<Change> => {
    await assertMay(acts, w, sent.params.id, sent.body.act)
    return caseChange(async (w, row, { body }: Sent<'reports', 'decide'>) => {
      assertPerson(w.actor)
      await assertClaimable(w, row)
      await assertNotReporter(w, row)
      if (row.decided_at !== null) throw deskErrors.alreadyDecided(null, 'decided')
      const decision = { ...body, reason: body.reason.trim(), copied: copied ?? undefined }
      const applied = await apply(acts, w, row, decision)
      const decided = { act: body.act, reason: decision.reason, decided_by: w.actor.id }
      const columns = { ...FREE, open_key: null, decided_at: w.now, ...decided, ...applied }
      await mailDecision(w, { ...row, ...columns })
      return columns
    })(acts)(w, sent)
  }

const UNDECIDED = {
  ...{ act: null, reason: null, until: null, decided_by: null, decided_at: null },
  ...{ stored_before: null, stored_after: null },
} as const

/** The case is open again. */
const undo =
  (acts: Acts) =>
  async (w: DeskWork, sent: OneCase): Promise<Change> => {
    await assertMay(acts, w, sent.params.id)
    return caseChange(async (w, row) => {
      if (row.decided_at === null) throw deskErrors.wrongState('not_decided')
      // What the member has written stays with its answer.
      if (row.appealed_at !== null) throw deskErrors.wrongState('appealed')
      await assertSecondPerson(w, row)
      if (!(await takeBack(acts, w, row))) throw deskErrors.wrongState('thing_changed')
      await mailUndone(w, row)
      return { ...UNDECIDED, open_key: await freeKey(w, row) }
    })(acts)(w, sent)
  }

const decideAppeal =
  (acts: Acts) =>
  async (w: DeskWork, sent: Sent<'reports', 'decideAppeal'>): Promise<Change> => {
    if (sent.body.outcome === 'restore') await assertMay(acts, w, sent.params.id)
    return caseChange(async (w, row, { body }: Sent<'reports', 'decideAppeal'>) => {
      if (row.appealed_at === null) throw deskErrors.wrongState('no_appeal')
      if (row.appeal_decided_at !== null) throw deskErrors.alreadyDecided(null, 'decided')
      await assertSecondPerson(w, row)
      const isBack = body.outcome === 'restore' && (await takeBack(acts, w, row))
      await mailAppeal(w, row)
      return {
        ...{ appeal_outcome: body.outcome, appeal_reason: body.reason.trim() },
        ...{ appeal_decided_by: w.actor.id, appeal_decided_at: w.now, ...FREE },
        ...(isBack && { stored_before: null, stored_after: null }),
      }
    })(acts)(w, sent)
  }

const distrust = caseChange(
  async (w, row, { body: { member_id, is_distrusted } }: Sent<'reports', 'distrust'>) => {
    const reporters = await listReports(w, [row.id], true)
    const reporter = reporters.find(({ reporter_id }) => reporter_id === member_id)?.reporter_id
    if (reporter == null || reporter === w.actor.id) throw errors.notFound()
    await changeUser(w, reporter, { distrusted_at: is_distrusted ? w.now : null })
    return { claimed_by: row.claimed_by }
  },
  ({ body }) => ({ member_id: body.member_id, is_distrusted: body.is_distrusted }),
)
