import { type Clock, DAY_MS } from '../../config/time.ts'
import type { Db } from '../schema.ts'
import type { DemoName, DemoUsers } from './accounts.ts'

/** They get mails about new articles. */
const SUBSCRIBED: readonly DemoName[] = ['mira', 'juno', 'wren', 'ada']

/** Marks published articles as announced, so that no mail is sent about them. */
export async function seedProfile(tx: Db, clock: Clock, users: DemoUsers): Promise<void> {
  const now = clock()
  await tx
    .insertInto('order_details')
    .values({
      user_id: users.mira,
      first_name: 'Mira',
      last_name: 'Falkner',
      email: 'mira@discordia.example',
      phone_number: '+43 1 5550142',
      country_key: 'AT',
      city: 'Vienna',
      zipcode: '1070',
      address: 'Apfelgasse 12/7',
      updated_at: now - 3 * DAY_MS,
    })
    .execute()
  await tx
    .insertInto('name_changes')
    .values({
      user_id: users.tomas,
      new_name: 'Tomas of Harrow',
      reason: '',
      created_at: now - DAY_MS,
    })
    .execute()
  await tx
    .insertInto('preferences')
    .values(SUBSCRIBED.map((name) => ({ user_id: users[name], notify_since: now - DAY_MS })))
    .execute()
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
