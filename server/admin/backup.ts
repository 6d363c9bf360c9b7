import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import Database from 'better-sqlite3'
import { databaseFile } from '../config/env.ts'
import { type Command, CommandError, onlyArgument } from './command.ts'

/** A consistent copy, also while the server writes. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const part = `${to}.part`
  const source = new Database(from, { readonly: true })
  try {
    await source.backup(part)
    assertSound(part)
    renameSync(part, to)
  } finally {
    source.close()
    rmSync(part, { force: true })
  }
}

/** Also turns the write-ahead log off, so that the copy is one file. */
function assertSound(file: string): void {
  const copy = new Database(file)
  copy.pragma('journal_mode = DELETE')
  const verdict = copy.pragma('integrity_check', { simple: true })
  copy.close()
  if (verdict !== 'ok') throw new CommandError(`The copy is damaged: ${String(verdict)}`)
}

export const backup: Command = {
  usage: 'backup FILE',
  does: 'copies the embedded database, also while the server runs',
  async run({ engine, settings, args, print }) {
    const file = resolve(onlyArgument(args, 'file name'))
    if (engine === 'postgres')
      throw new CommandError('The database is PostgreSQL: back it up with pg_dump.')
    if (existsSync(file)) throw new CommandError(`${file} is there already: give another name.`)
    await copyDatabase(databaseFile(settings), file)
    print(`${file} holds the database (${statSync(file).size} bytes).`)
    print(`Uploads and the key of the tokens are files beside it: copy ${settings.dataDir} too.`)
  },
}
