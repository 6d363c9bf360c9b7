import { type Selectable, sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { CaseState } from '#contract/sets.ts'
import { pictureFiles, releaseFiles } from '../../db/looseFiles.ts'
import {
  count,
  type DB,
  type Expire,
  exists,
  firstIds,
  type HasDb,
  hasRow,
  type NewRow,
  type Read,
  updateRow,
} from '../../db/rows.ts'
import { isOneOf } from '../../db/search.ts'
import { blankAudit } from '../../desk/audit.ts'
import type { Condition } from '../../desk/listQuery.ts'
import { sha256 } from '../../text/secrets.ts'
import { namesIn, type PersonalData, rowsOf, type Subject } from '../../work/personalData.ts'

export type Case = Selectable<DB['report_cases']>
type Named = Pick<Case, 'kind' | 'subject_id' | 'user_id' | 'title' | 'text' | 'picture'>

/** Null: each letter is a case of its own. What has been changed is another case: staff see what its reporter saw. */
const keyOf = ({ kind, subject_id, user_id, text, picture }: Named) =>
  kind === 'letter' ? null : `${kind} ${subject_id} ${user_id} ${sha256(`${picture} ${text}`)}`

/** The key of a case that is open again; null where another one has it. */
export async function freeKey(w: HasDb, row: Named): Promise<string | null> {
  const open_key = keyOf(row)
  const isTaken = open_key !== null && (await hasRow(w.db, 'report_cases', { open_key }))
  return isTaken ? null : open_key
}

/** Adds a report to the open case about the thing, which is locked, or to a new one. */
export async function joinCase(w: Read, thing: Named): Promise<Case> {
  const open_key = keyOf(thing)
  return w.db
    .insertInto('report_cases')
    .values({ ...thing, open_key, created_at: w.now })
    .onConflict((conflict) => conflict.column('open_key').doUpdateSet({ open_key }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Takes the place of one of the member that the team has not seen. */
export const insertReport = (w: Read, report: Omit<NewRow<'reports'>, 'created_at'>) =>
  w.db
    .insertInto('reports')
    .values({ ...report, created_at: w.now })
    .onConflict((conflict) => conflict.columns(['case_id', 'reporter_id']).doUpdateSet(report))
    .execute()

const reported = (w: HasDb, reporter: MemberId) =>
  w.db
    .selectFrom('reports')
    .innerJoin('report_cases as c', 'c.id', 'reports.case_id')
    .where('reports.reporter_id', '=', reporter)

/**
 * Whether the member has reported the thing as it is, and no act has removed that.
 * @param isShown reports that the team has not seen do not count
 */
export const hasReported = (
  w: HasDb,
  { reporter, isShown }: { readonly reporter: MemberId; readonly isShown: boolean },
  thing: Named,
): Promise<boolean> =>
  exists(
    reported(w, reporter)
      .select('c.id')
      .$if(isShown, (query) => query.where('is_unseen', '=', 0))
      .where((is) => is.and({ 'c.kind': thing.kind, 'c.subject_id': thing.subject_id }))
      .where((is) => is.and({ 'c.text': thing.text, 'c.stored_before': null }))
      .where(sql<boolean>`coalesce(c.picture, '') = ${thing.picture ?? ''}`)
      .where(sql<boolean>`coalesce(c.user_id, 0) = ${thing.user_id ?? 0}`),
  )

/** Open cases of one reporter: those with letters, or all others. */
export const countOpen = (w: HasDb, reporter: MemberId, isLetter: boolean): Promise<number> =>
  count(
    reported(w, reporter)
      .where('c.decided_at', 'is', null)
      .where('c.kind', isLetter ? '=' : '<>', 'letter'),
  )

/** Oldest first. @param isShown without those of members whom the team does not take seriously */
export const listReports = (w: HasDb, cases: readonly number[], isShown: boolean) =>
  w.db
    .selectFrom('reports')
    .leftJoin('users', 'users.id', 'reporter_id')
    .selectAll('reports')
    .select(['users.username', 'users.distrusted_at'])
    .where(isOneOf(w.db, 'case_id', cases))
    .$if(isShown, (query) => query.where('is_unseen', '=', 0))
    .orderBy('reports.id')
    .execute()

const EARLIER_MAX = 20

/** Cases about the same thing or member, newest first; none of other staff, who might be the reader. */
export const listEarlier = (w: HasDb, { id, kind, subject_id, user_id }: Case) =>
  w.db
    .selectFrom('report_cases')
    .selectAll()
    .where('id', '<>', id)
    .where(isShown)
    .where(({ and, or, eb }) =>
      or([
        eb('user_id', '=', user_id),
        and([
          eb('kind', '=', kind),
          eb('subject_id', '=', subject_id),
          sql<boolean>`coalesce(user_id, 0) not in (select id from users where role <> 'player')`,
        ]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(EARLIER_MAX)
    .execute()

export const findCase = (w: HasDb, id: number) =>
  w.db.selectFrom('report_cases').selectAll().where('id', '=', id).executeTakeFirst()

export const changeCase = (w: HasDb, id: number, columns: Partial<Case>) =>
  updateRow(w.db, 'report_cases', id, columns)

/** Condition about cases: the team sees a report of them. */
const isShown = sql<boolean>`exists (select 1 from reports r where r.case_id = report_cases.id and r.is_unseen = 0)`

/** The same, and the viewer is not the one who is reported, nor an owner of the group that is. */
export const isVisible = (viewer: MemberId): Condition =>
  sql<boolean>`(coalesce(user_id, 0) <> ${viewer} and ${isShown}
    and not (kind in ('group', 'opening') and exists (select 1 from memberships m
      where m.group_id = subject_id and m.user_id = ${viewer} and m.role = 'co_owner')))`

const isAppealed = sql<boolean>`(appealed_at is not null and appeal_decided_at is null)`

export const waits = sql<boolean>`(decided_at is null or ${isAppealed})`

/** Open cases are those that wait: an appeal waits, too. */
export const caseStates = (): Record<CaseState, Condition> => ({
  open: waits,
  appealed: isAppealed,
  decided: sql<boolean>`(decided_at is not null and not ${isAppealed})`,
})

/** Pictures that staff have taken from entries exist for their cases alone. */
const hiddenPictures = (rows: readonly Pick<Case, 'kind' | 'picture' | 'stored_before'>[]) =>
  rows.flatMap(({ kind, picture, stored_before }) =>
    kind === 'picture' && stored_before !== null ? pictureFiles(picture) : [],
  )

/** Decided cases without an appeal that waits, and those that the team never sees. */
export const deleteOldCases: Expire = async (db, before, limit) => {
  const isOld = sql<boolean>`((decided_at < ${before} and not ${isAppealed})
    or (created_at < ${before} and decided_at is null and not ${isShown}))`
  const old = await db
    .selectFrom('report_cases')
    .selectAll()
    .where(sql<boolean>`id in ${firstIds('report_cases', isOld, { limit })}`)
    .execute()
  await releaseFiles(db, hiddenPictures(old))
  const ids = old.map(({ id }) => id)
  await db
    .deleteFrom('report_cases')
    .where(isOneOf(db, 'id', ids))
    .where(isOld)
    .execute()
  return old.length
}

const LETTERS = ({ id }: Subject) =>
  sql<boolean>`(kind = 'letter' and id in (select case_id from reports where reporter_id = ${id}))`

/** A member learns what was decided, and never who has reported or decided it. */
export const reportsData: PersonalData = {
  tables: {
    report_cases: {
      rows: (subject) =>
        sql`((user_id = ${subject.id} and decided_at is not null and act <> 'nothing') or ${LETTERS(subject)})`,
      without: [
        ...['open_key', 'subject_id', 'claimed_by', 'claimed_until', 'decided_by', 'picture'],
        ...['stored_before', 'stored_after', 'appeal_decided_by'],
      ],
    },
    reports: {
      rows: rowsOf('reporter_id'),
      without: ['is_unseen'],
      names: { case_id: ['case', namesIn('report_cases', 'title')] },
    },
  },
  /** Decisions stay, without names and without what the member has written. */
  async erase(w, subject) {
    const own = sql<boolean>`(user_id = ${subject.id} or ${LETTERS(subject)})`
    const cases = await w.db.selectFrom('report_cases').selectAll().where(own).execute()
    const records = sql.join([sql`''`, ...cases.map(({ id }) => sql`${String(id)}`)])
    await blankAudit(w, sql`resource = 'reports' and record in (${records})`)
    const blank = { title: '', text: '', picture: null, stored_before: null, stored_after: null }
    const ids = cases.map(({ id }) => id)
    await w.db
      .updateTable('reports')
      .set({ line: '' })
      .where(({ or, eb }) =>
        or([eb('reporter_id', '=', subject.id), isOneOf(w.db, 'case_id', ids)]),
      )
      .execute()
    await w.db
      .updateTable('report_cases')
      .set({ ...blank, reason: '', appeal: null, appeal_reason: null })
      .where(own)
      .execute()
    await w.db
      .updateTable('report_cases')
      .set({ subject_id: null })
      .where((is) => is.and({ kind: 'name', user_id: subject.id }))
      .execute()
    // What waits about the member goes with the account: its thing is gone, or another one's.
    await w.db
      .deleteFrom('report_cases')
      .where((is) => is.and({ user_id: subject.id, decided_at: null }))
      .execute()
    return hiddenPictures(cases)
  },
}
