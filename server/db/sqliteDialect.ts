import type { Database } from 'better-sqlite3'
import { SqliteAdapter, type SqliteDatabase, SqliteDialect, SqliteDriver } from 'kysely'

type Connection = Parameters<SqliteDriver['rollbackTransaction']>[0]

/**
 * Kysely's dialect with two corrections.
 * @param file the database itself, which knows whether a transaction is open
 * @param statements how Kysely reaches it
 */
export class FileDialect extends SqliteDialect {
  readonly #file: Database
  readonly #statements: SqliteDatabase

  constructor(file: Database, statements: SqliteDatabase) {
    super({ database: statements })
    this.#file = file
    this.#statements = statements
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdl()
  }

  override createDriver(): SqliteDriver {
    return new FileDriver(this.#file, this.#statements)
  }
}

/** SQLite rolls back a changed schema like any row. Kysely says otherwise, and would leave half a migration after a kill. */
class TransactionalDdl extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class FileDriver extends SqliteDriver {
  readonly #file: Database

  constructor(file: Database, statements: SqliteDatabase) {
    super({ database: statements })
    this.#file = file
  }

  /**
   * A full disk or a failed write has ended the transaction already; the error of a second end would hide the
   * one that says so.
   */
  override async rollbackTransaction(connection: Connection): Promise<void> {
    if (this.#file.inTransaction) await super.rollbackTransaction(connection)
  }
}
