import Type, { type Static } from 'typebox'
import { time } from '#contract/deskShapes.ts'
import { LONG_TEXT_MAX } from '#contract/fields.ts'
import { ALIASES_MAX, aliasFields } from '#contract/formatting.ts'
import { GLOSSARY_TITLE_MAX } from '#contract/glossary.ts'
import type { MemberId } from '#contract/ids.ts'
import { languageField as languageFieldOfFile } from '#contract/languages.ts'
import { entryPath } from '#contract/publicPages.ts'
import { ENTRY_STATES } from '#contract/sets.ts'
import { compared, line, nullable } from '#contract/shapes.ts'
import type { HasDb, RowOf } from '../../db/rows.ts'
import { accountsByNameKey, peopleByIds } from '../../desk/people.ts'
import { searchColumns, sectionsOf } from '../../desk/sections.ts'
import {
  languageColumnOfFile,
  languageField,
  textColumns,
  textFieldsOfFile,
} from '../../desk/translations.ts'
import { usernameKey } from '../../text/keys.ts'
import { type Sentence, said, sentenceIn } from '../../text/sentence.ts'
import { iso, millis } from '../../text/time.ts'
import {
  exportedFields,
  type FileContext,
  formattedFields,
  kindsOf,
  type TransferFormat,
} from '../../transfer/format.ts'
import {
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
  keysHere,
  listRows,
  upsertNamed,
  type Writing,
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
import { stateOf } from './policy.ts'

/* Rows of our own files: see docs/transfer-format.md. */

export const GlossaryFile = Type.Object({
  format: Type.Literal('discordia-glossary'),
  version: Type.Literal(1),
  types: Type.Optional(fileRows()),
  entries: Type.Optional(fileRows()),
})

export const TransferType = Type.Object({
  ...TransferPart.properties,
  icon: Type.Optional(nullable(Type.String({ maxLength: 60 }))),
  subtypes: Type.Optional(fileRows()),
})

export const TransferEntry = Type.Object({
  key: fileKey(),
  title: line(GLOSSARY_TITLE_MAX),
  description: Type.Optional(Type.String({ maxLength: LONG_TEXT_MAX })),
  type: fileKey(),
  subtype: fileRef(),
  author: Type.Optional(nullable(compared())),
  state: Type.Optional(Type.Enum(ENTRY_STATES)),
  rejection_reason: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
  created_at: Type.Optional(nullable(time())),
  ...aliasFields,
  ...languageFieldOfFile,
  sections: Type.Optional(fileRows()),
})
export type TransferEntry = Static<typeof TransferEntry>

const SECTIONS = 'glossary_sub_entries'
const TABLES = { table: 'glossary_entries', sectionTable: SECTIONS, pathOf: entryPath } as const

export const format: TransferFormat = {
  lock: AREA_LOCKS.glossary,
  entries: TABLES.table,
  limits: { titleMax: GLOSSARY_TITLE_MAX, aliasesMax: ALIASES_MAX },
  names: namesHere,
  fileOf: fileOfRecords,
  recordsOf: (file) => recordsOfFile(file as Exported),
  read: readGlossary,
  export: exportGlossary,
}

function readGlossary(
  file: unknown,
  reader: Reader,
  importer: MemberId,
): ReturnType<TransferFormat['read']> {
  const sent = reader.read(GlossaryFile, file, 'file')
  const types = reader.rows(TransferType, sent?.types, 'types')
  const subtypes = readParts(reader, types, 'subtypes')
  const entries = reader.rows(TransferEntry, sent?.entries, 'entries').map(({ row, path }) => {
    const sections = reader.sections(row.sections, path)
    const search = searchColumns(row.title.trim(), row.description ?? '', sections)
    return { row, path, sections, search }
  })
  reader.assertGood()

  return async (w) => {
    const named = namedColumns(types).map(({ key, columns }, index) => ({
      key,
      columns: { ...columns, icon: types[index]?.row.icon || null },
    }))
    await upsertNamed(w, 'glossary_types', named)
    const parents = await keyedRows(w, 'glossary_types')
    const parts = subtypes.map(({ key, name, position, parent }) => ({
      key,
      columns: { name: name.trim(), position, type_id: parents.get(parent)?.id },
    }))
    await upsertNamed(w, 'glossary_subtypes', parts)

    const known = await knownRows(w)
    const names = entries.flatMap(({ row }) =>
      row.author == null ? [] : [usernameKey(row.author)],
    )
    const authors = await accountsByNameKey(w, names)
    const keyed = entries.map(({ row, path, sections, search }) => {
      const complain: Complain = (field, problem) => reader.complain(`${path}.${field}`, problem)
      const columns = {
        ...typeOf(row, known, complain),
        ...decisionOf(w, { row, before: known.entries.get(row.key) }, complain),
        ...search,
        ...textColumns({ format: row.format ?? 'plain', aliases: row.aliases ?? [] }),
        ...languageColumnOfFile(row, known.entries.get(row.key)),
        pending_text: null,
        title: row.title.trim(),
        description: row.description ?? '',
        updated_at: w.now,
      }
      const created_by = authors.get(usernameKey(row.author ?? '')) ?? importer
      const whenNew = { created_by, created_at: createdAt(w, row, complain) }
      const { title, description } = columns
      return { key: row.key, columns, whenNew, sections, path, title, description }
    })
    reader.assertGood()
    const nameOf = (column: string, id: number) =>
      nameIn(column === 'type_id' ? known.types : known.subtypes, id)
    await writeEntries(w, { ...TABLES, nameOf }, keyed)
  }
}

const knownRows = async (w: HasDb) => ({
  types: await keyedRows(w, 'glossary_types'),
  subtypes: await keyedRows(w, 'glossary_subtypes'),
  entries: await keyedRows(w, 'glossary_entries'),
})

/** @param field of the row */
type Complain = (field: keyof TransferEntry, problem: Sentence) => void

function typeOf(
  row: TransferEntry,
  { types, subtypes }: Awaited<ReturnType<typeof knownRows>>,
  complain: Complain,
) {
  const type_id = types.get(row.type)?.id
  if (type_id === undefined) complain('type', said('transfer.no_such_key', { key: row.type }))
  const sub = row.subtype == null ? undefined : subtypes.get(row.subtype)
  if (row.subtype != null && sub?.type_id !== type_id)
    complain('subtype', said('transfer.no_such_subtype', { key: row.subtype }))
  return { type_id, subtype_id: sub?.id ?? null }
}

type Decided = {
  readonly row: TransferEntry
  readonly before: RowOf<'glossary_entries'> | undefined
}

/**
 * Decisions about an entry that is here are made in the review, with its claims, mails and undo: a row that would change
 * one is an error. A new entry has the state of its row. The state of another program is a wish for new entries:
 * `pending` asks for a review, once.
 */
function decisionOf(w: Writing, { row, before }: Decided, complain: Complain) {
  if (before === undefined) {
    const { state = 'approved', rejection_reason = null } = row
    return {
      approved_at: state === 'approved' ? w.now : null,
      rejected_at: state === 'rejected' ? w.now : null,
      rejection_reason: state === 'rejected' ? rejection_reason : null,
    }
  }
  const { approved_at, rejected_at, rejection_reason } = before
  const here = stateOf(before)
  const { state = here, rejection_reason: reason } = row
  const { isForeign = false } = w
  const isWish = isForeign && state === 'pending'
  const isSameReason = reason === undefined || (isForeign && reason === null)
  if (state !== here && !isWish) complain('state', said('transfer.decided_in_review'))
  else if (here === 'rejected' && !isSameReason && reason !== rejection_reason)
    complain('rejection_reason', said('transfer.decided_in_review'))
  return { approved_at, rejected_at, rejection_reason }
}

function createdAt({ now }: Writing, { created_at }: TransferEntry, complain: Complain): number {
  const timestamp = millis(created_at) ?? now
  if (!Number.isNaN(timestamp)) return timestamp
  complain('created_at', said('transfer.no_date'))
  return now
}

type Exported = Awaited<ReturnType<typeof exportGlossary>>

function recordsOfFile({ types, entries }: Exported): SourceRecord[] {
  const kinds = new Map(types.map((type) => [type.key, type]))
  return entries.map(({ key, title, description, type, subtype, sections, ...fields }) => {
    const kind = kinds.get(type ?? '')
    const part = kind?.subtypes.find((one) => one.key === subtype)
    return {
      key: key ?? '',
      title,
      kind: kind ? { key: kind.key ?? '', name: kind.name } : null,
      part: part ? { key: part.key ?? '', name: part.name } : null,
      ...exportedFields(fields),
      state: fields.state,
      rejection_reason: fields.rejection_reason ?? null,
      description,
      sections,
    }
  })
}

async function exportGlossary(w: HasDb) {
  for (const table of ['glossary_types', 'glossary_subtypes', 'glossary_entries'] as const)
    await addMissingKeys(w, table)
  const types = await listRows(w.db, 'glossary_types', 'position')
  const subtypes = await listRows(w.db, 'glossary_subtypes', 'position')
  const entries = await listRows(w.db, 'glossary_entries', 'created_at')
  const sections = await sectionsOf(w, SECTIONS, entries)
  const byKey = keyedLinks(entries, entryPath)
  const authors = entries.map(({ created_by }) => created_by)
  const people = await peopleByIds(w, authors)
  const typeKeys = new Map(types.map(({ id, transfer_key }) => [id, transfer_key]))
  const subtypeKeys = new Map(subtypes.map(({ id, transfer_key }) => [id, transfer_key]))
  return {
    format: 'discordia-glossary',
    version: 1,
    types: types.map((type) => ({
      key: type.transfer_key,
      name: type.name,
      icon: type.icon,
      subtypes: subtypes
        .filter(({ type_id }) => type_id === type.id)
        .map(({ transfer_key, name }) => ({ key: transfer_key, name })),
    })),
    entries: entries.map((row) => ({
      key: row.transfer_key,
      title: row.title,
      description: byKey.text(row.description),
      type: typeKeys.get(row.type_id),
      subtype: row.subtype_id && (subtypeKeys.get(row.subtype_id) ?? null),
      author: people.get(row.created_by)?.username ?? null,
      state: stateOf(row),
      ...(row.rejected_at !== null && { rejection_reason: row.rejection_reason }),
      created_at: iso(row.created_at),
      ...textFieldsOfFile(row),
      ...languageField(row),
      sections: nested(sections(row.id).map(byKey.section)),
    })),
  }
}

async function namesHere(w: HasDb): Promise<Names> {
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
function fileOfRecords(
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
