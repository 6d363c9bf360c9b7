import { randomUUID } from 'node:crypto'
import type { EventKindId } from '#contract/ids.ts'
import { EVENT_SCOPES, EVENT_TYPES } from '#contract/sets.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../config/time.ts'
import { factsOf } from '../../text/eventFacts.ts'
import { searchedColumns } from '../../text/keys.ts'
import { insertRow, type NewRow, type RowOf } from '../rows.ts'
import { named, type Peopled } from './accounts.ts'
import { type DemoTexts, demoTexts } from './languages.ts'
import { type Seeding, seedPictures } from './seedFiles.ts'

type Row = NewRow<'contents'> & { readonly publish_at: number }

/** News and events as a seed makes them on the day that begins at `midnight`, with the names of their pictures. */
export const contentRows = (
  midnight: number,
  language: string,
): { row: Row; image: string | null; event_kind?: string | null }[] => [
  ...demoTexts('news', language).map(({ days_ago, image, ...texts }) => ({
    image,
    row: published(midnight - days_ago * DAY_MS + 9 * HOUR_MS, { ...texts, kind: 'news' }),
  })),
  ...demoTexts('events', language).map((event, order) => {
    const { in_days, duration_minutes, image, event_kind, ...texts } = event
    const starts_at = midnight + in_days * DAY_MS + startOfDay(duration_minutes)
    // Published one after the other, the next event first, past ones a month before they began.
    const publish_at =
      in_days > 0 ? midnight - (3 + 2 * order) * DAY_MS + 11 * HOUR_MS : starts_at - 30 * DAY_MS
    const row = published(publish_at, {
      ...texts,
      kind: 'event',
      event_scope: oneOf(EVENT_SCOPES, texts.event_scope),
      event_type: oneOf(EVENT_TYPES, texts.event_type),
      starts_at,
      ends_at: starts_at + duration_minutes * MINUTE_MS,
    })
    return { image, row, event_kind }
  }),
]

/** The demonstration's news and events, with dates around now, oldest publication first. */
export async function seedContent({ db, now, files }: Seeding, language: string): Promise<void> {
  const made = contentRows(now - (now % DAY_MS), language)
  const pictures = await seedPictures(files, made)
  const kinds = await seedKinds(db, language)
  const rows = made
    .map(({ row, event_kind }, order) => ({
      ...row,
      picture: pictures[order],
      event_kind_id: event_kind == null ? null : named(kinds, event_kind),
    }))
    .sort((a, b) => a.publish_at - b.publish_at)
  await db.insertInto('contents').values(rows).execute()
}

export const demoKinds = (events: DemoTexts<'events'>): string[] => [
  ...new Set(events.flatMap(({ event_kind }) => event_kind ?? [])),
]

/** @returns their ids by name */
async function seedKinds(db: Seeding['db'], language: string) {
  const kinds: Record<string, EventKindId> = {}
  for (const [position, name] of demoKinds(demoTexts('events', language)).entries())
    kinds[name] = (await insertRow(db, 'event_kinds', { name, position })).id
  return kinds
}

/** A row that is public since then. */
export function published(
  publish_at: number,
  row: Omit<Row, 'uid' | 'created_at' | 'updated_at' | 'publish_at'>,
): Row {
  const times = { created_at: publish_at, updated_at: publish_at, publish_at }
  const texts = searchedColumns(row.title, [row.short_description, row.description])
  return { ...row, ...texts, ...times, uid: randomUUID() }
}

/** Evenings start after work, whole days in the morning. */
const startOfDay = (minutes: number): number => (minutes <= 5 * 60 ? 17 * HOUR_MS : 9 * HOUR_MS)

function oneOf<T extends string>(choices: readonly T[], text: string): T {
  const found = choices.find((choice) => choice === text)
  if (found === undefined) throw new Error(`"${text}" is none of ${choices.join(', ')}`)
  return found
}

type Signed = { readonly member: string; readonly answers: readonly string[] }

/** Events with seats left, with three left, and with a waiting list. */
export async function seedRegistrations(
  { db, now, users }: Peopled,
  demo: DemoTexts<'registrations'>,
): Promise<void> {
  for (const { event, coming, waiting, questions, ...settings } of demo) {
    const row = await db
      .updateTable('contents')
      .set({ ...settings, questions: JSON.stringify(questions) })
      .where((is) => is.and({ title: event, kind: 'event' }))
      .returningAll()
      .executeTakeFirstOrThrow()
    const signed = [...coming, ...waiting] as readonly Signed[]
    const rows = signed.map(({ member, answers }, order) => ({
      ...seatAt(row, now - (signed.length - order) * HOUR_MS),
      user_id: named(users, member),
      state: order < coming.length ? ('coming' as const) : ('waiting' as const),
      answers: JSON.stringify(
        questions.map(({ text }, index) => ({ question: text, answer: answers[index] ?? '' })),
      ),
    }))
    await db.insertInto('registrations').values(rows).execute()
  }
}

/** What a registration has besides its person. */
export const seatAt = (row: RowOf<'contents'>, at: number) => ({
  ...{ content_id: row.id, told: factsOf(row) },
  ...{ queued_at: at, created_at: at, updated_at: at },
})
