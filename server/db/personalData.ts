import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { LooseFile } from './looseFiles.ts'
import type { DB, Db } from './schema.ts'

/** A member, by what rows name them by. Never by a username: it may be a word of any text. */
export type Subject = {
  readonly id: MemberId
  /** Present and former, as typed and in lower case; none that another account has by now. */
  readonly emails: readonly string[]
}

/** Rows about a member in one table. */
export type PersonalTable = {
  readonly rows: (subject: Subject) => RawBuilder<SqlBool>
  /** Columns that are no information about the member: secrets, and what is computed from other columns. */
  readonly without?: readonly string[]
  /** Columns that rows are read in the order of; `id` by default. */
  readonly order?: readonly string[]
}

export type PersonalFile = { readonly name: string; readonly key: string }
export type Erasure = {
  readonly now: number
  /** Account that takes over what stays, such as approved entries. */
  readonly formerMember: MemberId
}

/** What one module stores about members, and how it forgets it. */
export type PersonalData = {
  readonly tables: { readonly [Table in keyof DB]?: PersonalTable }
  /** Stored files that the rows name. */
  readonly files?: (db: Db, subject: Subject) => Promise<readonly PersonalFile[]>
  /**
   * Deletes or anonymizes everything but what references with `on delete cascade` delete with the account, which is
   * locked and deleted afterwards. @returns files that no row names any more
   */
  readonly erase?: (tx: Db, subject: Subject, erasure: Erasure) => Promise<readonly LooseFile[]>
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

/** Rows of one statement. */
const PAGE = 200

/** The rows about a member, page by page. */
export async function* readPersonalRows(
  db: Db,
  table: keyof DB,
  { rows, without = [], order = ['id'] }: PersonalTable,
  subject: Subject,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const by = sql.join(order.map((column) => sql.ref(column)))
  for (let offset = 0; ; offset += PAGE) {
    const page = await sql<Record<string, unknown>>`select * from ${sql.table(table)}
      where ${rows(subject)} order by ${by} limit ${PAGE} offset ${offset}`.execute(db)
    for (const row of page.rows)
      yield Object.fromEntries(Object.entries(row).filter(([column]) => !without.includes(column)))
    if (page.rows.length < PAGE) return
  }
}

/** Deletes rows about a member. */
export const deletePersonalRows = (
  tx: Db,
  table: keyof DB,
  { rows }: PersonalTable,
  subject: Subject,
) => sql`delete from ${sql.table(table)} where ${rows(subject)}`.execute(tx)

/** Gives the rows of a member to another account. */
export const reassign = (tx: Db, table: keyof DB, column: string, from: MemberId, to: MemberId) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}`.execute(
    tx,
  )
