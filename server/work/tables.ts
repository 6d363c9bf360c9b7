import type { Selectable } from 'kysely'
import type { Slot, TableFacts } from '#contract/programme.ts'
import type { DB } from '../db/rows.ts'

/* The programme of an event as its columns have it; a table is an event with a parent. */

type Row = Selectable<DB['contents']>

/** Sorted by their times, as the desk has written them. */
export const slotsOf = ({ slots }: Pick<Row, 'slots'>): Slot[] =>
  JSON.parse(slots ?? '[]') as Slot[]

/** Null: no table. */
export const tableFactsOf = ({ table_facts }: Pick<Row, 'table_facts'>): TableFacts | null =>
  table_facts === null ? null : (JSON.parse(table_facts) as TableFacts)
