import type { HasDb } from '../../db/schema.ts'
import { said, sentenceIn } from '../../text/sentence.ts'
import type { FileContext } from '../../transfer/format.ts'
import { formattedFields, kindsOf } from '../../transfer/format.ts'
import { keyedNames, keysHere } from '../../transfer/keyedRows.ts'
import type { Names, SourceRecord } from '../../transfer/sources/records.ts'

/** Names that are here, for files that have names alone. */
export async function namesHere(w: HasDb): Promise<Names> {
  const kinds = await keyedNames(w, 'glossary_types')
  const keys = new Map(kinds.map(({ id, key }) => [id, key]))
  const parts = await keyedNames(w, 'glossary_subtypes')
  return {
    decided: await keysHere(w, 'glossary_entries', ['approved_at', 'rejected_at']),
    unpublished: 'review',
    kinds: kinds.map(({ key, name }) => ({ key, name })),
    parts: parts.map(({ key, name, type_id }) => ({ key, name, parent: keys.get(type_id) ?? '' })),
  }
}

/** A file of the area, of entries of another program; without a kind their type is one for others. */
export function fileOfRecords(
  records: readonly SourceRecord[],
  { language }: Pick<FileContext, 'language'>,
): object {
  const other = { key: 'other', name: sentenceIn(language, said('imported.other')) }
  const typed = records.map((record) => ({ ...record, kind: record.kind ?? other }))
  return {
    format: 'discordia-glossary',
    version: 1,
    types: kindsOf(typed).map(({ kind, parts }) => ({ ...kind, subtypes: parts })),
    entries: typed.map((record) => ({
      key: record.key,
      title: record.title,
      type: record.kind.key,
      subtype: record.part?.key ?? null,
      description: record.description,
      ...(record.state !== null && {
        state: record.state,
        rejection_reason: record.rejection_reason,
      }),
      ...formattedFields(record),
      sections: record.sections,
    })),
  }
}
