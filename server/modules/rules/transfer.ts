import Type, { type Static } from 'typebox'
import { TEXT_MAX } from '#contract/fields.ts'
import { ALIASES_MAX, aliasFields } from '#contract/formatting.ts'
import type { RuleCategoryId, RuleSubcategoryId } from '#contract/ids.ts'
import { translationOfFile } from '#contract/languages.ts'
import { rulePath } from '#contract/publicPages.ts'
import { RULE_KINDS } from '#contract/sets.ts'
import { line } from '#contract/shapes.ts'
import type { HasDb, RowOf } from '../../db/rows.ts'
import { searchColumns, sectionsOf } from '../../desk/sections.ts'
import {
  textColumns,
  textFieldsOfFile,
  translationColumnsOfFile,
  translationFieldsOfFile,
} from '../../desk/translations.ts'
import { type Sentence, said } from '../../text/sentence.ts'
import {
  exportedFields,
  formattedFields,
  kindsOf,
  type TransferFormat,
} from '../../transfer/format.ts'
import {
  checkTranslations,
  keyedLinks,
  namedColumns,
  nameIn,
  readParts,
  writeEntries,
} from '../../transfer/importer.ts'
import {
  AREA_LOCKS,
  addMissingKeys,
  keyedNames,
  keyedRows,
  listRows,
  upsertNamed,
} from '../../transfer/keyedRows.ts'
import {
  fileKey,
  fileRef,
  fileRows,
  nested,
  type Reader,
  TransferPart,
} from '../../transfer/reading.ts'
import type { Names, SourceRecord } from '../../transfer/sources/records.ts'

/* Rows of our own files: see docs/transfer-format.md. */

export const RulesFile = Type.Object({
  format: Type.Literal('discordia-rules'),
  version: Type.Literal(1),
  categories: Type.Optional(fileRows()),
  quick_subcategories: Type.Optional(fileRows()),
  entries: Type.Optional(fileRows()),
})

export const TransferCategory = Type.Object({
  ...TransferPart.properties,
  subcategories: Type.Optional(fileRows()),
})

export const TransferRule = Type.Object({
  key: fileKey(),
  kind: Type.Enum(RULE_KINDS),
  title: line(),
  category: fileRef(),
  subcategory: fileRef(),
  quick_subcategory: fileRef(),
  ...aliasFields,
  ...translationOfFile,
  sections: Type.Optional(fileRows()),
})
export type TransferRule = Static<typeof TransferRule>

const SECTIONS = 'rule_sub_entries'
const NAMED = ['rule_categories', 'rule_subcategories', 'quick_subcategories'] as const
const TABLES = { table: 'rule_entries', sectionTable: SECTIONS, pathOf: rulePath } as const

export const format: TransferFormat = {
  lock: AREA_LOCKS.rules,
  entries: TABLES.table,
  limits: { titleMax: TEXT_MAX, aliasesMax: ALIASES_MAX },
  names: namesHere,
  fileOf: fileOfRecords,
  recordsOf: (file) => recordsOfFile(file as Exported),
  read: readRules,
  export: exportRules,
}

function readRules(file: unknown, reader: Reader): ReturnType<TransferFormat['read']> {
  const sent = reader.read(RulesFile, file, 'file')
  const categories = reader.rows(TransferCategory, sent?.categories, 'categories')
  const subcategories = readParts(reader, categories, 'subcategories')
  const quick = reader.rows(TransferPart, sent?.quick_subcategories, 'quick_subcategories')
  const entries = reader.rows(TransferRule, sent?.entries, 'entries').map(({ row, path }) => {
    const sections = reader.sections(row.sections, path)
    return { row, path, sections, search: searchColumns(row.title.trim(), null, sections) }
  })
  reader.assertGood()

  return async (w) => {
    await upsertNamed(w, 'rule_categories', namedColumns(categories))
    const parents = await keyedRows(w, 'rule_categories')
    const parts = subcategories.map(({ key, name, position, parent }) => ({
      key,
      columns: { name: name.trim(), position, category_id: parents.get(parent)?.id },
    }))
    await upsertNamed(w, 'rule_subcategories', parts)
    await upsertNamed(w, 'quick_subcategories', namedColumns(quick))

    const known = await knownCategories(w)
    const before = await keyedRows(w, 'rule_entries')
    const positions = new Map<string, number>()
    const keyed = entries.map(({ row, path, sections, search }) => {
      const complain = (field: keyof TransferRule | null, problem: Sentence) =>
        reader.complain(field === null ? path : `${path}.${field}`, problem)
      const partition = partitionOf(row, known, complain)
      const partitionKey = JSON.stringify(partition)
      const position = positions.get(partitionKey) ?? 0
      positions.set(partitionKey, position + 1)
      const columns = {
        ...partition,
        title: row.title.trim(),
        position,
        ...search,
        ...textColumns({ format: row.format ?? 'plain', aliases: row.aliases ?? [] }),
        ...translationColumnsOfFile(row, before.get(row.key)),
        updated_at: w.now,
      }
      const { title } = columns
      const whenNew = { created_at: w.now }
      return { key: row.key, columns, whenNew, sections, path, title, description: null }
    })
    await checkTranslations(w, 'rule_entries', keyed)
    reader.assertGood()
    await writeEntries(w, { ...TABLES, nameOf: namesIn(known) }, keyed)
  }
}

