import { type HasDb, updateRow } from '../../db/rows.ts'
import { deskErrors } from '../../desk/errors.ts'
import { said } from '../../text/sentence.ts'
import { millis } from '../../text/time.ts'
import type { FileRow, Reader } from '../../transfer/reading.ts'
import { slotsOf, tableFactsOf } from '../../work/tables.ts'
import type { TransferContent } from './columns.ts'
import type { ContentRow } from './repository.ts'
import { slotsColumn } from './tableRepository.ts'

/* Programmes of events in files; leaders are people, and stay out of them. */

/** Columns of an event with slots, or of a table. @throws Refusal */
export function programmeOfFile(row: TransferContent, before: ContentRow | undefined) {
  const { slots, takes_offers, slot, table, parent } = row
  const isTable = parent !== undefined || before?.parent_id != null
  if (isTable && row.kind === 'news') throw deskErrors.unwanted('parent')
  for (const field of ['slot', 'table'] as const)
    if (!isTable && row[field] != null) throw deskErrors.unwanted(field)
  if (isTable && (slots ?? []).length > 0) throw deskErrors.unwanted('slots')
  if (isTable && table == null && before?.table_facts == null) throw deskErrors.required('table')
  const event = { starts_at: millis(row.starts_at) ?? 0, ends_at: millis(row.ends_at) ?? 0 }
  const isListed = row.kind === 'event' && slots !== undefined
  return {
    slots: isListed
      ? slotsColumn({ slots }, event, { before: null, zone: 'UTC' })
      : (before?.slots ?? null),
    takes_offers: takes_offers === undefined ? (before?.takes_offers ?? 0) : Number(takes_offers),
    slot: (slot === undefined ? before?.slot : slot) ?? null,
    table_facts: table ? JSON.stringify(table) : (before?.table_facts ?? null),
  }
}

type Placing = HasDb & { readonly reader: Reader }

/** Leads tables to their events, once both have their ids. */
export async function placeTables(
  w: Placing,
  rows: readonly FileRow<TransferContent>[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { row, path } of rows) {
    const id = ids.get(row.key)
    if (row.parent === undefined || id === undefined) continue
    const key = row.parent
    const event = await w.db
      .selectFrom('contents')
      .select(['id', 'slots', 'parent_id'])
      .where('transfer_key', '=', key)
      .executeTakeFirst()
    const hasSlot =
      event !== undefined &&
      (row.slot == null || slotsOf(event).some((slot) => slot.id === row.slot))
    if (event === undefined)
      w.reader.complain(`${path}.parent`, said('transfer.no_such_key', { key }))
    else if (event.parent_id !== null || !hasSlot)
      w.reader.complain(`${path}.slot`, said('desk.state.no_slots'))
    else await updateRow(w.db, 'contents', id, { parent_id: event.id })
  }
  w.reader.assertGood()
}

/** Fields of the programme of events and of their tables. */
export function programmeFields(rows: readonly ContentRow[]) {
  const keys = new Map(rows.map(({ id, transfer_key }) => [id, transfer_key]))
  return (row: ContentRow) => ({
    ...(row.slots !== null && { slots: slotsOf(row), takes_offers: row.takes_offers === 1 }),
    ...(row.parent_id !== null && {
      parent: keys.get(row.parent_id),
      slot: row.slot,
      table: tableFactsOf(row),
    }),
  })
}
