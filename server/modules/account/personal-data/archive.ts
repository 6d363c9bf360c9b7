import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { DB, Db } from '../../../db/schema.ts'
import { assertOwnKey, type FileStore } from '../../../files/fileStore.ts'
import type { Kit } from '../../../text/kit.ts'
import {
  type PersonalData,
  type PersonalTable,
  readNamedRows,
  readPersonalRows,
  type Subject,
} from '../../../work/personalData.ts'
import { readablePage, readableRow } from './readablePage.ts'

type Source = { readonly db: Db; readonly files: FileStore; readonly kit: Kit }
type TableName = keyof DB

/** Every table with rows about members. */
export const tablesOf = (parts: readonly PersonalData[]): [TableName, PersonalTable][] =>
  parts.flatMap(({ tables }) => Object.entries(tables) as [TableName, PersonalTable][])

/**
 * A ZIP with everything that is stored about a member: a readable page, each table as JSON, and the stored files. Rows
 * are read while the archive is written, so that its size does not matter to memory.
 * @param source with the kit in the language of the member
 */
export async function archiveOf(
  { db, files, kit }: Source,
  parts: readonly PersonalData[],
  subject: Subject,
  now: number,
): Promise<Readable> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error as Error))
  const mtime = new Date(now)
  const add = (name: string, contents: () => AsyncIterable<string>) =>
    zip.addReadStreamLazy(name, { mtime }, (give) => give(null, Readable.from(contents())))

  const tables = tablesOf(parts)
  const namedRows = (name: TableName, table: PersonalTable) =>
    readNamedRows({ db }, name, table, subject)
  add('index.html', () => readablePage(kit, tables, namedRows, mtime))
  for (const [name, table] of tables)
    add(`data/${name}.json`, () => jsonOf(readPersonalRows({ db }, name, table, subject)))

  for (const part of parts)
    for (const { name, key } of (await part.files?.({ db }, subject)) ?? []) {
      assertOwnKey(key)
      const stored = key
      if ((await files.size(stored)) === null) continue
      zip.addReadStreamLazy(name, { mtime, compress: false }, (give) => {
        files.stream(stored).then(
          (stream) =>
            give(
              stream === null ? new Error(`${name} is gone`) : null,
              stream ?? Readable.from([]),
            ),
          (error: unknown) => give(error, Readable.from([])),
        )
      })
    }
  zip.end()
  return output
}

/** A JSON array, one row a line. */
async function* jsonOf(rows: AsyncIterable<Readonly<Record<string, unknown>>>) {
  let separator = '[\n'
  for await (const row of rows) {
    yield `${separator}  ${JSON.stringify(readableRow(row))}`
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}
