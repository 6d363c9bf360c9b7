import { type Insertable, type SqlBool, sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { Admission } from '#contract/sets.ts'
import { type DB, deleteFrom, deletePast, exists, type HasDb, type Read } from '../../../db/rows.ts'
import { isOneOf } from '../../../db/search.ts'

type Settings = { readonly mode: Admission; readonly refused_domains: readonly string[] }

export async function findSettings(w: HasDb): Promise<Settings> {
  const row = await w.db.selectFrom('admissions').selectAll().executeTakeFirst()
  const domains = row?.refused_domains.split('\n').filter((domain) => domain !== '') ?? []
  return { mode: row?.mode ?? 'open', refused_domains: domains }
}

/** No one may register: what invites people to do so waits, or is refused. */
export const isAdmissionClosed = async (w: HasDb): Promise<boolean> =>
  (await findSettings(w)).mode === 'closed'

export async function saveSettings(w: HasDb, { mode, refused_domains }: Settings): Promise<void> {
  const columns = { mode, refused_domains: refused_domains.join('\n') }
  await w.db
    .insertInto('admissions')
    .values({ name: 'site', ...columns })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(columns))
    .execute()
}

const openLinks = (w: Read) =>
  w.db
    .selectFrom('team_links')
    .where('expires_at', '>', w.now)
    .where('used', '<', sql.ref<number>('uses'))

export const listTeamLinks = (w: Read) =>
  w.db
    .selectFrom('team_links')
    .leftJoin('users', 'users.id', 'team_links.made_by')
    .selectAll('team_links')
    .select('users.username')
    .where('expires_at', '>', w.now)
    .orderBy('team_links.id', 'desc')
    .execute()

export const insertTeamLink = (w: HasDb, link: Insertable<DB['team_links']>) =>
  w.db.insertInto('team_links').values(link).returning('id').executeTakeFirstOrThrow()

export const deleteTeamLink = (w: HasDb, id: number) =>
  exists(w.db.deleteFrom('team_links').where('id', '=', id).returning('id'))

export const isTeamLink = (w: Read, secret_hash: string): Promise<boolean> =>
  exists(openLinks(w).select('id').where('secret_hash', '=', secret_hash))

/** @returns false when the link is used up, expired or ended */
export const useTeamLink = (w: Read, secret_hash: string): Promise<boolean> =>
  exists(
    w.db
      .updateTable('team_links')
      .set((is) => ({ used: is('used', '+', 1) }))
      .where('secret_hash', '=', secret_hash)
      .where('expires_at', '>', w.now)
      .where('used', '<', sql.ref<number>('uses'))
      .returning('id'),
  )

export const deleteExpiredTeamLinks = deletePast('team_links', 'id', 'expires_at')

/** @param row `invite`: the secret of a link of a group, encrypted for the address */
export const insertApplication = (
  w: Read,
  row: Pick<Insertable<DB['applications']>, 'user_id' | 'line' | 'invite'>,
) =>
  w.db
    .insertInto('applications')
    .values({ ...row, created_at: w.now })
    .execute()

/** Its account is neither active nor closed. */
const isNew = sql<SqlBool>`(not exists (select 1 from users
  where users.id = user_id and (activated_at is not null or deactivated_at is not null)))`
const isUndecided = sql<SqlBool>`(decided_at is null and ${isNew})`

export const applicationStates = () => ({
  unconfirmed: sql<SqlBool>`(confirmed_at is null and ${isUndecided})`,
  waiting: sql<SqlBool>`(confirmed_at is not null and ${isUndecided})`,
  admitted: sql<SqlBool>`(coalesce(admitted, 1) = 1 and not ${isUndecided})`,
  declined: sql<SqlBool>`(admitted = 0)`,
})

const waiting = (w: HasDb) => w.db.selectFrom('applications').where(applicationStates().waiting)

/** The team decides about the account. */
export const isApplied = (w: HasDb, user: MemberId): Promise<boolean> =>
  exists(
    w.db
      .selectFrom('applications')
      .select('id')
      .where((is) => is.and({ user_id: user, decided_at: null })),
  )

export const isWaiting = (w: HasDb, user: MemberId): Promise<boolean> =>
  exists(waiting(w).select('id').where('user_id', '=', user))

/** The accounts of applications. */
export const listApplicants = (w: HasDb, users: readonly MemberId[]) =>
  w.db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'email_key', 'activated_at', 'deactivated_at'])
    .where(isOneOf(w.db, 'id', users))
    .execute()

/** The longest waiting ones. */
export const listWaiting = (w: HasDb, limit: number) =>
  waiting(w)
    .innerJoin('users', 'users.id', 'applications.user_id')
    .select(['applications.id', 'users.email_key'])
    .orderBy('applications.id')
    .limit(limit)
    .execute()

type Decision = { readonly admitted: 0 | 1; readonly reason: string; readonly decided_by: MemberId }

/**
 * Locks the accounts of applications, in the order of their ids, before a decision: one that is deactivated at the same
 * time is deactivated before the decision or after it.
 */
export const lockApplicants = (w: HasDb, ids: readonly number[]) =>
  w.db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', (is) =>
      is
        .selectFrom('applications')
        .select('user_id')
        .where(isOneOf(w.db, 'id', ids)),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/**
 * Decides those that wait, and those that were declined if they are admitted now.
 * @returns them; other requests wait until the commit
 */
export const decideApplications = (w: Read, ids: readonly number[], decision: Decision) => {
  const { waiting } = applicationStates()
  return w.db
    .updateTable('applications')
    .set({ ...decision, decided_at: w.now })
    .where(isOneOf(w.db, 'id', ids))
    .where(
      decision.admitted === 1 ? sql<SqlBool>`(${waiting} or (admitted = 0 and ${isNew}))` : waiting,
    )
    .returning(['id', 'user_id'])
    .execute()
}

export const activateAll = (w: Read, users: readonly MemberId[]) =>
  w.db
    .updateTable('users')
    .set({ activated_at: w.now })
    .where(isOneOf(w.db, 'id', users))
    .where((is) => is.and({ activated_at: null, deactivated_at: null }))
    .execute()

/** Staff have activated the account themselves: there is nothing left to decide. */
export const settleApplication = (w: Read, user: MemberId, decided_by: MemberId) =>
  w.db
    .updateTable('applications')
    .set({ admitted: 1, decided_at: w.now, decided_by })
    .where('user_id', '=', user)
    .execute()

/** A declined one that a mail is still due for, with its reason. */
export const findDecided = (w: HasDb, user_id: MemberId) =>
  w.db
    .selectFrom('applications')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .select(['admitted', 'reason', 'invite', 'username', 'users.deactivated_at'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()

/** Declined ones go with their accounts; see `deleteUnusedAccounts`. */
export const deleteOldApplications = deleteFrom(
  'applications',
  (before) => sql`admitted = 1 and decided_at < ${before}`,
)

/* The code of conduct. */

export const saveAcceptance = (w: Read, user_id: MemberId, version: number) =>
  w.db
    .insertInto('conduct_acceptances')
    .values({ user_id, version, accepted_at: w.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const hasAccepted = (w: HasDb, user_id: MemberId, version: number): Promise<boolean> =>
  exists(
    w.db
      .selectFrom('conduct_acceptances')
      .select('version')
      .where('user_id', '=', user_id)
      .where('version', '>=', version),
  )
