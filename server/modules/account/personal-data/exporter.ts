import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { ZipFile } from 'yazl'
import { timeRange } from '#shared/timeRange.ts'
import { ENGLISH } from '../../../config/locales.ts'
import { HOUR_MS } from '../../../config/time.ts'
import { announcing, claimFile } from '../../../db/looseFiles.ts'
import type { DB, Read } from '../../../db/rows.ts'
import { assertOwnKey, type FileStore, newKey } from '../../../files/fileStore.ts'
import type { Deps } from '../../../http/deps.ts'
import { makePoller, type Poller } from '../../../mail/poller.ts'
import type { Kit } from '../../../text/kit.ts'
import { escapeHtml, languageAttributes } from '../../../text/markup.ts'
import { iso } from '../../../text/time.ts'
import {
  type PersonalData,
  type PersonalTable,
  readNamedRows,
  readPersonalRows,
  type Subject,
} from '../../../work/personalData.ts'
import { changing, reading } from '../../../work/work.ts'
import { notify } from '../mails.ts'
import { findUser } from '../repository.ts'
import { claimExport, type ExportRow, failExport, finishExport } from './exportRepository.ts'
import { subjectOf } from './subject.ts'

/** Hours that the archive with a member's data can be downloaded. */
export const EXPORT_HOURS = 24

const POLL_MS = 5000

type Parts = Pick<Deps, 'db' | 'clock' | 'files' | 'kit'>
type Log = Pick<FastifyBaseLogger, 'info' | 'error'>

/** Makes the archive that was requested first. @returns false when none is due */
export async function exportNext(
  parts: Parts,
  personal: readonly PersonalData[],
  log: Log,
): Promise<boolean> {
  const row = await claimExport(reading(parts))
  if (row === undefined) return false
  try {
    await make(parts, personal, row)
    log.info({ account: row.user_id }, 'an archive of personal data is ready')
  } catch (error) {
    log.error({ err: error, account: row.user_id }, 'an archive of personal data was not made')
    await failExport(reading(parts), row)
  }
  return true
}

async function make(
  { db, clock, files, kit }: Parts,
  personal: readonly PersonalData[],
  row: ExportRow,
): Promise<void> {
  const subject = await subjectOf({ db }, row.user_id)
  if (subject === null) return
  const file_key = newKey('private', 'zip')
  await announcing(files, db, clock).put(
    file_key,
    await archiveOf(
      { db, files, kit: kit.current().in(subject.language), now: clock() },
      personal,
      subject,
    ),
  )
  const size = (await files.size(file_key)) ?? 0
  await changing({ db, clock }, async (w) => {
    const expires_at = w.now + EXPORT_HOURS * HOUR_MS
    const user = await findUser(w, row.user_id)
    // A file that is not claimed is swept.
    const isWanted = await finishExport(w, row, { file_key, size, expires_at })
    if (user === undefined || !isWanted) return
    await claimFile(w.db, file_key)
    notify(w, user, { notice: 'export_ready', hours: String(EXPORT_HOURS) })
  })
}

/** Polls for requests; several processes may do so at once. */
export const makeExporter = (parts: Parts, personal: readonly PersonalData[], log: Log): Poller =>
  makePoller(log, 'no archive of personal data could be made', POLL_MS, async (isStopped) => {
    while (!isStopped() && (await exportNext(parts, personal, log)));
  })

type Source = Read & { readonly files: FileStore; readonly kit: Kit }
type TableName = keyof DB

const tablesOf = (parts: readonly PersonalData[]): [TableName, PersonalTable][] =>
  parts.flatMap(({ tables }) => Object.entries(tables) as [TableName, PersonalTable][])

/**
 * A ZIP with everything that is stored about a member: a readable page, each table as JSON, and the stored files. Rows
 * are read while the archive is written, so that its size does not matter to memory.
 * @param source with the kit in the language of the member
 */
export async function archiveOf(
  { db, files, kit, now }: Source,
  parts: readonly PersonalData[],
  subject: Subject,
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

type Row = Readonly<Record<string, unknown>>
type Words = Readonly<Record<string, string>>

/** Columns with epoch milliseconds. */
const TIME = /(^|_)(at|until|since)$/

const ISO_8601 = (timestamp: number): string => iso(timestamp)
/** Times of the page: ISO 8601 in English, else as the language writes them. */
const timesIn = (language: string) =>
  language === ENGLISH
    ? ISO_8601
    : (timestamp: number) =>
        timeRange(iso(timestamp), null, 'UTC', { language, hasYear: true, hasZone: true })

/** Times as texts, ISO 8601 by default. */
const readableRow = (row: Row, timeOf: ReturnType<typeof timesIn> = ISO_8601): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'number' && TIME.test(column) ? timeOf(value) : value,
    ]),
  )

const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1rem;border-top:1px solid #8888;padding:.75rem 0;margin:0}
dt{opacity:.7}dd{margin:0;white-space:pre-wrap}`

/** The archive for people: a page without scripts that needs no connection. */
async function* readablePage(
  { language, texts: { myData: texts } }: Kit,
  tables: readonly (readonly [keyof DB, PersonalTable])[],
  rowsOf: (name: keyof DB, table: PersonalTable) => AsyncIterable<Row>,
  made: Date,
): AsyncGenerator<string> {
  const titles: Words = texts.tables
  const timeOf = timesIn(language)
  yield `<!doctype html>
<html ${languageAttributes(language)}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(texts.title)}</title>
<style>${STYLE}</style>
<h1>${escapeHtml(texts.title)}</h1>
<p>${escapeHtml(texts.lead)} ${timeOf(made.getTime())}</p>
`
  for (const [name, table] of tables) {
    let isEmpty = true
    for await (const row of rowsOf(name, table)) {
      if (isEmpty) yield `<h2>${escapeHtml(titles[name] ?? name)}</h2>\n`
      isEmpty = false
      yield `<dl>${Object.entries(readableRow(row, timeOf)).map(describedIn(texts.columns)).join('')}</dl>\n`
    }
  }
}

/** Cells without a value are left out. */
const describedIn =
  (labels: Words) =>
  ([column, value]: [string, unknown]): string => {
    if (value === null || value === '') return ''
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `<dt>${escapeHtml(labels[column] ?? column)}</dt><dd>${escapeHtml(text)}</dd>`
  }
