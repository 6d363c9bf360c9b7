import type { Db } from '../../db/schema.ts'
import { isOneOf } from '../../db/search.ts'
import { said } from '../../text/sentence.ts'
import type { TranslatedTable } from '../translations.ts'
import type { Reader } from './reading.ts'

type Translated = {
  readonly key: string
  readonly path: string
  readonly columns: {
    readonly language: string | null
    readonly translation_group: string | null
  }
}

const placeOf = ({ language, translation_group }: Translated['columns']): string =>
  JSON.stringify([translation_group, language])

/** Complains of each row of a file whose language another of its translations has. */
export async function checkTranslations(
  tx: Db,
  reader: Reader,
  table: TranslatedTable,
  rows: readonly Translated[],
): Promise<void> {
  const linked = rows.filter(({ columns }) => columns.translation_group !== null)
  if (linked.length === 0) return
  const groups = linked.flatMap(({ columns }) => columns.translation_group ?? [])
  const here = await tx
    .selectFrom(table)
    .select(['transfer_key', 'language', 'translation_group'])
    .where(isOneOf(tx, 'translation_group', groups))
    .execute()
  const sent = new Set<string | null>(rows.map(({ key }) => key))
  const taken = new Set(here.filter((row) => !sent.has(row.transfer_key)).map(placeOf))
  for (const { path, columns } of linked) {
    const place = placeOf(columns)
    if (taken.has(place)) reader.complain(`${path}.translation`, said('transfer.translation_there'))
    taken.add(place)
  }
}
