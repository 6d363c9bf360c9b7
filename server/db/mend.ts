import {
  accessSync,
  constants,
  existsSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { SettingsError } from '../config/env.ts'
import { codeOf, messageOf } from '../config/thrown.ts'

/* Indexes and the tables of the full-text search are made from rows: damage in them costs no row and stops nothing. */

/** The check of a start does not compare indexes with their rows. */
type Depth = 'quick_check' | 'integrity_check'

/** Errors that show damage, also of a table of the full-text search whose own tables are gone. */
const isDamage = (error: unknown): boolean =>
  /^SQLITE_(CORRUPT|ERROR|CONSTRAINT)/.test(codeOf(error))

/** @returns the first problem in one line; null for a sound file */
export function damageOf(database: Database.Database, depth: Depth): string | null {
  try {
    const verdict = database.pragma(`${depth}(1)`, { simple: true })
    return verdict === 'ok' ? null : String(verdict).replaceAll('\n', ' ')
  } catch (error) {
    if (!isDamage(error)) throw error
    return messageOf(error)
  }
}

/** @throws SqliteError for a file that is no database */
export function damageIn(file: string, depth: Depth): string | null {
  return inFile(file, (database) => damageOf(database, depth))
}

/** Marks a file in which more was found than a start looks for. */
const markOf = (file: string): string => `${file}.damaged`
const isMarked = (file: string): boolean => existsSync(markOf(file))
export const markDamaged = (file: string): void => writeFileSync(markOf(file), '')

/** Bytes: a check reads the whole file, some 300 MB a second. Damage in a larger one is found when it is read. */
const CHECKED_MAX = 256 * 1024 * 1024

/**
 * Looks for damaged pages, which a start would not read, and makes damaged indexes anew.
 * @returns what was mended; null for a sound file
 * @throws SettingsError for damaged rows, SqliteError for a file that is no database, EACCES or EROFS
 */
export async function makeIntact(file: string): Promise<string | null> {
  if (!existsSync(file)) return null
  // SQLite would open a file that it may not write, and refuse each write.
  accessSync(file, constants.R_OK | constants.W_OK)
  const { size } = statSync(file)
  // A first start that was killed may leave an empty file; the key comes later.
  if (size === 0 && existsSync(join(dirname(file), 'jwt.secret')))
    throw new SettingsError(
      `DATA_DIR: the database ${file} is empty, but was in use. Restore a backup, or delete the file to start from scratch.`,
    )
  if (size > CHECKED_MAX && !isMarked(file)) return null
  const damage = damageIn(file, isMarked(file) ? 'integrity_check' : 'quick_check')
  if (damage !== null && !(await mend(file)))
    throw new SettingsError(
      `DATA_DIR: the database ${file} is damaged: ${damage}. Restore a backup.`,
    )
  removeMark(file)
  return damage === null
    ? null
    : `The indexes of ${file} were damaged (${damage}) and have been made anew. No row is lost.`
}

/**
 * Puts a sound copy in place of a damaged file that no other process uses.
 * @returns false if rows are damaged, too; then nothing is changed
 */
async function mend(file: string): Promise<boolean> {
  const isMended = await withMendedCopy(file, async (copy) => {
    mergeLog(file)
    renameSync(copy, file)
    return true
  })
  return isMended ?? false
}

const removeMark = (file: string): void => rmSync(markOf(file), { force: true })

/**
 * Copies the file and makes all indexes of the copy anew, which is removed at the end.
 * @returns null if rows are damaged, too
 */
export async function withMendedCopy<T>(
  file: string,
  work: (copy: string) => Promise<T>,
): Promise<T | null> {
  const folder = await mkdtemp(`${file}.mended-`)
  const copy = join(folder, 'copy')
  try {
    const source = new Database(file, { readonly: true, fileMustExist: true })
    await source.backup(copy).finally(() => source.close())
    return remake(copy) ? await work(copy) : null
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function remake(copy: string): boolean {
  try {
    const made = inFile(copy, takeOut)
    const isSound = inFile(copy, (database) => {
      database.exec('reindex')
      if (!hasSoundRows(database)) return false
      database.exec('vacuum')
      for (const { name, sql } of made) {
        database.exec(sql)
        if (/^create virtual/i.test(sql)) fill(database, name, sql)
      }
      // The new index has the texts of all rows.
      for (const name of database.prepare<[], string>(WAITING).pluck().all())
        database.exec(`delete from ${name}`)
      return damageOf(database, 'integrity_check') === null
    })
    if (isSound) mergeLog(copy)
    return isSound
  } catch (error) {
    if (!isDamage(error)) throw error
    return false
  }
}

/** Versions before 0062_waitingTexts have none. */
const WAITING = "select name from sqlite_master where name = 'glossary_texts_fts_waiting'"

type Made = { readonly name: string; readonly sql: string }

/** Removes what is made from rows from the schema alone: its pages may be unreadable. */
function takeOut(database: Database.Database): Made[] {
  const made = database
    .prepare<[], Made>(
      `select name, sql from sqlite_master where type = 'index' and sql is not null
        or sql like 'create virtual table%' order by type`,
    )
    .all()
  database.unsafeMode().pragma('writable_schema = on')
  const remove = database.prepare(
    `delete from sqlite_master where name = @name or tbl_name in
      (select @name || '_' || value from json_each('["config","content","data","docsize","idx"]'))`,
  )
  for (const { name } of made) remove.run({ name })
  return made
}

/** Pages that only an index had are left over. */
function hasSoundRows(database: Database.Database): boolean {
  const verdicts = database.prepare<[], string>('pragma integrity_check(1000000)').pluck().all()
  return verdicts
    .flatMap((verdict) => verdict.split('\n'))
    .every((line) => /^(ok|\*\*\* .*|Page \d+: never used|Freelist: .*|)$/.test(line))
}

/** Only a table that reads its texts itself can fill itself; the other one is that of `0011_search`. */
function fill(database: Database.Database, name: string, sql: string): void {
  database.exec(
    sql.includes("content=''")
      ? `insert into ${name} (rowid, search_text)
          select type_id * 2147483648 + id, search_text from glossary_entries`
      : `insert into ${name} (${name}) values ('rebuild')`,
  )
}

/** Makes the write-ahead log part of the file, which may be renamed then. */
export function mergeLog(file: string): void {
  inFile(file, (database) => database.pragma('journal_mode = DELETE'))
}

function inFile<T>(file: string, work: (database: Database.Database) => T): T {
  const database = new Database(file, { fileMustExist: true })
  try {
    return work(database)
  } finally {
    database.close()
  }
}
