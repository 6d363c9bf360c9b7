import type { MemberId } from '../../../contract/ids.ts'
import { desk } from '../../../test/helpers/races/stage.ts'
import type { Area } from '../racePairs.ts'

type World = { readonly member: MemberId; readonly application: number }

const decide = ({ application }: World, admits: boolean) => ({
  ids: [application],
  admits,
  reason: 'We have read it.',
})

export const APPLICATION: Area<World> = {
  about: 'a registration that the team decides about',
  tables: ['outbox', 'applications'],
  async setUp({ server }, count) {
    const { db, clock } = server.deps
    const now = clock()
    await db.deleteFrom('users').where('email', 'like', 'applicant%').execute()
    const named = Array.from({ length: count }, (_, n) => `applicant${n}`)
    const users = await db
      .insertInto('users')
      .values(
        named.map((username) => ({
          ...{ username, username_key: username, password_hash: 'x', role: 'player' as const },
          ...{
            created_at: now,
            email: `${username}@example.org`,
            email_key: `${username}@example.org`,
          },
        })),
      )
      .returning('id')
      .execute()
    const waiting = users.map(({ id }) => ({
      ...{ user_id: id, line: '', created_at: now, confirmed_at: now },
    }))
    const rows = await db.insertInto('applications').values(waiting).returningAll().execute()
    return rows.map(({ id, user_id }) => ({ member: user_id, application: id }))
  },
  async look({ server }, worlds) {
    const { db } = server.deps
    const users = new Map(
      (await db.selectFrom('users').selectAll().execute()).map((user) => [user.id, user]),
    )
    const rows = await db.selectFrom('applications').selectAll().execute()
    const mails = await db.selectFrom('outbox').select(['kind', 'recipient']).execute()
    return worlds.map(({ member, application }) => {
      const user = users.get(member)
      const row = rows.find(({ id }) => id === application)
      return {
        isActivated: user?.activated_at !== null,
        isDeactivated: user?.deactivated_at !== null,
        admitted: row?.admitted,
        mails: mails
          .filter(({ recipient }) => recipient === user?.email)
          .map(({ kind }) => kind)
          .sort(),
      }
    })
  },
  operations: {
    'Ada approves it': (world, { ada }) =>
      desk(ada, 'POST', '/applications/decide', decide(world, true)),
    'Ben approves it': (world, { ben }) =>
      desk(ben, 'POST', '/applications/decide', decide(world, true)),
    'Ben declines it': (world, { ben }) =>
      desk(ben, 'POST', '/applications/decide', decide(world, false)),
    'Ada activates the account': ({ member }, { ada }) =>
      desk(ada, 'POST', `/members/${member}/activate`),
    'Ben deactivates the account': ({ member }, { ben }) =>
      desk(ben, 'POST', `/members/${member}/deactivate`),
    'Ben reactivates the account': ({ member }, { ben }) =>
      desk(ben, 'POST', `/members/${member}/reactivate`),
  },
}
