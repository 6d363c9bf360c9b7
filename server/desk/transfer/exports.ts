import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'yaml'
import { ZipFile } from 'yazl'
import { CONTENT_FIELDS, type ExportForm } from '#contract/transfer.ts'
import { publicKey } from '../../files/fileStore.ts'
import { PICTURE_PATHS } from '../../files/pictureNames.ts'
import type { Deps } from '../../http/deps.ts'
import { csvText } from '../../text/csv.ts'
import type { TransferFormat } from './importer.ts'
import { slug } from './keyedRows.ts'
import { withPaths } from './links.ts'
import { entryUrl, escapedLines, headingOf } from './sources/lightWords.ts'
import type { SourceRecord } from './sources/records.ts'
import { exportArea } from './transfer.ts'

type ExportDeps = Pick<Deps, 'db' | 'files' | 'clock'>

/** Writes an area into a file. @param path must not exist */
export async function writeExport(
  deps: ExportDeps,
  format: TransferFormat,
  form: ExportForm,
  path: string,
): Promise<void> {
  const file = await exportArea(deps, format)
  if (form === 'json') return writeFile(path, `${JSON.stringify(file, null, 2)}\n`)
  const records = format.recordsOf(file)
  if (form === 'csv') return writeFile(path, csvOf(records))
  await writeArchive(deps, records, path)
}

type Column = readonly [name: string, cellOf: (record: SourceRecord) => string | undefined]
const COLUMNS: readonly Column[] = [
  ['key', ({ key }) => key],
  ['title', ({ title }) => title],
  ['type', ({ kind }) => kind?.name],
  ['subtype', ({ part }) => part?.name],
  ['aliases', ({ aliases }) => aliases.join('; ')],
  ...CONTENT_FIELDS.map((name): Column => [name, ({ fields }) => fields[name]]),
  ['text', bodyOf],
  ['review state', ({ state }) => (state === 'approved' ? undefined : (state ?? undefined))],
  ['text format', ({ isLight }) => (isLight ? undefined : 'plain')],
]

/** Columns without any value are left out. */
function csvOf(records: readonly SourceRecord[]): string {
  const columns = COLUMNS.map(([name, cellOf]) => [
    name,
    ...records.map((record) => cellOf(record) ?? ''),
  ])
  const filled = columns.filter(
    ([, ...values]) => values.length === 0 || values.some((value) => value !== ''),
  )
  return csvText(
    Array.from({ length: records.length + 1 }, (_, row) =>
      filled.map((column) => column[row] ?? ''),
    ),
  )
}

/** The texts of an entry as Markdown: sections have their title as a heading of their level. */
function bodyOf({ description, sections, isLight }: SourceRecord): string {
  const text = isLight ? (typed: string) => typed : escapedLines
  const parts = [text(description)]
  const add = (list: SourceRecord['sections'], level: number) => {
    for (const { title, content, sections: within = [] } of list) {
      parts.push(headingOf(level, title), text(content))
      add(within, level + 1)
    }
  }
  add(sections, 1)
  return parts.filter((part) => part.trim() !== '').join('\n\n')
}

/** Names of the files by the keys of the entries. */
function namesOf(records: readonly SourceRecord[]): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  return new Map(
    records.map(({ key, title, kind, part }) => {
      const folders = [kind, part].flatMap((one) => (one ? [slug(one.name)] : []))
      const stem = [...folders, slug(title)].join('/')
      let name = `${stem}.md`
      for (let more = 2; taken.has(name); more++) name = `${stem}-${more}.md`
      taken.add(name)
      return [key, name]
    }),
  )
}

const PICTURES = 'pictures'

async function writeArchive(
  { files, clock }: ExportDeps,
  records: readonly SourceRecord[],
  path: string,
): Promise<void> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error as Error))
  const written = pipeline(output, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  const mtime = new Date(clock())
  const names = namesOf(records)
  const pictures = new Set<string>()
  for (const [index, record] of records.entries()) {
    const name = names.get(record.key) ?? `${record.key}.md`
    const from = posix.dirname(name)
    const relative = (to: string) => posix.relative(from, to)
    const body = withPaths(bodyOf(record), (key) => {
      const target = names.get(key)
      return target === undefined ? entryUrl(key) : relative(target)
    }).replace(PICTURE_PATHS, (_url, picture: string) => {
      pictures.add(picture)
      return relative(`${PICTURES}/${picture}`)
    })
    const front = {
      key: record.key,
      title: record.title,
      ...(record.kind && { type: record.kind.name }),
      ...(record.part && { subtype: record.part.name }),
      ...(record.aliases.length > 0 && { aliases: [...record.aliases] }),
      ...(record.state !== null && record.state !== 'approved' && { state: record.state }),
      ...(record.rejection_reason !== null && { rejection_reason: record.rejection_reason }),
      format: record.isLight ? 'light' : 'plain',
      ...record.fields,
      order: index + 1,
    }
    zip.addBuffer(Buffer.from(`---\n${stringify(front)}---\n\n${body}\n`), name, { mtime })
  }
  for (const picture of pictures) {
    const key = publicKey(picture)
    if (key === null || (await files.size(key)) === null) continue
    zip.addReadStreamLazy(`${PICTURES}/${picture}`, { mtime, compress: false }, (give) => {
      files.stream(key).then(
        (stream) => give(null, stream ?? Readable.from([])),
        (error: unknown) => give(error, Readable.from([])),
      )
    })
  }
  zip.end()
  await written
}
