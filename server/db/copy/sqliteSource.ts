import Database from 'better-sqlite3'
import { damageIn, damageOf, markDamaged, withMendedCopy } from '../mend.ts'
import {
  CopyError,
  cellsOf,
  columnsByTable,
  quotedName,
  type Source,
  selectCells,
  type Table,
  type Target,
} from './tables.ts'

/** Timeout of waiting for another program's lock. */
const LOCK_TIMEOUT_MS = 10_000

/**
 * Reads one state of the file, also while a server writes to it; with damaged indexes, that of a mended copy.
 * @throws CopyError when rows are damaged, or the file holds what no server has written
 */
export async function readSqlite<T>(
  file: string,
  work: (source: Source) => Promise<T>,
  print: (line: string) => void,
): Promise<T> {
  const damage = damageIn(file, 'integrity_check')
  if (damage === null) return readSound(file, work)
  markDamaged(file)
  const done = await withMendedCopy(file, async (copy) => {
    print(
      `The indexes of ${file} are damaged (${damage}), its rows are not. Restart the server: the start makes the indexes anew.`,
    )
    return { result: await readSound(copy, work) }
  })
  if (done === null) throw new CopyError(`${file} is damaged: ${damage}`)
  return done.result
}

async function readSound<T>(file: string, work: (source: Source) => Promise<T>) {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  try {
    database.exec('begin')
    assertSound(database)
    const source = sourceOf(database)
    for (const table of source.tables) assertKinds(database, table)
    return await work(source)
  } finally {
    database.close()
  }
}

/** Writes in one transaction, rolled back when `work` throws. References are checked at its end. */
export async function writeSqlite<T>(file: string, work: (target: Target) => Promise<T>) {
  const database = new Database(file, { fileMustExist: true, timeout: LOCK_TIMEOUT_MS })
  try {
    database.pragma('synchronous = FULL')
    database.pragma('foreign_keys = ON')
    database.exec('begin immediate')
    database.pragma('defer_foreign_keys = ON')
    const result = await work(targetOf(database))
    database.exec('commit')
    assertSound(database)
    return result
  } finally {
    database.close()
  }
}

function assertSound(database: Database.Database): void {
  const damage = damageOf(database, 'integrity_check')
  if (damage !== null) throw new CopyError(`${database.name} is damaged: ${damage}`)
}

function sourceOf(database: Database.Database): Source {
  return {
    migrations: database.prepare('select name from kysely_migration order by name').pluck().all(),
    tables: tablesIn(database),
    async *lines(table) {
      const rows = database.prepare(selectCells(table, 'collate binary')).raw().iterate()
      for (const row of rows) yield JSON.stringify(row)
    },
  } as Source
}

function targetOf(database: Database.Database): Target {
  return {
    ...sourceOf(database),
    async add({ name, columns }, lines) {
      const names = columns.map((column) => quotedName(column.name)).join(', ')
      const places = columns.map(() => '?').join(', ')
      // SQLite converts texts of digits to integers in columns of integers.
      const insert = database.prepare(
        `insert into ${quotedName(name)} (${names}) values (${places})`,
      )
      for (const line of lines) insert.run(cellsOf(line))
    },
    async setLastId({ name }, lastId) {
      database.prepare('delete from sqlite_sequence where name = ?').run(name)
      database
        .prepare('insert into sqlite_sequence (name, seq) values (?, cast(? as integer))')
        .run(name, lastId)
    },
  }
}

/** Lists all tables but search indexes, which triggers maintain, and those of the engine and the migrator. */
/** All tables of rows: those of the migrator and of the indexes are left out. */
export function tablesIn(database: Database.Database): Table[] {
  type Row = { table: string; column: string; type: string; isNullable: number }
  const columns = database
    .prepare<[], Row>(
      `select t.name as "table", c.name as "column", c.type, not (c."notnull" or c.pk) as "isNullable"
      from pragma_table_list t join pragma_table_info(t.name) c
      where t.schema = 'main' and t.type = 'table'
        and t.name not glob 'sqlite_*' and t.name not glob 'kysely_*' and t.name not glob '*_fts_*'
      order by t.name, c.cid`,
    )
    .all()
    .map((row) => ({ ...row, isNullable: row.isNullable === 1 }))
  // An insert of no rows writes a 0.
  const lastId = database
    .prepare<[string], string>(
      'select cast(seq as text) from sqlite_sequence where name = ? and seq > 0',
    )
    .pluck()
  return [...columnsByTable(columns)].map(([name, columns]) => ({
    name,
    columns,
    lastId: lastId.get(name) ?? null,
  }))
}

/** SQLite stores any kind of value in any column. */
function assertKinds(database: Database.Database, { name, columns }: Table): void {
  for (const column of columns) {
    const kind = column.isText ? 'text' : 'integer'
    const place = quotedName(column.name)
    const other = database
      .prepare(
        `select rowid, typeof(${place}) as kind from ${quotedName(name)}
        where typeof(${place}) not in ('null', '${kind}') limit 1`,
      )
      .get() as { rowid: number; kind: string } | undefined
    if (other !== undefined)
      throw new CopyError(
        `${name}.${column.name} has a value of the type ${other.kind} in row ${other.rowid}, but needs ${kind}.`,
      )
  }
}
