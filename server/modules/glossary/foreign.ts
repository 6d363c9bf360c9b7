import type { Db } from '../../db/schema.ts'
import { keyedNames } from '../../desk/transfer/keyedRows.ts'
import {
  formattedFields,
  kindsOf,
  type Names,
  type SourceRecord,
} from '../../desk/transfer/sources/records.ts'

/** Names that are here, for files that have names alone. */
export async function namesHere(tx: Db): Promise<Names> {
  const kinds = await keyedNames(tx, 'glossary_types')
  const keys = new Map(kinds.map(({ id, key }) => [id, key]))
  const parts = await keyedNames(tx, 'glossary_subtypes')
  return {
    kinds: kinds.map(({ key, name }) => ({ key, name })),
    parts: parts.map(({ key, name, type_id }) => ({ key, name, parent: keys.get(type_id) ?? '' })),
  }
}

/** Type of the entries of a source that has no kinds. */
const OTHER = { key: 'other', name: 'Other' }

/** A file of the area, of entries of another program. */
export function fileOfRecords(records: readonly SourceRecord[]): object {
  const typed = records.map((record) => ({ ...record, kind: record.kind ?? OTHER }))
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
