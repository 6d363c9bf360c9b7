import type { Kysely, Transaction } from 'kysely'
import type { Picture } from './columns.ts'

/**
 * Every table as the code sees it. A module declares its own (`declare module`), in `repository.ts`, or in `tables.ts` where several files
 * need them. A test compares all of them with the migrated database. Times: epoch milliseconds, UTC.
 */
export interface DB {
  /** One counted caller of one call within its running window; see `plugins/rateStore.ts`. */
  rate_limits: {
    /** Keyed digest of route and caller: no IP address is stored. */
    key: string
    hits: number
    window_ends_at: number
  }
  /** A stored file that no row refers to; see `db/looseFiles.ts`. */
  loose_files: Picture & {
    key: string
    /** Null: a row referred to it before. */
    announced_at: number | null
  }
}

/** The database, or the transaction that a step belongs to. */
export type Db = Kysely<DB> | Transaction<DB>

/** A statement's part of a work. */
export type HasDb = { readonly db: Db }
/** A read's part of a work. `now`: one time for all of it, epoch milliseconds. */
export type Read = HasDb & { readonly now: number }
