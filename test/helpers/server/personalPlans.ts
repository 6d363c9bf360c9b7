import type { GroupId, MemberId } from '#contract/ids.ts'
import { insertRow, updateRow } from '#server/db/rows.ts'
import { DAY } from '../fixtures/contents.ts'
import { plansIn } from '../fixtures/planningActs.ts'
import type { TestServer, TestUser } from './startServer.ts'

/** Texts of the member in `makePlans`. */
export const PLAN_WORDS = (name: string) => [`${name}-poll`, `${name}-recap`]

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
  await updateRow(db, 'date_polls', poll.id, { made_by, title: `${name}-poll` })
  await updateRow(db, 'game_sessions', session.id, { made_by, title: `${name}-session` })
  const own = { group_id, user_id, updated_at: clock() }
  const votes = poll.options.map((option_id) => ({ ...own, option_id, answer: 'yes' as const }))
  await db.insertInto('date_answers').values(votes).execute()
  const comment = { ...own, poll_id: poll.id, text: `${name}-comment` }
  await db.insertInto('date_comments').values(comment).execute()
  await insertRow(db, 'game_answers', { ...own, date_id: session.date, answer: 'coming' })
  const turn = { group_id, user_id, session_id: session.id, position: 0 }
  await db.insertInto('session_hosts').values(turn).execute()
  await makeHistory(server, user_id, name, group_id)
}

/** A past session in the shared group, to which the member came, and its recap. */
async function makeHistory(
  server: TestServer,
  user_id: MemberId,
  name: string,
  group_id: GroupId,
): Promise<void> {
  const { db, clock } = server.deps
  const now = clock()
  const { date: date_id } = await plansIn(server).addSession(group_id, now - DAY)
  const written = { version: 1, written_by: user_id, written_at: now }
  await insertRow(db, 'date_recaps', {
    date_id,
    text: `${name}-recap`,
    search_text: '',
    ...written,
  })
  await insertRow(db, 'date_attendance', { date_id, user_id, came: 1, updated_at: now })
}
