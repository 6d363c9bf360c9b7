import type { ContentId } from '../../../contract/ids.ts'
import { DAY_MS } from '../../../server/config/time.ts'
import { desk, rolesOf, type Stage } from '../../../test/helpers/races/stage.ts'
import type { Area } from '../racePairs.ts'

type World = { readonly event: ContentId }

const HOUR_MS = DAY_MS / 24
let count = 0

/** @param publishedBefore milliseconds since the publication; null: a draft */
const setUp =
  (publishedBefore: number | null) =>
  async (stage: Stage, worlds: number): Promise<World[]> => {
    const { db, clock } = stage.server.deps
    const now = clock()
    const rows = await db
      .insertInto('contents')
      .values(
        Array.from({ length: worlds }, () => ({
          kind: 'event' as const,
          uid: `race-${++count}`,
          title: 'A meeting',
          short_description: 'Short',
          description: 'Long',
          starts_at: now + DAY_MS,
          ends_at: now + DAY_MS + HOUR_MS,
          event_scope: 'National' as const,
          event_type: 'Online' as const,
          created_at: now - DAY_MS,
          updated_at: now - DAY_MS,
          publish_at: publishedBefore === null ? null : now - publishedBefore,
        })),
      )
      .returning('id')
      .execute()
    return rows.map(({ id }) => ({ event: id }))
  }

async function look({ server }: Stage, worlds: readonly World[]) {
  const rows = await server.deps.db.selectFrom('contents').selectAll().execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return worlds.map(({ event }) => {
    const row = byId.get(event)
    return (
      row !== undefined && {
        title: row.title,
        isPublic: row.publish_at !== null && row.unpublished_at === null,
        isCancelled: row.cancelled_at !== null,
        sequence: row.sequence,
      }
    )
  })
}

const OPERATIONS: Area<World>['operations'] = {
  'it is published': ({ event }, { ada }) => desk(ada, 'POST', `/contents/${event}/publish`),
  'it is withdrawn': ({ event }, { ben }) => desk(ben, 'POST', `/contents/${event}/unpublish`),
  'it is cancelled': ({ event }, { ada }) => desk(ada, 'POST', `/contents/${event}/cancel`),
  'it is deleted': ({ event }, { ben }) => desk(ben, 'DELETE', `/contents/${event}`),
  'it is rewritten': ({ event }, { ada, server }) =>
    desk(ada, 'PUT', `/contents/${event}`, {
      kind: 'event',
      title: 'Another meeting',
      short_description: 'Short',
      description: 'Long',
      starts_at: new Date(server.deps.clock() + 2 * DAY_MS).toISOString(),
      ends_at: new Date(server.deps.clock() + 3 * DAY_MS).toISOString(),
      event_scope: 'National',
      event_type: 'Online',
    }),
}
const TABLES = ['outbox', 'announcements', 'contents'] as const

export const DRAFT: Area<World> = {
  about: 'the draft of an event',
  tables: TABLES,
  setUp: setUp(null),
  look,
  operations: OPERATIONS,
}
export const PUBLIC_EVENT: Area<World> = {
  about: 'an event that is public',
  tables: TABLES,
  setUp: setUp(HOUR_MS),
  look,
  operations: OPERATIONS,
}

type MessageWorld = { readonly message: number }

export const MESSAGE: Area<MessageWorld> = {
  about: 'a message and its answers',
  tables: ['outbox', 'contact_messages'],
  async setUp(stage, worlds) {
    const message = { name: 'N', subject: 'S', message: 'M', created_at: stage.server.deps.clock() }
    const rows = await stage.server.deps.db
      .insertInto('contact_messages')
      .values(
        Array.from({ length: worlds }, (_, n) => ({ ...message, email: `ines${n}@example.org` })),
      )
      .returning('id')
      .execute()
    return rows.map(({ id }) => ({ message: id }))
  },
  async look({ server, ada, ben }, worlds) {
    const { db } = server.deps
    const messages = await db.selectFrom('contact_messages').selectAll().execute()
    const byId = new Map(messages.map((row) => [row.id, row]))
    const answers = Map.groupBy(
      await db.selectFrom('message_answers').selectAll().execute(),
      ({ message_id }) => message_id,
    )
    const mails = Map.groupBy(
      await db.selectFrom('outbox').select('recipient').execute(),
      ({ recipient }) => recipient,
    )
    const role = rolesOf({ Ada: ada.user, Ben: ben.user })
    return worlds.map(({ message }) => ({
      isRead: byId.get(message)?.read_at !== null,
      answers: (answers.get(message) ?? []).map((row) => `${role(row.answered_by)}: ${row.text}`),
      mails: mails.get(byId.get(message)?.email ?? '')?.length ?? 0,
    }))
  },
  operations: {
    'it is marked as read': ({ message }, { ada }) =>
      desk(ada, 'POST', `/messages/${message}/read`),
    'it is marked as unread': ({ message }, { ben }) =>
      desk(ben, 'POST', `/messages/${message}/unread`),
    'Ada answers': ({ message }, { ada }) =>
      desk(ada, 'POST', `/messages/${message}/answer`, { text: 'Hello', seen: 0 }),
    'Ben answers': ({ message }, { ben }) =>
      desk(ben, 'POST', `/messages/${message}/answer`, { text: 'Good day', seen: 0 }),
  },
}
