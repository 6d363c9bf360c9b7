import { findRow, type RowOf } from '../../db/rows.ts'
import type { Db } from '../../db/schema.ts'
import { assertFound, type Change } from '../../desk/audit.ts'
import { type ChangeContext, changeRoute, type Sent } from '../../desk/changeRoute.ts'
import { presentOne, type Readable, readRoutes } from '../../desk/crud.ts'
import { peopleByIds } from '../../desk/people.ts'
import type { App, Deps } from '../../http/deps.ts'
import { nameChangeDecidedMail } from '../../mail/jobs.ts'
import { enqueue } from '../../mail/outbox.ts'
import { usernameKey } from '../../text/keys.ts'
import { type KeysOfName, latinKey } from '../../text/lookAlikes.ts'
import { listOldNames, renameUser } from '../account/nameRepository.ts'
import { nameObstacle, nameToStore } from '../account/names.ts'
import { lockUser } from '../account/repository.ts'
import { assertFree, assertPending } from './policy.ts'
import { presentNameChange } from './present.ts'
import { lockNameChange, nameChangeStates, saveDecision } from './repository.ts'

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

async function approve(context: ChangeContext, { params }: Sent<'name-changes', 'approve'>) {
  const { tx, now, actor } = context
  const { user, request, before } = await lockRequest(context, params.id)
  // The request can be older than the rules for names.
  const { username, ...keys } = nameToStore(request.new_name, 'new_name')
  assertFree(await nameObstacle(tx, keys, now, user.id))
  await renameUser(tx, user, { username, ...keys }, now)
  await saveDecision(tx, request.id, { approved_at: now, decided_by: actor.id, answer: null })
  const decision = { isApproved: true, reason: '' }
  await enqueue(tx, nameChangeDecidedMail(user, request, decision), now)
  return decided(context, request.id, before)
}

async function refuse(context: ChangeContext, { params, body }: Sent<'name-changes', 'refuse'>) {
  const { tx, now, actor } = context
  const { user, request, before } = await lockRequest(context, params.id)
  const reason = body.reason.trim()
  await saveDecision(tx, request.id, { refused_at: now, decided_by: actor.id, answer: reason })
  const decision = { isApproved: false, reason }
  await enqueue(tx, nameChangeDecidedMail(user, request, decision), now)
  return decided(context, request.id, before)
}

/** Locks the account, then the request. */
async function lockRequest({ tx, now }: ChangeContext, id: number) {
  const seen = await findRow(tx, 'name_changes', id)
  assertFound(seen)
  const user = await lockUser(tx, seen.user_id)
  const request = await lockNameChange(tx, seen.id)
  assertFound(user)
  assertFound(request)
  assertPending(request)
  return { user, request, before: await presentOne(requests, tx, seen, now) }
}

async function decided({ tx, now }: ChangeContext, id: number, before: unknown): Promise<Change> {
  const row = await findRow(tx, 'name_changes', id)
  assertFound(row)
  const after = await presentOne(requests, tx, row, now)
  return { record: id, before, after, response: after }
}
