import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Read } from './rows.ts'

/** How texts in several languages are listed. */
export type Listed = {
  /** The language that one text of each is wanted in; without it, all are listed. */
  readonly language?: string | undefined
  /** The main language of the site. */
  readonly main: string
  /** Each series of events once, as its next date, or as the first one. */
  readonly series?: 'once' | 'first' | undefined
}

type Now = Pick<Read, 'now'>

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
export const isListedContent = (w: Now, listed: Listed, row = 'contents'): RawBuilder<SqlBool> =>
  sql`(${isListed(listed, { table: 'contents', row, isPublic: isPublic(w) })}
    and ${listed.series ? isOnce(w, { row, ...listed }, isPublic(w)) : sql`1 = 1`})`

const isPublic = ({ now }: Now) =>
  sql<boolean>`other.publish_at <= ${now} and other.unpublished_at is null`

type Once = Pick<Listed, 'series'> & {
  /** Name of the events in the statement. */
  readonly row: string
}

/**
 * Condition: the event is no date of a series, or the one that represents its series: the next that takes place, or the
 * one that is nearest to now.
 * @param among which other dates may represent it
 */
export const isOnce = (w: Now, { row, series }: Once, among = sql<boolean>`1 = 1`) =>
  sql<boolean>`(${sql.ref(`${row}.series_id`)} is null or ${sql.ref(`${row}.id`)} = (
    select other.id from contents as other
    where other.series_id = ${sql.ref(`${row}.series_id`)} and ${among}
    order by ${series === 'first' ? sql`other.planned_at` : soonest(w)}, other.id limit 1))`

const soonest = ({ now }: Now) =>
  sql`case when other.ends_at <= ${now} then 2 when other.cancelled_at is null then 0 else 1 end,
    abs(other.starts_at - ${now})`

/** Condition: the event is no table, or the event that it is a table of is public. */
export const isBelowPublic = ({ now }: Now) =>
  sql<boolean>`(contents.parent_id is null or exists (select 1 from contents as parent
    where parent.id = contents.parent_id and parent.publish_at <= ${now} and parent.unpublished_at is null))`
