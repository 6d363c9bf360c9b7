import { randomUUID } from 'node:crypto'
import type { Slot } from '#contract/programme.ts'
import { HOUR_MS, MINUTE_MS } from '../../config/time.ts'
import { factsOf } from '../../text/eventFacts.ts'
import { searchedColumns } from '../../text/keys.ts'
import { iso } from '../../text/time.ts'
import { insertRow, type RowOf, updateRow } from '../rows.ts'
import { named, type Peopled } from './accounts.ts'
import { published, seatAt } from './content.ts'
import type { DemoTexts } from './languages.ts'

type Event = RowOf<'contents'>
type Evening = DemoTexts<'programme'>[number]

/** An event with two slots, three tables in each, players at most of them, and an offer that waits for the staff. */
export async function seedProgramme(w: Peopled, demo: DemoTexts<'programme'>): Promise<void> {
  for (const { event, tables, offers, ...programme } of demo) {
    const found = await w.db
      .selectFrom('contents')
      .selectAll()
      .where((is) => is.and({ title: event, kind: 'event' }))
      .executeTakeFirstOrThrow()
    const slots = slotsOf(found, programme)
    const columns = { slots: JSON.stringify(slots), takes_offers: 1 }
    const evening = await updateRow(w.db, 'contents', found.id, columns)
    for (const table of tables) await seedTable(w, { evening, slots }, table)
    for (const offer of offers) await seedOffer(w, evening, offer)
  }
}

const slotsOf = ({ starts_at }: Event, { slots }: Pick<Evening, 'slots'>): Slot[] =>
  slots.map(({ from_minute, to_minute }, index) => ({
    id: index + 1,
    starts_at: iso((starts_at ?? 0) + from_minute * MINUTE_MS),
    ends_at: iso((starts_at ?? 0) + to_minute * MINUTE_MS),
  }))

type Placed = { readonly evening: Event; readonly slots: readonly Slot[] }

async function seedTable(
  { db, now, users }: Peopled,
  { evening, slots }: Placed,
  { leader, facts, players, ...texts }: Evening['tables'][number],
): Promise<void> {
  const { starts_at = '', ends_at = '' } = slots.find(({ id }) => id === texts.slot) ?? {}
  const placed = {
    ...{ ...texts, event_type: evening.event_type },
    ...{ starts_at: Date.parse(starts_at), ends_at: Date.parse(ends_at), cancelled_at: null },
  }
  const row = await insertRow(db, 'contents', {
    ...published(evening.publish_at ?? now, { ...placed, ...ofEvening(evening, facts) }),
    ...{ led_by: named(users, leader), leader_told: factsOf(placed), waiting_max: 5 },
  })
  for (const [order, player] of players.entries())
    await insertRow(db, 'registrations', {
      ...seatAt(row, now - (players.length - order) * MINUTE_MS),
      ...{ user_id: named(users, player), state: 'coming', answers: '[]' },
    })
}

async function seedOffer(
  { db, now, users }: Peopled,
  evening: Event,
  { leader, facts, ...texts }: Evening['offers'][number],
): Promise<void> {
  const { starts_at, ends_at, event_type } = evening
  const waits_since = now - 6 * HOUR_MS
  await insertRow(db, 'contents', {
    ...{ ...texts, ...searchedColumns(texts.title, [texts.short_description, texts.description]) },
    ...{ ...ofEvening(evening, facts), starts_at, ends_at, event_type },
    ...{ led_by: named(users, leader), waits_since, waiting_max: 0, uid: randomUUID() },
    ...{ created_at: waits_since, updated_at: waits_since },
  })
}

const ofEvening = ({ id, event_scope, confirm_hours }: Event, facts: object) => ({
  ...{ kind: 'event' as const, parent_id: id, event_scope, confirm_hours },
  ...{ table_facts: JSON.stringify(facts), questions: '[]' },
})
