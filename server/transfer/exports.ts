import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'yaml'
import { ZipFile } from 'yazl'
import { CONTENT_FIELDS, type ExportForm } from '#contract/transfer.ts'
import { ENGLISH } from '../config/locales.ts'
import { type FileKey, publicKey } from '../files/fileStore.ts'
import { PICTURE_PATHS } from '../files/pictureNames.ts'
import type { Deps } from '../http/deps.ts'
import { csvText } from '../text/csv.ts'
import { slug } from '../text/keys.ts'
import type { TransferFormat } from './format.ts'
import { withPaths } from './links.ts'
import { picturesByKey } from './pictures.ts'
import { bodyOf, entryUrl, escapedLines } from './sources/light.ts'
import type { SourceRecord } from './sources/records.ts'
import { exportArea } from './transfer.ts'

type ExportDeps = Pick<Deps, 'db' | 'files' | 'clock'>

/** What an export writes, into a path that does not exist. */
type Wanted = {
  readonly form: ExportForm
  readonly path: string
  /** The language of the reader's spreadsheet; English without it. */
  readonly language?: string
}

/** Writes an area into a file. */
export async function writeExport(
  deps: ExportDeps,
  format: TransferFormat,
  { form, path, language = ENGLISH }: Wanted,
): Promise<void> {
  const file = await exportArea(deps, format)
  if (form === 'json') return writeFile(path, `${JSON.stringify(file, null, 2)}\n`)
  const records = format.recordsOf(file)
  if (form === 'csv') return writeFile(path, csvOf(records, language))
  const own = await picturesByKey(deps, format.entries)
  await writeArchive(deps, openZip(deps, path), { records, own })
}

type Column = readonly [name: string, cellOf: (record: SourceRecord) => string | undefined]
const COLUMNS: readonly Column[] = [
  ['key', ({ key }) => key],
  ['title', ({ title }) => title],
  ['type', ({ kind }) => kind?.name],
  ['subtype', ({ part }) => part?.name],
  ['aliases', ({ aliases }) => aliases.join('; ')],
  ...CONTENT_FIELDS.map((name): Column => [name, ({ fields }) => fields[name]]),
  ['text', markdownOf],
  ['review state', ({ state }) => (state === 'approved' ? undefined : (state ?? undefined))],
  ['text format', ({ isLight }) => (isLight ? undefined : 'plain')],
  ['text language', ({ language }) => language],
]

/** Columns without any value are left out. */
function csvOf(records: readonly SourceRecord[], language: string): string {
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
    language,
  )
}

/** The texts of an entry as Markdown: sections have their title as a heading of their level. */
function markdownOf({ description, sections, isLight }: SourceRecord): string {
  const text = isLight ? (typed: string) => typed : escapedLines
  const typed = (list: SourceRecord['sections']): SourceRecord['sections'] =>
    list.map((one) => ({
      ...one,
      content: text(one.content),
      ...(one.sections && { sections: typed(one.sections) }),
    }))
  return bodyOf(text(description), typed(sections))
}

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

/** An archive whose contents are read while it is written. */
function openZip({ files, clock }: ExportDeps, path: string) {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error as Error))
  const written = pipeline(output, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  const mtime = new Date(clock())
  return {
    addText: (name: string, text: string) => zip.addBuffer(Buffer.from(text), name, { mtime }),
    /** A file that is gone meanwhile fails the export. */
    addStored: (name: string, key: FileKey) =>
      zip.addReadStreamLazy(name, { mtime, compress: false }, (give) => {
        files.stream(key).then(
          (stream) =>
            stream ? give(null, stream) : give(new Error(`${key} is gone`), Readable.from([])),
          (error: unknown) => give(error, Readable.from([])),
        )
      }),
    async end() {
      zip.end()
      await written
    },
  }
}

const PICTURES = 'pictures'

type Exported = {
  readonly records: readonly SourceRecord[]
  readonly own: Awaited<ReturnType<typeof picturesByKey>>
}

async function writeArchive(
  { files }: ExportDeps,
  zip: ReturnType<typeof openZip>,
  { records, own }: Exported,
): Promise<void> {
  const names = namesOf(records)
  const pictures = new Set<string>()
  for (const [index, record] of records.entries()) {
    const name = names.get(record.key) ?? `${record.key}.md`
    const from = posix.dirname(name)
    const relative = (to: string) => posix.relative(from, to)
    const pathOf = (picture: string) => {
      pictures.add(picture)
      return relative(`${PICTURES}/${picture}`)
    }
    const body = withPaths(markdownOf(record), (key) => {
      const target = names.get(key)
      return target === undefined ? entryUrl(key) : relative(target)
    }).replace(PICTURE_PATHS, (_url, picture: string) => pathOf(picture))
    const picture = own.get(record.key)
    const front = {
      key: record.key,
      title: record.title,
      ...(record.kind && { type: record.kind.name }),
      ...(record.part && { subtype: record.part.name }),
      ...(record.aliases.length > 0 && { aliases: [...record.aliases] }),
      ...(record.state !== null && record.state !== 'approved' && { state: record.state }),
      ...(record.rejection_reason !== null && { rejection_reason: record.rejection_reason }),
      format: record.isLight ? 'light' : 'plain',
      ...(record.language !== undefined && { language: record.language }),
      ...record.fields,
      ...(picture && { picture: pathOf(picture.key) }),
      order: index + 1,
    }
    zip.addText(name, `---\n${stringify(front)}---\n\n${body}\n`)
  }
  for (const picture of pictures) {
    const key = publicKey(picture)
    if (key === null || (await files.size(key)) === null) continue
    zip.addStored(`${PICTURES}/${picture}`, key)
  }
  await zip.end()
}