/** A file may also name categories that are here already. */
const knownCategories = async (w: HasDb) => ({
  categories: await keyedRows(w, 'rule_categories'),
  subcategories: await keyedRows(w, 'rule_subcategories'),
  quick: await keyedRows(w, 'quick_subcategories'),
})

const namesIn =
  ({ categories, subcategories, quick }: Awaited<ReturnType<typeof knownCategories>>) =>
  (column: string, id: number) => {
    const rows =
      column === 'category_id' ? categories : column === 'subcategory_id' ? subcategories : quick
    return nameIn(rows, id)
  }

/** @param complain of a field; null: of the row */
function partitionOf(
  row: TransferRule,
  known: Awaited<ReturnType<typeof knownCategories>>,
  complain: (field: keyof TransferRule | null, problem: Sentence) => void,
) {
  const idOf = <Id extends number>(
    field: 'category' | 'quick_subcategory',
    rows: ReadonlyMap<string | null, { readonly id: Id }>,
  ): Id | null => {
    const key = row[field]
    if (key == null) return null
    const found = rows.get(key)
    if (found === undefined) complain(field, said('transfer.no_such_key', { key }))
    return found?.id ?? null
  }
  const none = { category_id: null, subcategory_id: null, quick_subcategory_id: null }
  if (row.kind === 'quick') {
    if (row.category != null || row.subcategory != null)
      complain(null, said('transfer.quick_with_category'))
    return { ...none, kind: row.kind, quick_subcategory_id: idOf('quick_subcategory', known.quick) }
  }
  if (row.quick_subcategory != null) complain(null, said('transfer.basic_with_quick'))
  const category_id: RuleCategoryId | null = idOf('category', known.categories)
  const sub = row.subcategory == null ? undefined : known.subcategories.get(row.subcategory)
  if (row.subcategory != null && sub?.category_id !== category_id)
    complain('subcategory', said('transfer.no_such_subcategory', { key: row.subcategory }))
  const subcategory_id: RuleSubcategoryId | null = sub?.id ?? null
  return { ...none, kind: row.kind, category_id, subcategory_id }
}

type Exported = Awaited<ReturnType<typeof exportRules>>

function recordsOfFile({ categories, quick_subcategories, entries }: Exported): SourceRecord[] {
  const kinds = new Map(
    categories.map(({ key, name, subcategories }) => [
      key,
      { key: key ?? '', name, subcategories },
    ]),
  )
  return entries.map(({ key, title, kind, sections, ...row }) => {
    const category = 'category' in row ? kinds.get(row.category) : undefined
    const own =
      kind === 'quick'
        ? { key: QUICK, name: QUICK, subcategories: quick_subcategories }
        : (category ?? null)
    const partKey = 'category' in row ? row.subcategory : row.quick_subcategory
    const part = own?.subcategories.find((one) => one.key === partKey)
    return {
      key: key ?? '',
      title,
      kind: own && { key: own.key, name: own.name },
      part: part ? { key: part.key ?? '', name: part.name } : null,
      ...exportedFields(row),
      state: null,
      rejection_reason: null,
      description: '',
      sections,
    }
  })
}

async function exportRules(w: HasDb) {
  for (const table of [...NAMED, 'rule_entries'] as const) await addMissingKeys(w, table)
  const categories = await listRows(w.db, 'rule_categories', 'position')
  const subcategories = await listRows(w.db, 'rule_subcategories', 'position')
  const quick = await listRows(w.db, 'quick_subcategories', 'position')
  const entries = await listRows(w.db, 'rule_entries', 'kind', 'position')
  const sections = await sectionsOf(w, SECTIONS, entries)
  const byKey = keyedLinks(entries, rulePath)
  return {
    format: 'discordia-rules',
    version: 1,
    categories: categories.map((row) => ({
      ...part(row),
      subcategories: subcategories.filter((sub) => sub.category_id === row.id).map(part),
    })),
    quick_subcategories: quick.map(part),
    entries: entries.map((row) => ({
      key: row.transfer_key,
      kind: row.kind,
      title: row.title,
      ...(row.kind === 'basic'
        ? {
            category: keyOf(categories, row.category_id),
            subcategory: keyOf(subcategories, row.subcategory_id),
          }
        : { quick_subcategory: keyOf(quick, row.quick_subcategory_id) }),
      ...textFieldsOfFile(row),
      ...translationFieldsOfFile(row),
      sections: nested(sections(row.id).map(byKey.section)),
    })),
  }
}

type NamedRow = Pick<RowOf<'rule_categories' | 'rule_subcategories'>, 'transfer_key' | 'name'>
const part = ({ transfer_key, name }: NamedRow) => ({ key: transfer_key, name })

const keyOf = (
  rows: readonly { readonly id: number; readonly transfer_key: string | null }[],
  id: number | null,
): string | null => rows.find((row) => row.id === id)?.transfer_key ?? null

async function namesHere(w: HasDb): Promise<Names> {
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
const QUICK = 'quick'

/** A file of the area, of entries of another program. */
function fileOfRecords(records: readonly SourceRecord[]): object {
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
