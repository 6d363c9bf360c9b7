import type { Kysely, Transaction } from 'kysely'
import type { DB } from './tables.d.ts'

export type { DB }

/** The database, or the transaction that a step belongs to. */
export type Db = Kysely<DB> | Transaction<DB>

/** A statement's part of a work. */
export type HasDb = { readonly db: Db }
/** A read's part of a work. `now`: one time for all of it, epoch milliseconds. */
export type Read = HasDb & { readonly now: number }
