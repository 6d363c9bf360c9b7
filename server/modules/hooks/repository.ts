import type { Selectable } from 'kysely'
import type { GroupId } from '#contract/ids.ts'
import { MINUTE_MS } from '../../config/time.ts'
import { type DB, exists, type HasDb, type NewRow, type Read } from '../../db/rows.ts'

export type HookRow = Selectable<DB['hooks']>
/** A worker has this long for all that a hook has to tell at once. */
const CLAIM_MS = 10 * MINUTE_MS
export const groupHook = (group: GroupId): string => `group:${group}`

export const findHook = (w: HasDb, name: string): Promise<HookRow | undefined> =>
  w.db.selectFrom('hooks').selectAll().where('name', '=', name).executeTakeFirst()

type NewHook = Pick<
  NewRow<'hooks'>,
  'name' | 'group_id' | 'set_by' | 'kind' | 'host' | 'target' | 'shows_details' | 'language'
>

/** Takes the place of the one before. What that one has told of is told of again only where it changes. */
export async function saveHook(w: Read, hook: NewHook): Promise<void> {
  const fresh = {
    ...{ ...hook, next_attempt_at: 0, attempts: 0, claimed_until: null },
    ...{ failing_since: null, last_error: null, given_up_at: null },
  }
  await w.db.deleteFrom('hooks').where('name', '=', hook.name).execute()
  await w.db
    .insertInto('hooks')
    .values({ ...fresh, created_at: w.now })
    .execute()
}

export const deleteHook = (w: HasDb, name: string): Promise<boolean> =>
  exists(w.db.deleteFrom('hooks').where('name', '=', name).returning('id'))

/** The hook that has waited longest, for the caller alone. */
export const claimHook = (w: Read): Promise<HookRow | undefined> =>
  w.db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('hooks')
      .select('id')
      .where('given_up_at', 'is', null)
      .where('next_attempt_at', '<=', w.now)
      .where((is) => is.or([is('claimed_until', 'is', null), is('claimed_until', '<=', w.now)]))
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (due === undefined) return undefined
    return tx
      .updateTable('hooks')
      .set({ claimed_until: w.now + CLAIM_MS })
      .where('id', '=', due.id)
      .returningAll()
      .executeTakeFirst()
  })

type Outcome = Pick<
  HookRow,
  'next_attempt_at' | 'attempts' | 'failing_since' | 'last_error' | 'given_up_at'
>

export const endRun = (w: HasDb, { id }: HookRow, outcome: Outcome) =>
  w.db
    .updateTable('hooks')
    .set({ ...outcome, claimed_until: null })
    .where('id', '=', id)
    .execute()

/** What a hook has told of, by its things. */
export async function listSent(w: HasDb, { id }: HookRow) {
  const rows = await w.db
    .selectFrom('hook_messages')
    .select(['thing', 'remote_id', 'sent'])
    .where('hook_id', '=', id)
    .execute()
  return new Map(rows.map((row) => [row.thing, row]))
}

export const noteSent = (w: Read, message: Omit<NewRow<'hook_messages'>, 'sent_at'>) =>
  w.db
    .insertInto('hook_messages')
    .values({ ...message, sent_at: w.now })
    .onConflict((conflict) =>
      conflict
        .columns(['hook_id', 'thing'])
        .doUpdateSet({ remote_id: message.remote_id, sent: message.sent, sent_at: w.now }),
    )
    .execute()

export const listGivenUp = (w: HasDb) =>
  w.db
    .selectFrom('hooks')
    .select(['name', 'host'])
    .where('given_up_at', 'is not', null)
    .where('group_id', 'is', null)
    .execute()
