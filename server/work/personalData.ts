import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import { type LooseFile, pictureFiles } from '../db/looseFiles.ts'
import type { DB, HasDb } from '../db/rows.ts'
import { namesByIds } from '../db/search.ts'
import type { Work } from './work.ts'

/** Ids and addresses that rows use for a member. A username is not one of them: it may be a word of any text. */
export type Subject = {
  readonly id: MemberId
  /** Present and former, as typed and in lower case; without addresses that another account has by now. */
  readonly emails: readonly string[]
}

/** Names of rows by their ids, as far as the member may read them. */
export type Names = (
  w: HasDb,
  ids: readonly number[],
  subject: Subject,
) => Promise<ReadonlyMap<number, string>>

/** Rows about a member in one table, which the readable page of the archive names by `locales/en/myData.json`. */
export type PersonalTable = {
  readonly rows: (subject: Subject) => RawBuilder<SqlBool>
  /** Columns that are no information about the member: secrets, and what is computed from other columns. */
  readonly without?: readonly string[]
  /** Columns that rows are read in the order of; `id` by default. */
  readonly order?: readonly string[]
  /** Columns with ids of other rows: the columns that the readable page calls them, and the names that it shows instead. */
  readonly names?: Readonly<Record<string, readonly [label: string, names: Names]>>
}

type PersonalFile = { readonly name: string; readonly key: string }

/** Tables of one module with data about members, and how it erases that data. */
export type PersonalData = {
  readonly tables: { readonly [Table in keyof DB]?: PersonalTable }
  readonly files?: (w: HasDb, subject: Subject) => Promise<readonly PersonalFile[]>
  /**
   * Deletes or anonymizes everything but what references with `on delete cascade` delete with the account, which is
   * locked and deleted afterwards.
   * @param formerMember account that takes over what stays, such as approved entries
   * @returns files that no row names any more
   */
  readonly erase?: (
    w: Work,
    subject: Subject,
    formerMember: MemberId,
  ) => Promise<readonly LooseFile[]>
}

/** Rows that a column of ids names. */
export const rowsOf =
  (column: string, ...more: readonly string[]) =>
  ({ id }: Subject): RawBuilder<SqlBool> =>
    sql`(${sql.join(
      [column, ...more].map((one) => sql`${sql.ref(one)} = ${id}`),
      sql` or `,
    )})`

/** Rows that a column with an e-mail address names. */
export const rowsWithEmail =
  (column: string) =>
  ({ emails }: Subject): RawBuilder<SqlBool> =>
    sql`lower(trim(${sql.ref(column)})) in (${sql.join(emails)})`

/** Names in a column of a table with ids. @param isReadable by default, all are */
export const namesIn =
  (
    table: keyof DB,
    column: string,
    isReadable?: (subject: Subject) => RawBuilder<SqlBool>,
  ): Names =>
  (w, ids, subject) =>
    namesByIds(w, { table, column, ids, where: isReadable?.(subject) })

type Pictured = { readonly id: number; readonly picture: string | null }

/** The pictures of rows, named by what the rows are and by their ids. */
export const filesOfPictures = (noun: string, rows: readonly Pictured[]): PersonalFile[] =>
  rows.flatMap(({ id, picture }) =>
    pictureFiles(picture).map(({ key }) => ({
      name: `pictures/${noun}-${id}.${key.split('.').at(-1)}`,
      key,
    })),
  )

type Row = Readonly<Record<string, unknown>>

/** Columns with ids of accounts. */
const ACCOUNT = /^(user|actor)_id$|_by$/
/** Rows of one statement. */
const PAGE = 200

export async function* readPersonalRows(...of: Parameters<typeof readPages>): AsyncGenerator<Row> {
  for await (const page of readPages(...of)) yield* page
}

/** Rows for a person to read: with names in place of ids, and without the member's own id. */
export async function* readNamedRows(
  ...[w, table, personal, subject]: Parameters<typeof readPages>
): AsyncGenerator<Row> {
  const names = Object.entries(personal.names ?? {})
  for await (const page of readPages(w, table, personal, subject)) {
    const known = new Map<string, readonly [string, ReadonlyMap<unknown, string>]>()
    for (const [column, [label, namesOf]] of names) {
      const ids = new Set(
        page.flatMap((row) => (typeof row[column] === 'number' ? row[column] : [])),
      )
      known.set(column, [label, await namesOf(w, [...ids], subject)])
    }
    const named = ([column, value]: [string, unknown]): [string, unknown][] => {
      const [label, found] = known.get(column) ?? []
      if (label === undefined && value === subject.id && ACCOUNT.test(column)) return []
      const name = found?.get(value)
      return [name === undefined ? [column, value] : [label ?? column, name]]
    }
    for (const row of page) yield Object.fromEntries(Object.entries(row).flatMap(named))
  }
}

async function* readPages(
  w: HasDb,
  table: keyof DB,
  { rows, without = [], order = ['id'] }: PersonalTable,
  subject: Subject,
): AsyncGenerator<readonly Row[]> {
  const by = sql.join(order.map((column) => sql.ref(column)))
  for (let offset = 0; ; offset += PAGE) {
    const page = await sql<Record<string, unknown>>`select * from ${sql.table(table)}
      where ${rows(subject)} order by ${by} limit ${PAGE} offset ${offset}`.execute(w.db)
    yield page.rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !without.includes(column))),
    )
    if (page.rows.length < PAGE) return
  }
}

export const deletePersonalRows = (
  w: HasDb,
  table: keyof DB,
  { rows }: Pick<PersonalTable, 'rows'>,
  subject: Subject,
) => sql`delete from ${sql.table(table)} where ${rows(subject)}`.execute(w.db)

/** Gives the rows of a member to another account. */
export const reassign = (w: HasDb, table: keyof DB, column: string, from: MemberId, to: MemberId) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}`.execute(
    w.db,
  )
