import { plansIn } from '../fixtures/planningActs.ts'
import type { TestServer, TestUser } from './startServer.ts'

/** A poll and a session in the shared group, with answers to both. */
export async function makePlans(server: TestServer, { id: user_id }: TestUser, name: string) {
  const { db, clock } = server.deps
  const { id: group_id } = await db
    .selectFrom('groups')
    .select('id')
    .where('name', '=', `${name}-shared-group`)
    .executeTakeFirstOrThrow()
  const { addPoll, addSession } = plansIn(server)
  const poll = await addPoll(group_id)
  const session = await addSession(group_id)
  const made_by = user_id
  await db
    .updateTable('date_polls')
    .set({ made_by, title: `${name}-poll` })
    .where('id', '=', poll.id)
    .execute()
  await db
    .updateTable('game_sessions')
    .set({ made_by, title: `${name}-session` })
    .where('id', '=', session.id)
    .execute()
  const own = { group_id, user_id, updated_at: clock() }
  const votes = poll.options.map((option_id) => ({ ...own, option_id, answer: 'yes' as const }))
  await db.insertInto('date_answers').values(votes).execute()
  const comment = { ...own, poll_id: poll.id, text: `${name}-comment` }
  await db.insertInto('date_comments').values(comment).execute()
  await db
    .insertInto('game_answers')
    .values({ ...own, date_id: session.date, answer: 'coming' })
    .execute()
}
