import type { MemberId, NameChangeId } from '#contract/ids.ts'
import { assertThere, type Done } from '../../desk/auditedChange.ts'
import { actCall } from '../../desk/changeRoute.ts'
import type { Row } from '../../desk/lists.ts'
import { makeResource } from '../../desk/resource.ts'
import { peopleByIds } from '../../desk/rowRepository.ts'
import type { App, Db, Deps } from '../../http/deps.ts'
import { nameChangeDecidedMail } from '../../mail/jobs.ts'
import { enqueue } from '../../mail/outbox.ts'
import { usernameKey } from '../../text/keys.ts'
import { type KeysOfName, latinKey } from '../../text/lookAlikes.ts'
import { nameToStore } from '../../text/names.ts'
import { accountRepository } from '../account/repository.ts'
import { assertFree, assertPending } from './nameChangePolicy.ts'
import { nameChangeStates, nameChangesRepository } from './nameChangeRepository.ts'
import { presentNameChange } from './present.ts'

const keysOf = (username: string): KeysOfName => {
  const username_key = usernameKey(username)
  return { username_key, latin_key: latinKey(username_key) }
}

/** Requests for another name. An approval renames the account everywhere: every screen reads the name from it. */
export function nameChangesModule(desk: App, deps: Deps): void {
  const names = nameChangesRepository(deps)
  const accounts = accountRepository(deps)

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
      const old = await names.oldNamesOf(db, ids)
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
    return names.obstacle(db, keysOf(String(row['new_name'])), member, now)
  }

  /** Holds the account first, as whoever changes one does, then the request. */
  async function held(tx: Db, id: NameChangeId) {
    const seen = await requests.rows.one(tx, id)
    assertThere(seen)
    const user = await accounts.locked(tx, Number(seen['user_id']) as MemberId)
    const request = await names.locked(tx, id)
    assertThere(user)
    assertThere(request)
    assertPending(request)
    return { user, request, before: await requests.presentOne(tx, seen) }
  }

  async function done(tx: Db, id: NameChangeId, before: unknown): Promise<Done> {
    const row = await requests.rows.one(tx, id)
    assertThere(row)
    const after = await requests.presentOne(tx, row)
    return { record: id, before, after, answer: after }
  }

  actCall<'name-changes', { id: NameChangeId }>(desk, deps, 'name-changes', 'approve', {
    // Authors stand in the glossary under their names.
    clears: ['glossary'],
    act: async ({ tx, now, who, params: { id } }) => {
      const { user, request, before } = await held(tx, id)
      // A wish can be older than the rules for names, and nobody sees what is wrong with it.
      const { username, ...keys } = nameToStore(request.new_name, 'new_name')
      assertFree(await names.obstacle(tx, keys, user.id, now))
      await names.rename(tx, user, { username, ...keys }, now)
      await names.decide(tx, id, { approved_at: now, decided_by: who.id, answer: null })
      const decision = { isApproved: true, reason: '' }
      await enqueue(tx, nameChangeDecidedMail(user, request, decision), now)
      return done(tx, id, before)
    },
  })

  actCall<'name-changes', { id: NameChangeId }, { reason: string }>(
    desk,
    deps,
    'name-changes',
    'refuse',
    {
      act: async ({ tx, now, who, body, params: { id } }) => {
        const { user, request, before } = await held(tx, id)
        const reason = body.reason.trim()
        await names.decide(tx, id, { refused_at: now, decided_by: who.id, answer: reason })
        const decision = { isApproved: false, reason }
        await enqueue(tx, nameChangeDecidedMail(user, request, decision), now)
        return done(tx, id, before)
      },
    },
  )
}
