import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Read } from './rows.ts'

/** How texts in several languages are listed. */
export type Listed = {
  /** The language that one text of each is wanted in; without it, all are listed. */
  readonly language?: string | undefined
  /** The main language of the site. */
  readonly main: string
}

type Rows = {
  readonly table: 'contents' | 'rule_entries'
  /** Name of the rows in the statement. */
  readonly row: string
  /** Says of the translation `other` whether it is public. */
  readonly isPublic?: RawBuilder<SqlBool>
}

/** Condition: the row is in the wanted language, or no public text is its translation into that. */
export const isListed = (
  { language, main }: Listed,
  { table, row, isPublic = sql`1 = 1` }: Rows,
): RawBuilder<SqlBool> =>
  language === undefined
    ? sql`1 = 1`
    : sql`(coalesce(${sql.ref(`${row}.language`)}, ${main}) = ${language} or not exists (
        select 1 from ${sql.table(table)} as other
        where other.translation_group = ${sql.ref(`${row}.translation_group`)}
          and coalesce(other.language, ${main}) = ${language} and ${isPublic}))`

/** The same for articles, whose drafts and withdrawn translations do not count. */
export const isListedContent = (
  { now }: Pick<Read, 'now'>,
  listed: Listed,
  row = 'contents',
): RawBuilder<SqlBool> =>
  isListed(listed, {
    table: 'contents',
    row,
    isPublic: sql`other.publish_at <= ${now} and other.unpublished_at is null`,
  })
