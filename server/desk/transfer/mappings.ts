import type { ImportMapping } from '#contract/schemas/transfer.ts'
import type { TransferArea } from '#contract/sets.ts'
import type { SourceFormat } from '#contract/transfer.ts'
import type { Db } from '../../db/schema.ts'

/** Decisions that are remembered of one format, those of the last import first. */
const REMEMBERED_MAX = 500

type Choice = {
  readonly area: TransferArea
  /** What is decided now. */
  readonly mapping: ImportMapping
}

/** What counts for a file of a format: the decisions of now, and before them those of the last import. */
export async function mappingsOf(
  db: Db,
  { area, mapping }: Choice,
): Promise<(format: SourceFormat) => ImportMapping> {
  const rows = await db
    .selectFrom('import_mappings')
    .select(['format', 'mapping'])
    .where('area', '=', area)
    .execute()
  const known = new Map(rows.map((row) => [row.format, JSON.parse(row.mapping) as ImportMapping]))
  return (format) => {
    const before = known.get(format)
    return {
      kinds: { ...before?.kinds, ...mapping.kinds },
      columns: { ...before?.columns, ...mapping.columns },
    }
  }
}

export async function rememberMapping(
  tx: Db,
  area: TransferArea,
  format: SourceFormat,
  { kinds = {}, columns = {} }: ImportMapping,
): Promise<void> {
  const mapping = JSON.stringify({ kinds: latest(kinds), columns: latest(columns) })
  await tx
    .insertInto('import_mappings')
    .values({ area, format, mapping })
    .onConflict((conflict) => conflict.columns(['area', 'format']).doUpdateSet({ mapping }))
    .execute()
}

const latest = <Value>(all: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).slice(-REMEMBERED_MAX))
