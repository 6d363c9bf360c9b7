import Type from 'typebox'
import type { DeskNameChange } from '#contract/profile.ts'
import type { NameObstacle } from '#contract/sets.ts'
import { findRow, type Read, type RowOf } from '../../db/rows.ts'
import { assertFound, assertOfOther, type Change } from '../../desk/audit.ts'
import { changeRoute, type DeskWork, type Sent } from '../../desk/changeRoute.ts'
import { changeRow, type Readable, readRoutes } from '../../desk/crud.ts'
import { peopleByIds } from '../../desk/people.ts'
import type { App, Deps } from '../../http/deps.ts'
import { mail, mailTable } from '../../mail/table.ts'
import { usernameKey } from '../../text/keys.ts'
import { contactOf } from '../../text/kit.ts'
import { type KeysOfName, latinKey } from '../../text/lookAlikes.ts'
import { iso } from '../../text/time.ts'
import type { WorkOf } from '../../work/work.ts'
import { listOldNames, renameUser } from '../account/nameRepository.ts'
import { assertFreeName, nameObstacle, nameToStore } from '../account/names.ts'
import { lockUser, type User } from '../account/repository.ts'
import { assertPending } from './policy.ts'
import { nameChangeStates } from './repository.ts'

type Row = RowOf<'name_changes'>
type Decision = { readonly isApproved: boolean; readonly reason: string }

const nameMail = (text: 'name_change_approved' | 'name_change_refused', hash: string) =>
  mail({
    data: { name: Type.String(), reason: Type.String() },
    text,
    values: (names) => names,
    page: () => `/discordia/dashboard${hash}`,
    replyTo: (_names, w) => contactOf(w),
  })

export const nameMails = mailTable(null, {
  'name-change-approved': nameMail('name_change_approved', ''),
  'name-change-refused': nameMail('name_change_refused', '#name-change'),
})

/** Requests for another name. An approval renames the account everywhere: every screen reads the name from it. */
export function nameChangesRoutes(desk: App, deps: Deps): void {
  readRoutes(desk, deps, requests)
  // The glossary shows the names of authors.
  changeRoute(desk, deps, 'name-changes', 'approve', approve, { clears: ['glossary', 'contents'] })
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
  async present(w, rows) {
    const ids = rows.map(({ user_id }) => user_id)
    const people = await peopleByIds(w, ids)
    const old = await listOldNames(w, ids)
    const shown = []
    for (const row of rows)
      shown.push(presentNameChange(row, { people, old, obstacle: await obstacleOf(w, row) }))
    return shown
  },
}

async function obstacleOf(w: Read, row: Row) {
  if (row.approved_at !== null || row.refused_at !== null) return null
  return nameObstacle(w, keysOf(row.new_name), row.user_id)
}

const keysOf = (username: string): KeysOfName => {
  const username_key = usernameKey(username)
  return { username_key, latin_key: latinKey(username_key) }
}

const approve = (w: WorkOf<DeskWork>, { params }: Sent<'name-changes', 'approve'>) =>
  decide(w, params.id, async (user, request) => {
    // The request can be older than the rules for names.
    const name = nameToStore(request.new_name, 'new_name')
    assertFreeName(await nameObstacle(w, name, user.id))
    await renameUser(w, user, name)
    return { isApproved: true, reason: '' }
  })

const refuse = (w: WorkOf<DeskWork>, { params, body }: Sent<'name-changes', 'refuse'>) =>
  decide(w, params.id, async () => ({ isApproved: false, reason: body.reason.trim() }))

/** Locks the account, then the request. */
async function decide(
  w: DeskWork,
  id: number,
  decision: (user: User, request: Row) => Promise<Decision>,
): Promise<Change> {
  const seen = await findRow(w.db, 'name_changes', id)
  assertFound(seen)
  assertOfOther(seen.user_id, w.actor)
  const user = await lockUser(w, seen.user_id)
  assertFound(user)
  return changeRow(w, requests, id, async (request) => {
    assertPending(request)
    const { isApproved, reason } = await decision(user, request)
    w.publish([user.id], { kind: 'name_change' })
    const kind = `name-change-${isApproved ? 'approved' : 'refused'}` as const
    const data = { name: request.new_name, reason }
    w.mail([user.id], nameMails.of(kind, data, { onceKey: `name-change:${request.id}` }))
    return isApproved
      ? { approved_at: w.now, decided_by: w.actor.id, answer: null }
      : { refused_at: w.now, decided_by: w.actor.id, answer: reason }
  })
}

type About = {
  readonly people: ReadonlyMap<number, { id: number; username: string }>
  readonly old: Awaited<ReturnType<typeof listOldNames>>
  readonly obstacle: NameObstacle | null
}

function presentNameChange(row: Row, { people, old, obstacle }: About): DeskNameChange {
  const username = people.get(row.user_id)?.username ?? ''
  const before = old.find(
    ({ user_id, given_up_at }) => user_id === row.user_id && given_up_at === row.approved_at,
  )
  return {
    id: row.id,
    user: { id: row.user_id, username },
    old_name: before?.username ?? username,
    new_name: row.new_name,
    reason: row.reason,
    state: row.approved_at !== null ? 'approved' : row.refused_at !== null ? 'refused' : 'pending',
    created_at: iso(row.created_at),
    decided_at: iso(row.approved_at ?? row.refused_at),
    decision_reason: row.answer,
    obstacle,
  }
}
