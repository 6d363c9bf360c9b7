import { lockTable } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'
import { isOneOf } from '../../db/search.ts'
import { anyTable, type Row } from '../../desk/lists.ts'
import type { Deps } from '../../http/deps.ts'
import type { FlatSection } from './reading.ts'

export type Keyed = { readonly key: string; readonly columns: Row; readonly whenNew?: Row }
export type Counts = { added: number; changed: number; unchanged: number }
export type Progress = (done: number, total: number) => void

/** Writes what was read from a file. */
export type WriteArea = (writing: {
  readonly tx: Db
  readonly deps: Pick<Deps, 'engine' | 'clock'>
  readonly counts: Counts
  readonly progress?: Progress | undefined
}) => Promise<void>

export type TransferArea = 'rules' | 'glossary'
/** Stands at the top of an area. Its entries stay open to the site's members. */
const PARENT = { rules: 'rule_categories', glossary: 'glossary_types' } as const

/** Rows of one statement: far below the parameters that a statement may have. */
const CHUNK = 200

export const transferRows = ({ engine }: Pick<Deps, 'engine'>) => {
  const known = async (db: Db, table: string): Promise<Row[]> =>
    anyTable(db).selectFrom(table).selectAll().where('transfer_key', 'is not', null).execute()

  return {
    /**
     * Other imports and exports of the area wait, and whoever puts its parts in order. Taken before any row:
     * two files name the same rows in orders of their own.
     */
    hold: (tx: Db, area: TransferArea): Promise<void> => lockTable(engine, tx, PARENT[area]),

    /** Ids of everything that has a key. */
    async ids(db: Db, table: string): Promise<Map<string, number>> {
      return new Map(
        (await known(db, table)).map((row) => [String(row['transfer_key']), Number(row['id'])]),
      )
    },

    /** Adds rows whose key is new, changes those that differ. @returns ids by key, and which were touched */
    async upsert(
      tx: Db,
      table: string,
      rows: readonly Keyed[],
      counts: Counts,
      progress?: Progress,
    ) {
      const present = new Map(
        (await known(tx, table)).map((row) => [String(row['transfer_key']), row]),
      )
      const ids = new Map<string, number>()
      const fresh: Keyed[] = []
      let done = 0
      for (const row of rows) {
        const before = present.get(row.key)
        if (before === undefined) {
          fresh.push(row)
          continue
        }
        ids.set(row.key, Number(before['id']))
        const differs = Object.entries(row.columns).some(
          ([column, value]) => !VOLATILE.has(column) && before[column] !== value,
        )
        if (differs) {
          const changed = anyTable(tx).updateTable(table).set(row.columns)
          await changed.where('id', '=', before['id'] ?? 0).execute()
          counts.changed++
        } else counts.unchanged++
        progress?.(++done, rows.length)
      }
      for (let at = 0; at < fresh.length; at += CHUNK) {
        const chunk = fresh.slice(at, at + CHUNK)
        const added = await anyTable(tx)
          .insertInto(table)
          .values(
            chunk.map(({ key, columns, whenNew }) => ({
              ...columns,
              ...whenNew,
              transfer_key: key,
            })),
          )
          .returning(['id', 'transfer_key'])
          .execute()
        for (const { id, transfer_key } of added) ids.set(String(transfer_key), Number(id))
        counts.added += chunk.length
        done += chunk.length
        progress?.(done, rows.length)
      }
      return ids
    },

    /** The sections of many entries, by entry, in their order. */
    async sections(db: Db, table: string, entries: readonly number[]) {
      const rows = await anyTable(db)
        .selectFrom(table)
        .select(['entry_id', 'title', 'content', 'level'])
        .where(isOneOf(engine, 'entry_id', entries))
        .orderBy('entry_id')
        .orderBy('position')
        .orderBy('id')
        .execute()
      const byEntry = new Map<number, FlatSection[]>()
      for (const { entry_id, title, content, level } of rows) {
        const list = byEntry.get(Number(entry_id)) ?? []
        byEntry.set(Number(entry_id), list)
        list.push({ title: String(title), content: String(content), level: Number(level) })
      }
      return byEntry
    },

    /** Makes the sections of these entries what the file says. */
    async replaceSections(
      tx: Db,
      table: string,
      wanted: ReadonlyMap<number, readonly FlatSection[]>,
    ): Promise<void> {
      const ids = [...wanted.keys()]
      await anyTable(tx)
        .deleteFrom(table)
        .where(isOneOf(engine, 'entry_id', ids))
        .execute()
      const rows = ids.flatMap((entry_id) =>
        (wanted.get(entry_id) ?? []).map((section, position) => ({
          ...section,
          entry_id,
          position,
        })),
      )
      for (let at = 0; at < rows.length; at += CHUNK)
        await anyTable(tx)
          .insertInto(table)
          .values(rows.slice(at, at + CHUNK))
          .execute()
    },

    /** Gives every row without a key one that is made of its name. */
    async giveKeys(tx: Db, table: string, name: 'name' | 'title'): Promise<void> {
      const rows = await anyTable(tx)
        .selectFrom(table)
        .select(['id', name, 'transfer_key'])
        .orderBy('id')
        .execute()
      const taken = new Set(rows.map((row) => row['transfer_key']))
      for (const row of rows) {
        if (row['transfer_key'] !== null) continue
        const stem = slug(String(row[name]))
        let key = stem
        for (let more = 2; taken.has(key); more++) key = `${stem}-${more}`
        taken.add(key)
        const named = anyTable(tx).updateTable(table).set({ transfer_key: key })
        await named.where('id', '=', row['id'] ?? 0).execute()
      }
    },

    async all(db: Db, table: string, order: readonly string[]): Promise<Row[]> {
      let query = anyTable(db).selectFrom(table).selectAll()
      for (const column of order) query = query.orderBy(column)
      return query.orderBy('id').execute()
    },
  }
}

/** Changes with every change and is none by itself. */
const VOLATILE = new Set(['updated_at'])

const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80) || 'row'
