import type { HasDb } from '../../db/schema.ts'
import { formattedFields, kindsOf } from '../../transfer/format.ts'
import { keyedNames } from '../../transfer/keyedRows.ts'
import type { Names, SourceRecord } from '../../transfer/sources/records.ts'

/** Names that are here, for files that have names alone. */
export async function namesHere(w: HasDb): Promise<Names> {
  const kinds = await keyedNames(w, 'rule_categories')
  const keys = new Map(kinds.map(({ id, key }) => [id, key]))
  const parts = await keyedNames(w, 'rule_subcategories')
  const quick = await keyedNames(w, 'quick_subcategories')
  return {
    decided: new Set(),
    unpublished: 'out',
    kinds: [...kinds.map(({ key, name }) => ({ key, name })), { key: QUICK, name: QUICK }],
    parts: [
      ...parts.map(({ key, name, category_id }) => ({
        key,
        name,
        parent: keys.get(category_id) ?? '',
      })),
      ...quick.map(({ key, name }) => ({ key, name, parent: QUICK })),
    ],
  }
}

/** Kind of the entries of a source that are quick rules; its parts are their sub-categories. */
export const QUICK = 'quick'

/** A file of the area, of entries of another program. */
export function fileOfRecords(records: readonly SourceRecord[]): object {
  const isQuick = ({ kind }: SourceRecord) => kind?.key === QUICK
  const quick = records.filter(isQuick)
  return {
    format: 'discordia-rules',
    version: 1,
    categories: kindsOf(records.filter((record) => !isQuick(record))).map(({ kind, parts }) => ({
      ...kind,
      subcategories: parts,
    })),
    quick_subcategories: kindsOf(quick).flatMap(({ parts }) => parts),
    entries: records.map((record) => ({
      key: record.key,
      title: record.title,
      ...(isQuick(record)
        ? { kind: 'quick', quick_subcategory: record.part?.key ?? null }
        : {
            kind: 'basic',
            category: record.kind?.key ?? null,
            subcategory: record.part?.key ?? null,
          }),
      ...formattedFields(record),
      sections: [
        ...(record.description === ''
          ? []
          : [{ title: record.title, content: record.description }]),
        ...record.sections,
      ],
    })),
  }
}
