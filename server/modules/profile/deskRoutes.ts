import { publish } from '../../db/liveEvents.ts'
import { findRow, type RowOf } from '../../db/rows.ts'
import type { Db } from '../../db/schema.ts'
import { assertOfOther } from '../../desk/actor.ts'
import { assertFound, type Change } from '../../desk/audit.ts'
import { type ChangeContext, changeRoute, type Sent } from '../../desk/changeRoute.ts'
import { changeRow, type Readable, readRoutes } from '../../desk/crud.ts'
import { peopleByIds } from '../../desk/people.ts'
import type { App, Deps } from '../../http/deps.ts'
import { type Decision, nameChangeDecidedMail } from '../../mail/jobs.ts'
import { enqueue } from '../../mail/outbox.ts'
import { usernameKey } from '../../text/keys.ts'
import { type KeysOfName, latinKey } from '../../text/lookAlikes.ts'
import { listOldNames, renameUser } from '../account/nameRepository.ts'
import { assertFreeName, nameObstacle, nameToStore } from '../account/names.ts'
import { lockUser, type User } from '../account/repository.ts'
import { assertPending } from './policy.ts'
import { presentNameChange } from './present.ts'
import { nameChangeStates } from './repository.ts'

type Row = RowOf<'name_changes'>

/** Requests for another name. An approval renames the account everywhere: every screen reads the name from it. */
export function nameChangesModule(desk: App, deps: Deps): void {
  readRoutes(desk, deps, requests)
  // The glossary shows the names of authors.
  changeRoute(desk, deps, 'name-changes', 'approve', approve, { clears: ['glossary'] })
  changeRoute(desk, deps, 'name-changes', 'refuse', refuse)
}

const requests: Readable<'name-changes', 'name_changes'> = {
  resource: 'name-changes',
  table: 'name_changes',
  list: {
    sortable: ['new_name', 'created_at', 'approved_at', 'refused_at'],
    filterable: ['user_id'],
    searched: ['new_name', 'reason'],
    states: nameChangeStates,
    sort: ['created_at', 'asc'],
  },
  async present(db, rows, now) {
    const ids = rows.map(({ user_id }) => user_id)
    const people = await peopleByIds(db, ids)
    const old = await listOldNames(db, ids)
    const shown = []
    for (const row of rows)
      shown.push(presentNameChange(row, people, old, await obstacleOf(db, row, now)))
    return shown
  },
}

async function obstacleOf(db: Db, row: Row, now: number) {
  if (row.approved_at !== null || row.refused_at !== null) return null
  return nameObstacle(db, keysOf(row.new_name), now, row.user_id)
}

const keysOf = (username: string): KeysOfName => {
  const username_key = usernameKey(username)
  return { username_key, latin_key: latinKey(username_key) }
}

const approve = (context: ChangeContext, { params }: Sent<'name-changes', 'approve'>) =>
  decide(context, params.id, async (user, request) => {
    const { tx, now } = context
    // The request can be older than the rules for names.
    const name = nameToStore(request.new_name, 'new_name')
    assertFreeName(await nameObstacle(tx, name, now, user.id))
    await renameUser(tx, user, name, now)
    return { isApproved: true, reason: '' }
  })

const refuse = (context: ChangeContext, { params, body }: Sent<'name-changes', 'refuse'>) =>
  decide(context, params.id, async () => ({ isApproved: false, reason: body.reason.trim() }))

/** Locks the account, then the request. */
async function decide(
  context: ChangeContext,
  id: number,
  decision: (user: User, request: Row) => Promise<Decision>,
): Promise<Change> {
  const { tx, now, actor } = context
  const seen = await findRow(tx, 'name_changes', id)
  assertFound(seen)
  assertOfOther(seen.user_id, actor)
  const user = await lockUser(tx, seen.user_id)
  assertFound(user)
  return changeRow(context, requests, id, async (request) => {
    assertPending(request)
    const { isApproved, reason } = await decision(user, request)
    await publish(tx, [user.id], { kind: 'name_change' }, now)
    await enqueue(tx, nameChangeDecidedMail(user, request, { isApproved, reason }), now)
    return isApproved
      ? { approved_at: now, decided_by: actor.id, answer: null }
      : { refused_at: now, decided_by: actor.id, answer: reason }
  })
}
