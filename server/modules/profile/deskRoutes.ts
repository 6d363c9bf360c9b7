import type { MemberId, NameChangeId } from '#contract/ids.ts'
import type { Db } from '../../db/schema.ts'
import { assertThere, type Done } from '../../desk/auditedChange.ts'
import { actCall } from '../../desk/changeRoute.ts'
import type { Row } from '../../desk/lists.ts'
import { makeResource } from '../../desk/resource.ts'
import { peopleByIds } from '../../desk/rowRepository.ts'
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

const keysOf = (username: string): KeysOfName => {
  const username_key = usernameKey(username)
  return { username_key, latin_key: latinKey(username_key) }
}

/** Requests for another name. An approval renames the account everywhere: every screen reads the name from it. */
export function nameChangesModule(desk: App, deps: Deps): void {
  const requests = makeResource<never>(deps, 'name-changes', {
    list: {
      table: 'name_changes',
      sortable: ['new_name', 'created_at', 'approved_at', 'refused_at'],
      filterable: ['user_id'],
      searched: ['new_name', 'reason'],
      states: nameChangeStates,
      sort: ['created_at', 'asc'],
    },
    async present(db, rows, now) {
      const ids = rows.map((row) => Number(row['user_id']))
      const people = await peopleByIds(db, ids)
      const old = await listOldNames(db, ids)
      const shown = []
      for (const row of rows)
        shown.push(presentNameChange(row, people, old, await obstacleOf(db, row, now)))
      return shown
    },
  })
  requests.read(desk)

  async function obstacleOf(db: Db, row: Row, now: number) {
    if (row['approved_at'] !== null || row['refused_at'] !== null) return null
    const member = Number(row['user_id']) as MemberId
    return nameObstacle(db, keysOf(String(row['new_name'])), now, member)
  }

  /** Locks the account, then the request. */
  async function lockRequest(tx: Db, id: NameChangeId) {
    const seen = await requests.rows.one(tx, id)
    assertThere(seen)
    const user = await lockUser(tx, Number(seen['user_id']) as MemberId)
    const request = await lockNameChange(tx, id)
    assertThere(user)
    assertThere(request)
    assertPending(request)
    return { user, request, before: await requests.presentOne(tx, seen) }
  }

  async function changed(tx: Db, id: NameChangeId, before: unknown): Promise<Done> {
    const row = await requests.rows.one(tx, id)
    assertThere(row)
    const after = await requests.presentOne(tx, row)
    return { record: id, before, after, answer: after }
  }

  actCall<'name-changes', { id: NameChangeId }>(desk, deps, 'name-changes', 'approve', {
    // The glossary shows the names of authors.
    clears: ['glossary'],
    act: async ({ tx, now, who, params: { id } }) => {
      const { user, request, before } = await lockRequest(tx, id)
      // The request can be older than the rules for names.
      const { username, ...keys } = nameToStore(request.new_name, 'new_name')
      assertFree(await nameObstacle(tx, keys, now, user.id))
      await renameUser(tx, user, { username, ...keys }, now)
      await saveDecision(tx, id, { approved_at: now, decided_by: who.id, answer: null })
      const decision = { isApproved: true, reason: '' }
      await enqueue(tx, nameChangeDecidedMail(user, request, decision), now)
      return changed(tx, id, before)
    },
  })

  actCall<'name-changes', { id: NameChangeId }, { reason: string }>(
    desk,
    deps,
    'name-changes',
    'refuse',
    {
      act: async ({ tx, now, who, body, params: { id } }) => {
        const { user, request, before } = await lockRequest(tx, id)
        const reason = body.reason.trim()
        await saveDecision(tx, id, { refused_at: now, decided_by: who.id, answer: reason })
        const decision = { isApproved: false, reason }
        await enqueue(tx, nameChangeDecidedMail(user, request, decision), now)
        return changed(tx, id, before)
      },
    },
  )
}
