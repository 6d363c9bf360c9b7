import { type Clock, DAY_MS } from '../../config/time.ts'
import { insertRow } from '../rows.ts'
import type { Db } from '../schema.ts'
import { type DemoUsers, named } from './accounts.ts'
import type { DemoTexts } from './languages.ts'

/** Marks published articles as announced, so that no mail is sent about them. */
export async function seedProfile(
  tx: Db,
  clock: Clock,
  users: DemoUsers,
  demo: DemoTexts<'profile'>,
): Promise<void> {
  const now = clock()
  const yesterday = now - DAY_MS
  const details = demo.order_details.map(({ user, ...texts }) => ({
    ...texts,
    user_id: named(users, user),
    updated_at: now - 3 * DAY_MS,
  }))
  await tx.insertInto('order_details').values(details).execute()
  for (const { user, ...request } of demo.name_changes) {
    const user_id = named(users, user)
    await insertRow(tx, 'name_changes', { ...request, user_id, created_at: yesterday })
  }
  const preferences = demo.subscribed.map((name) => ({
    user_id: named(users, name),
    notify_since: yesterday,
  }))
  await tx.insertInto('preferences').values(preferences).execute()
  await tx
    .insertInto('announcements')
    .columns(['content_id', 'started_at', 'finished_at'])
    .expression((is) =>
      is
        .selectFrom('contents')
        .select((row) => ['contents.id', row.val(now).as('started'), row.val(now).as('finished')])
        .where('publish_at', '<=', now),
    )
    .execute()
}
