import { sql } from 'kysely'
import { MINUTE_MS } from '../../config/time.ts'
import {
  exists,
  type HasDb,
  type NewRow,
  type Read,
  type RowChange,
  type RowOf,
} from '../../db/rows.ts'

export type HookRow = NonNullable<Awaited<ReturnType<typeof findHook>>>
/** A worker has this long for what a hook sends at once. */
const CLAIM_MS = 5 * MINUTE_MS

const hooks = (w: HasDb) =>
  w.db
    .selectFrom('hooks')
    .leftJoin('users', 'users.id', 'hooks.set_by')
    .selectAll('hooks')
    .select('users.language')

export const findHook = (w: HasDb, name: string) =>
  hooks(w).where('name', '=', name).executeTakeFirst()

/** Nothing has failed yet. */
export const WORKING = { next_attempt_at: 0, attempts: 0, failing_since: null, last_error: null }

type NewHook = Omit<NewRow<'hooks'>, 'created_at' | keyof typeof WORKING>

/** @param isSame whether it sends where the one before has sent, whose messages it goes on to edit */
export async function saveHook(w: Read, hook: NewHook, isSame: boolean): Promise<void> {
  const row = { ...hook, ...WORKING }
  if (isSame) await w.db.updateTable('hooks').set(row).where('name', '=', hook.name).execute()
  else {
    await deleteHook(w, hook.name)
    await w.db
      .insertInto('hooks')
      .values({ ...row, created_at: w.now })
      .execute()
  }
}

export const deleteHook = (w: HasDb, name: string): Promise<boolean> =>
  exists(w.db.deleteFrom('hooks').where('name', '=', name).returning('id'))

/** The hook that has waited longest, for the caller alone. */
export const claimHook = (w: Read): Promise<HookRow | undefined> =>
  w.db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('hooks')
      .select(['id', 'name', 'target'])
      .where('next_attempt_at', '<=', w.now)
      .orderBy('next_attempt_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (due === undefined) return undefined
    await updateHook({ db: tx }, due, { next_attempt_at: w.now + CLAIM_MS })
    return findHook({ db: tx }, due.name)
  })

/** A hook that was not set anew since it was read: each time, the target is sealed differently. */
type AsRead = Pick<RowOf<'hooks'>, 'id' | 'target'>

export const updateHook = (w: HasDb, { id, target }: AsRead, change: RowChange<'hooks'>) =>
  exists(
    w.db
      .updateTable('hooks')
      .set(change)
      .where((is) => is.and({ id, target }))
      .returning('id'),
  )

/** @returns false when it was removed or set anew */
export const stopHook = (w: HasDb, { id, target }: AsRead): Promise<boolean> =>
  exists(
    w.db
      .deleteFrom('hooks')
      .where((is) => is.and({ id, target }))
      .returning('id'),
  )

/** What a hook has sent, by its things. */
export async function listSent(w: HasDb, hook: number) {
  const rows = await w.db
    .selectFrom('hook_messages')
    .selectAll()
    .where('hook_id', '=', hook)
    .execute()
  return new Map(rows.map((row) => [row.thing, row]))
}

/** @returns false when the hook is no longer set */
export async function noteMessage(w: HasDb, message: NewRow<'hook_messages'>): Promise<boolean> {
  const { hook_id, thing, sent, remote_id, delivery } = message
  const { rows } = await sql`insert into hook_messages (hook_id, thing, sent, remote_id, delivery)
    select id, ${thing}, ${sent}, ${remote_id}, ${delivery} from hooks where id = ${hook_id}
    on conflict (hook_id, thing) do update set sent = excluded.sent, remote_id = excluded.remote_id,
    delivery = excluded.delivery returning hook_id`.execute(w.db)
  return rows.length > 0
}

/** Hooks of the site that are not tried any more. */
export const listGivenUp = (w: HasDb) =>
  w.db
    .selectFrom('hooks')
    .select('host')
    .where('next_attempt_at', 'is', null)
    .where('group_id', 'is', null)
    .execute()
