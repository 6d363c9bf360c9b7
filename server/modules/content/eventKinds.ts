import { randomUUID } from 'node:crypto'
import { EVENT_KINDS_MAX } from '#contract/content.ts'
import { lockTable } from '../../db/dialect.ts'
import { count, type HasDb } from '../../db/rows.ts'
import { type Editable, named } from '../../desk/crud.ts'
import { refusal } from '../../http/errors.ts'
import { titleKey } from '../../text/keys.ts'
import { upsertNamed, type Writing } from '../../transfer/keyedRows.ts'
import type { ContentRow } from './repository.ts'

/* Kinds of events: names in an order, such as "Workshop". */

const names = named(() => ({}))

export const eventKinds: Editable<'event-kinds', 'event_kinds'> = {
  ...names,
  resource: 'event-kinds',
  table: 'event_kinds',
  clears: 'contents',
  async create(w, body) {
    // Two kinds that are added at the same time must not exceed the limit.
    await lockTable(w.db, 'event_kinds')
    assertRoom((await count(w.db.selectFrom('event_kinds'))) + 1)
    return names.create(w, body)
  },
  removeWith: async (w, { id }) => ({
    events: await count(w.db.selectFrom('contents').where('event_kind_id', '=', id)),
  }),
}

/** @throws Refusal */
function assertRoom(kinds: number): void {
  if (kinds > EVENT_KINDS_MAX)
    throw refusal(409, 'too_many_event_kinds', { limit: EVENT_KINDS_MAX })
}

/** The order is that of the desk. */
export const listEventKinds = (w: HasDb) =>
  w.db.selectFrom('event_kinds').select(['id', 'name']).orderBy('position').orderBy('id').execute()

/** The kinds of articles, read at once. */
export async function kindsOf(w: HasDb) {
  const kinds = new Map((await listEventKinds(w)).map((kind) => [kind.id, kind]))
  return ({ event_kind_id: id }: Pick<ContentRow, 'event_kind_id'>) =>
    id === null ? undefined : kinds.get(id)
}

/** The kinds, after those of a file that are missing have been added. @throws Refusal */
export async function kindsWith(w: Writing, sent: readonly string[]) {
  const known = await listEventKinds(w)
  const missing = new Map(sent.map((name) => [titleKey(name), name.trim()]))
  for (const { name } of known) missing.delete(titleKey(name))
  if (missing.size === 0) return known
  assertRoom(known.length + missing.size)
  const fresh = [...missing.values()].map((name) => ({
    key: randomUUID(),
    columns: { name, position: 0 },
  }))
  // The kinds that are here keep their order.
  await upsertNamed({ ...w, isForeign: true }, 'event_kinds', fresh)
  return listEventKinds(w)
}
