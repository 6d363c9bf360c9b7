import { desk, site } from '../../../test/helpers/races/stage.ts'
import type { TestUser } from '../../../test/helpers/server/startServer.ts'
import type { Area } from '../racePairs.ts'

type World = {
  readonly Mara: TestUser
  readonly Nils: TestUser
  /** Name that both request. */
  readonly wanted: string
  readonly requests: readonly [number, number]
}

let count = 0

/** Mara and Nils have asked for the same name. */
export const NAME_CHANGE: Area<World> = {
  about: 'a name that two members have asked for',
  tables: ['outbox', 'name_changes', 'old_usernames'],
  async setUp(stage, worlds) {
    const people = await stage.people(worlds * 2)
    const { db, clock } = stage.server.deps
    const created_at = clock()
    const pairs = Array.from({ length: worlds }, (_, n) => {
      const [Mara, Nils] = people.slice(n * 2, n * 2 + 2) as [TestUser, TestUser]
      // Unique, because a name of an earlier race may be reserved for its former bearer.
      return { Mara, Nils, wanted: `Wanted${++count}x` }
    })
    const asked = pairs.flatMap(({ Mara, Nils, wanted }) => [
      { user_id: Mara.id, new_name: wanted, reason: 'I like it', created_at },
      { user_id: Nils.id, new_name: wanted.toUpperCase(), reason: 'Me too', created_at },
    ])
    const rows = await db.insertInto('name_changes').values(asked).returning('id').execute()
    return pairs.map((pair, n) => ({
      ...pair,
      requests: rows.slice(n * 2, n * 2 + 2).map(({ id }) => id) as unknown as [number, number],
    }))
  },
  async look({ server }, worlds) {
    const { db } = server.deps
    const users = new Map(
      (await db.selectFrom('users').selectAll().execute()).map((user) => [user.id, user]),
    )
    const requests = Map.groupBy(
      await db.selectFrom('name_changes').selectAll().orderBy('id').execute(),
      ({ user_id }) => user_id,
    )
    const old = Map.groupBy(
      await db.selectFrom('old_usernames').selectAll().execute(),
      ({ user_id }) => user_id,
    )
    const mails = Map.groupBy(
      await db.selectFrom('outbox').select(['kind', 'recipient', 'data']).execute(),
      ({ recipient }) => recipient,
    )
    return worlds.map(({ Mara, Nils, wanted }) => {
      const seen = ({ id, username }: TestUser) => {
        const user = users.get(id)
        const plain = (text = '') =>
          text
            .replace(username, 'the former name')
            .replace(new RegExp(wanted, 'i'), 'the wanted name')
        return {
          name: plain(user?.username),
          isActive: user?.deactivated_at === null,
          requests: (requests.get(id) ?? []).map((row) => ({
            name: plain(row.new_name),
            isApproved: row.approved_at !== null,
            isRefused: row.refused_at !== null,
          })),
          former: (old.get(id) ?? []).map((row) => plain(row.username)),
          mails: (mails.get(user?.email ?? '') ?? []).map(({ kind }) => kind).sort(),
        }
      }
      return { Mara: seen(Mara), Nils: seen(Nils) }
    })
  },
  operations: {
    'Mara withdraws': ({ Mara, requests }) =>
      site(Mara, 'DELETE', `/users/name-change-request/${requests[0]}`),
    'Mara asks for another name': ({ Mara }) =>
      site(Mara, 'POST', '/users/name-change-request/-', { new_name: 'Another', reason: '' }),
    'the desk approves Mara': ({ requests }, { ada }) =>
      desk(ada, 'POST', `/name-changes/${requests[0]}/approve`),
    'somebody else approves Mara': ({ requests }, { ben }) =>
      desk(ben, 'POST', `/name-changes/${requests[0]}/approve`),
    'the desk refuses Mara': ({ requests }, { ben }) =>
      desk(ben, 'POST', `/name-changes/${requests[0]}/refuse`, { reason: 'Too long' }),
    'the desk approves Nils': ({ requests }, { ben }) =>
      desk(ben, 'POST', `/name-changes/${requests[1]}/approve`),
    'the desk renames Mara': ({ Mara, wanted }, { ada }) =>
      desk(ada, 'POST', `/members/${Mara.id}/rename`, { username: wanted, reason: 'A wish' }),
    'the desk deactivates Mara': ({ Mara }, { ada }) =>
      desk(ada, 'POST', `/members/${Mara.id}/deactivate`),
  },
}
