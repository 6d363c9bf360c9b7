import type { Static } from 'typebox'
import type { MemberId } from '#contract/ids.ts'
import {
  GlossaryFile,
  TransferEntry,
  TransferPart,
  TransferType,
} from '#contract/schemas/transfer.ts'
import type { Db } from '../../db/schema.ts'
import type { Row } from '../../desk/lists.ts'
import { millis } from '../../desk/present.ts'
import { peopleByIds } from '../../desk/rowRepository.ts'
import { searchColumns } from '../../desk/sections.ts'
import type { Deps } from '../../http/deps.ts'
import { usernameKey } from '../../text/keys.ts'
import { peopleByNames } from '../transfer/peopleRepository.ts'
import { type FlatSection, nested, type Reader } from '../transfer/reading.ts'
import { transferRows, type WriteArea } from '../transfer/rowsRepository.ts'
import { sameSections } from '../transfer/same.ts'
import { stateOf } from './deskPresent.ts'

/**
 * Reads the glossary of a file; see `readRules`.
 * @param importer stands for authors that have no account here
 */
export function readGlossary(file: unknown, reader: Reader, importer: MemberId): WriteArea {
  const sent: Partial<Static<typeof GlossaryFile>> = reader.shaped(GlossaryFile, file, 'file') ?? {}
  const types = reader.rows(TransferType, sent.types, 'types', new Set())
  const subKeys = new Set<string>()
  const subtypes = types.flatMap(({ row, place }) =>
    reader
      .rows(TransferPart, row.subtypes, `${place}.subtypes`, subKeys)
      .map(({ row: part }, position) => ({ ...part, type: row.key, position })),
  )
  const entries = reader.rows(TransferEntry, sent.entries, 'entries', new Set())
  const flat = new Map(entries.map(({ row, place }) => [row.key, reader.flat(row.sections, place)]))
  const searched = new Map(
    entries.map(({ row }) => [
      row.key,
      searchColumns(row.title.trim(), row.description ?? '', flat.get(row.key) ?? []),
    ]),
  )
  reader.assertGood()

  return async ({ tx, deps, counts, progress }) => {
    const rows = transferRows(deps)
    const now = deps.clock()
    await rows.hold(tx, 'glossary')
    await rows.upsert(
      tx,
      'glossary_types',
      types.map(({ row: { key, name, icon }, place: _place }, position) => ({
        key,
        columns: { name: name.trim(), icon: icon || null, position },
      })),
      counts,
    )
    const typeIds = await rows.ids(tx, 'glossary_types')
    await rows.upsert(
      tx,
      'glossary_subtypes',
      subtypes.map(({ key, name, type, position }) => ({
        key,
        columns: { name: name.trim(), position, type_id: typeIds.get(type) ?? null },
      })),
      counts,
    )

    const subs = new Map(
      (await rows.all(tx, 'glossary_subtypes', [])).map((row) => [row['transfer_key'], row]),
    )
    const present = new Map(
      (await rows.all(tx, 'glossary_entries', []))
        .filter((row) => row['transfer_key'] !== null)
        .map((row) => [String(row['transfer_key']), row]),
    )
    const authors = await peopleByNames(
      tx,
      entries.flatMap(({ row }) => (row.author == null ? [] : [usernameKey(row.author)])),
    )
    const keyed = entries.map(({ row, place }) => {
      const title = row.title.trim()
      const description = row.description ?? ''
      const columns: Row = {
        ...placeOf(row, place),
        ...decisionOf(row, present.get(row.key)),
        ...searched.get(row.key),
        pending_text: null,
        title,
        description,
        updated_at: now,
      }
      const created_by = authors.get(usernameKey(row.author ?? '')) ?? importer
      return { key: row.key, columns, whenNew: { created_by, created_at: createdAt(row, place) } }
    })
    reader.assertGood()

    const existing = await rows.sections(
      tx,
      'glossary_sub_entries',
      [...present.values()].map(({ id }) => Number(id)),
    )
    const ids = await rows.upsert(tx, 'glossary_entries', keyed, counts, progress)
    const different = new Map<number, readonly FlatSection[]>()
    for (const [key, sections] of flat) {
      const id = ids.get(key)
      if (id !== undefined && !sameSections(existing.get(id) ?? [], sections))
        different.set(id, sections)
    }
    await rows.replaceSections(tx, 'glossary_sub_entries', different)

    function placeOf(row: TransferEntry, place: string): Row {
      const type_id = typeIds.get(row.type)
      if (type_id === undefined) reader.complain(`${place}.type`, `there is no "${row.type}"`)
      const sub = row.subtype == null ? undefined : subs.get(row.subtype)
      if (row.subtype != null && sub?.['type_id'] !== type_id)
        reader.complain(`${place}.subtype`, `there is no "${row.subtype}" in this type`)
      return { type_id: type_id ?? null, subtype_id: sub === undefined ? null : Number(sub['id']) }
    }

    /** A decision that is here already keeps its time. */
    function decisionOf(row: TransferEntry, before: Row | undefined): Row {
      const state = row.state ?? 'approved'
      const since = (column: string) =>
        before !== undefined && stateOf(before) === state ? (before[column] ?? now) : now
      return {
        approved_at: state === 'approved' ? since('approved_at') : null,
        rejected_at: state === 'rejected' ? since('rejected_at') : null,
        rejection_reason: state === 'rejected' ? (row.rejection_reason ?? null) : null,
      }
    }

    function createdAt(row: TransferEntry, place: string): number {
      const time = millis(row.created_at) ?? now
      if (!Number.isNaN(time)) return time
      reader.complain(`${place}.created_at`, 'this is no time')
      return now
    }
  }
}

/** The whole glossary as a file; see `exportRules`. */
export async function exportGlossary(tx: Db, deps: Pick<Deps, 'engine'>) {
  const rows = transferRows(deps)
  await rows.hold(tx, 'glossary')
  for (const table of ['glossary_types', 'glossary_subtypes'])
    await rows.giveKeys(tx, table, 'name')
  await rows.giveKeys(tx, 'glossary_entries', 'title')
  const types = await rows.all(tx, 'glossary_types', ['position'])
  const subs = await rows.all(tx, 'glossary_subtypes', ['position'])
  const entries = await rows.all(tx, 'glossary_entries', ['created_at'])
  const sections = await rows.sections(
    tx,
    'glossary_sub_entries',
    entries.map(({ id }) => Number(id)),
  )
  const people = await peopleByIds(
    tx,
    entries.map((row) => row['created_by'] ?? 0),
  )
  const keys = new Map([
    ...types.map((row) => [`type ${row['id']}`, row['transfer_key']] as const),
    ...subs.map((row) => [`subtype ${row['id']}`, row['transfer_key']] as const),
  ])
  const part = (row: Row) => ({ key: row['transfer_key'], name: row['name'] })
  return {
    format: 'discordia-glossary',
    version: 1,
    types: types.map((row) => ({
      ...part(row),
      icon: row['icon'],
      subtypes: subs.filter((sub) => sub['type_id'] === row['id']).map(part),
    })),
    entries: entries.map((row) => ({
      key: row['transfer_key'],
      title: row['title'],
      description: row['description'],
      type: keys.get(`type ${row['type_id']}`),
      subtype: keys.get(`subtype ${row['subtype_id']}`) ?? null,
      author: people.get(Number(row['created_by']))?.username ?? null,
      state: stateOf(row),
      ...(row['rejected_at'] !== null && { rejection_reason: row['rejection_reason'] }),
      created_at: new Date(Number(row['created_at'])).toISOString(),
      sections: nested(sections.get(Number(row['id'])) ?? []),
    })),
  }
}
