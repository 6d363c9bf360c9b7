import type { Static } from 'typebox'
import {
  RulesFile,
  TransferCategory,
  TransferPart,
  TransferRule,
} from '#contract/schemas/transfer.ts'
import type { Db } from '../../db/schema.ts'
import type { Row } from '../../desk/lists.ts'
import { searchColumns } from '../../desk/sections.ts'
import type { Deps } from '../../http/deps.ts'
import { type FlatSection, nested, type Reader } from '../transfer/reading.ts'
import { transferRows, type WriteArea } from '../transfer/rowsRepository.ts'
import { sameSections } from '../transfer/same.ts'

/**
 * Reads the rules of a file. Everything that needs no database is done here, so that the transaction is short.
 * @returns what writes them; it complains to the reader, and whoever calls ends the transaction then
 * @throws BadFile
 */
export function readRules(file: unknown, reader: Reader): WriteArea {
  const sent: Partial<Static<typeof RulesFile>> = reader.shaped(RulesFile, file, 'file') ?? {}
  const categories = reader.rows(TransferCategory, sent.categories, 'categories', new Set())
  const subKeys = new Set<string>()
  const subcategories = categories.flatMap(({ row, place }) =>
    reader
      .rows(TransferPart, row.subcategories, `${place}.subcategories`, subKeys)
      .map(({ row: part }, position) => ({ ...part, category: row.key, position })),
  )
  const quick = reader.rows(
    TransferPart,
    sent.quick_subcategories,
    'quick_subcategories',
    new Set(),
  )
  const entries = reader.rows(TransferRule, sent.entries, 'entries', new Set())
  const flat = new Map(entries.map(({ row, place }) => [row.key, reader.flat(row.sections, place)]))
  const searched = new Map(
    entries.map(({ row }) => [
      row.key,
      searchColumns(row.title.trim(), null, flat.get(row.key) ?? []),
    ]),
  )
  reader.assertGood()

  return async ({ tx, deps, counts, progress }) => {
    const rows = transferRows(deps)
    const now = deps.clock()
    await rows.hold(tx, 'rules')
    const named = (list: readonly { row: { key: string; name: string } }[]) =>
      list.map(({ row }, position) => ({
        key: row.key,
        columns: { name: row.name.trim(), position },
      }))
    await rows.upsert(tx, 'rule_categories', named(categories), counts)
    const categoryIds = await rows.ids(tx, 'rule_categories')
    await rows.upsert(
      tx,
      'rule_subcategories',
      subcategories.map(({ key, name, category, position }) => ({
        key,
        columns: { name: name.trim(), position, category_id: categoryIds.get(category) ?? null },
      })),
      counts,
    )
    await rows.upsert(tx, 'quick_subcategories', named(quick), counts)

    const subs = new Map(
      (await rows.all(tx, 'rule_subcategories', [])).map((row) => [row['transfer_key'], row]),
    )
    const quickIds = await rows.ids(tx, 'quick_subcategories')
    const before = await existing(tx, rows, [...(await rows.ids(tx, 'rule_entries'))])
    const places = new Map<string, number>()
    const keyed = entries.map(({ row, place }) => {
      const shelf = shelfOf(row, place)
      const shelfKey = JSON.stringify(shelf)
      const position = places.get(shelfKey) ?? 0
      places.set(shelfKey, position + 1)
      const title = row.title.trim()
      const columns = {
        ...shelf,
        title,
        position,
        ...searched.get(row.key),
        updated_at: now,
      }
      return { key: row.key, columns, whenNew: { created_at: now } }
    })
    reader.assertGood()

    const ids = await rows.upsert(tx, 'rule_entries', keyed, counts, progress)
    const different = new Map<number, readonly FlatSection[]>()
    for (const [key, sections] of flat) {
      const id = ids.get(key)
      if (id !== undefined && !sameSections(before.get(key) ?? [], sections))
        different.set(id, sections)
    }
    await rows.replaceSections(tx, 'rule_sub_entries', different)

    /** Keys as ids; a key may also be one that is here already. */
    function shelfOf(row: TransferRule, place: string): Row {
      const id = (
        what: string,
        key: string | null | undefined,
        found: ReadonlyMap<string, number>,
      ) => {
        if (key == null) return null
        const known = found.get(key)
        if (known === undefined) reader.complain(`${place}.${what}`, `there is no "${key}"`)
        return known ?? null
      }
      if (row.kind === 'quick') {
        if (row.category != null || row.subcategory != null)
          reader.complain(place, 'a quick entry has no category and no sub-category')
        return {
          kind: 'quick',
          category_id: null,
          subcategory_id: null,
          quick_subcategory_id: id('quick_subcategory', row.quick_subcategory, quickIds),
        }
      }
      if (row.quick_subcategory != null)
        reader.complain(place, 'a basic entry has no quick sub-category')
      const category_id = id('category', row.category, categoryIds)
      const sub = row.subcategory == null ? undefined : subs.get(row.subcategory)
      if (row.subcategory != null && sub?.['category_id'] !== category_id)
        reader.complain(`${place}.subcategory`, `there is no "${row.subcategory}" in this category`)
      return {
        kind: 'basic',
        category_id,
        subcategory_id: sub === undefined ? null : Number(sub['id']),
        quick_subcategory_id: null,
      }
    }
  }
}

/** The sections of entries that are here already, by key. */
async function existing(tx: Db, rows: ReturnType<typeof transferRows>, known: [string, number][]) {
  const sections = await rows.sections(
    tx,
    'rule_sub_entries',
    known.map(([, id]) => id),
  )
  return new Map(known.map(([key, id]) => [key, sections.get(id) ?? []]))
}

/** All rules as a file; rows without a key get one, so that the file can be imported again. */
export async function exportRules(tx: Db, deps: Pick<Deps, 'engine'>) {
  const rows = transferRows(deps)
  await rows.hold(tx, 'rules')
  for (const table of ['rule_categories', 'rule_subcategories', 'quick_subcategories'])
    await rows.giveKeys(tx, table, 'name')
  await rows.giveKeys(tx, 'rule_entries', 'title')
  const categories = await rows.all(tx, 'rule_categories', ['position'])
  const subs = await rows.all(tx, 'rule_subcategories', ['position'])
  const quick = await rows.all(tx, 'quick_subcategories', ['position'])
  const entries = await rows.all(tx, 'rule_entries', ['kind', 'position'])
  const sections = await rows.sections(
    tx,
    'rule_sub_entries',
    entries.map(({ id }) => Number(id)),
  )
  const part = (row: Row) => ({ key: row['transfer_key'], name: row['name'] })
  const keyIn = (list: readonly Row[]) => {
    const keys = new Map(list.map((row) => [row['id'], row['transfer_key']]))
    return (id: Row[string] | undefined) => (id == null ? null : (keys.get(id) ?? null))
  }
  const [category, subcategory, quickSub] = [keyIn(categories), keyIn(subs), keyIn(quick)]
  return {
    format: 'discordia-rules',
    version: 1,
    categories: categories.map((row) => ({
      ...part(row),
      subcategories: subs.filter((sub) => sub['category_id'] === row['id']).map(part),
    })),
    quick_subcategories: quick.map(part),
    entries: entries.map((row) => ({
      key: row['transfer_key'],
      kind: row['kind'],
      title: row['title'],
      ...(row['kind'] === 'basic'
        ? {
            category: category(row['category_id']),
            subcategory: subcategory(row['subcategory_id']),
          }
        : { quick_subcategory: quickSub(row['quick_subcategory_id']) }),
      sections: nested(sections.get(Number(row['id'])) ?? []),
    })),
  }
}
