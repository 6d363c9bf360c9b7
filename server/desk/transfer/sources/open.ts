import { open, readFile, stat } from 'node:fs/promises'
import type { ImportMapping, Recognised } from '#contract/schemas/transfer.ts'
import type { SourceFormat, TableField } from '#contract/transfer.ts'
import { said } from '../../../text/sentence.ts'
import { guessedNames, openArchive } from './archive.ts'
import { fieldNamed, guessColumns } from './columns.ts'
import { csvRows } from './csv.ts'
import { readDocx } from './docx.ts'
import { FileBounds } from './fileList.ts'
import { openFolder } from './folder.ts'
import { readFoundry } from './foundry.ts'
import { readKanka } from './kanka.ts'
import { readJson } from './kankaWorld.ts'
import { readMarkdown } from './markdown.ts'
import { programOf, refusalOf } from './otherPrograms.ts'
import { sheetRows } from './sheet.ts'
import { type Files, type Source, type SourceFile, UnreadableSource } from './source.ts'
import { readTable } from './table.ts'
import type { Table } from './tableRows.ts'
import { withValues } from './values.ts'

/** A file of our own, or what a reader has found in one of another program. */
export type Opened = { readonly json: Uint8Array } | Foreign
type Foreign = {
  readonly format: SourceFormat
  readonly source: Source
  readonly columns: Recognised['columns']
  /** What people have decided, now and before. */
  readonly mapping: ImportMapping
}
/** What is known of an import before its file is read. */
export type Asked = {
  /** Fields that rows of the area have. */
  readonly fields: readonly TableField[]
  /** The language of names that the import gives: the main one of the site, whose contents they become. */
  readonly language: string
  readonly mappingOf: (format: SourceFormat) => ImportMapping
}

/** Called for each file of an archive or a folder that has been read. */
type NoteRead = (done: number, total: number) => void

/** Bytes of a file that is read as a whole. */
const WHOLE_MAX = 64 * 1024 * 1024
const MEGABYTE = 1024 * 1024

/** Signature of a ZIP archive, which DOCX and XLSX files are, too. */
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
/** Our own files say so near their beginning. */
const OWN = /"format"\s*:\s*"discordia-/
const START = 4096

const MARKDOWN = /\.(?:md|markdown|txt)$/i
const TABLE = /\.(?:csv|tsv)$/i
const FOUNDRY = /\.(?:json|db)$/i

/**
 * Recognises a file, and reads it.
 * @param path of the file or folder on disk
 * @param name the name that people know: its ending counts
 * @throws UnreadableSource
 */
export async function openSource(
  path: string,
  name: string,
  asked: Asked,
  noteRead: NoteRead = () => undefined,
): Promise<Opened> {
  const found = await stat(path).catch(() => null)
  if (found === null) throw new UnreadableSource(said('transfer.no_file'))
  if (found.isDirectory()) return openFiles(counted(await openFolder(path), noteRead), asked)
  const file = { name, size: found.size, bytes: () => readFile(path) }
  if (!(await isZip(path))) return openOne(file, asked)
  const files = await openArchive(path)
  const opened = await openZip(counted(files, noteRead), file, asked)
  if ('json' in opened) return opened
  const losses = [...guessedNames(files.values()), ...opened.source.losses]
  return { ...opened, source: { ...opened.source, losses } }
}

/** The files, which note once each that they are read. */
function counted(files: Files, noteRead: NoteRead): Files {
  const read = new Set<string>()
  return new Map(
    Array.from(files, ([name, file]) => {
      const bytes = () => {
        if (!read.has(name)) noteRead(read.add(name).size, files.size)
        return file.bytes()
      }
      return [name, { ...file, bytes }]
    }),
  )
}

export async function isZip(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const start = Buffer.alloc(ZIP.length)
    await handle.read(start, 0, start.length, 0)
    return start.equals(ZIP)
  } finally {
    await handle.close()
  }
}

async function openZip(files: Files, file: SourceFile, asked: Asked): Promise<Opened> {
  if (files.has('word/document.xml')) return foreign('docx', await readDocx(file), asked)
  if (files.has('xl/workbook.xml'))
    return table(await sheetRows(await whole(file), asked.language), asked)
  return openFiles(files, asked)
}

export function isOwn(bytes: Buffer): boolean {
  const start = bytes.subarray(0, START)
  return OWN.test(start.toString('utf8')) || OWN.test(start.toString('utf16le'))
}

/** A folder, or an archive of one. @param isWithin an archive that was in another one */
async function openFiles(files: Files, asked: Asked, isWithin = false): Promise<Opened> {
  const names = [...files.keys()]
  const all = (ending: RegExp) => names.length > 0 && names.every((name) => ending.test(name))
  const some = (ending: RegExp) => names.some((name) => ending.test(name))
  if (all(/\.zip$/i) && !isWithin) return openFiles(await unpacked(files), asked, true)
  const [only, ...others] = files.values()
  if (only !== undefined && others.length === 0) return openOne(only, asked)
  if (some(MANIFEST) && some(/\.db$/i)) return openPacks(files, /\.db$/i, asked)
  const type = String((await files.get('mimetype')?.bytes()) ?? '')
  const refusal = refusalOf([...names, type], null)
  if (refusal !== null) throw new UnreadableSource(refusal)
  if (some(MANIFEST) && some(/(?:^|\/)packs\/.*\.json$/i))
    return openPacks(files, /(?:^|\/)packs\/.*\.json$/i, asked)
  if (some(MARKDOWN)) return foreign('markdown', await readMarkdown(files), asked)
  if (!some(/\.json$/i))
    throw new UnreadableSource(refusalOf(names, '') ?? said('transfer.nothing_found'))
  const program = await programIn(files)
  // Foundry exports one document at a time.
  if (program === 'Foundry' || (program === null && all(/^[^/]+\.json$/i)))
    return openPacks(files, /\.json$/i, asked)
  if (program !== null && program !== 'Kanka') throw otherProgram(program)
  return foreign('kanka', await readKanka(files, asked.language), asked)
}

/** Beside the packs of a module, a system or a world of Foundry. */
const MANIFEST = /(?:^|\/)(?:module|system|world)\.json$/

async function openPacks(files: Files, ending: RegExp, asked: Asked): Promise<Opened> {
  const packs = new Map([...files].filter(([name]) => ending.test(name)))
  const source = await readFoundry(...(await allOf(packs)))
  const problem = said('transfer.other_kind')
  const others = [...files.keys()].filter((name) => !packs.has(name) && !MANIFEST.test(name))
  const losses = [...source.losses, ...others.map((place) => ({ place, problem }))]
  return foreign('foundry', { ...source, losses }, asked)
}

const otherProgram = (name: string) =>
  new UnreadableSource(said('transfer.other_program', { name }))
/** Files by which the program is known. */
const PROBED = 20

async function programIn(files: Files): Promise<string | null> {
  const names = [...files.keys()].filter((name) => /\.json$/i.test(name))
  if (names.some((name) => /(?:^|\/)campaign\.json$/.test(name))) return 'Kanka'
  for (const name of names.slice(0, PROBED)) {
    const json = await readJson(files.get(name), [])
    const program = json === null ? null : programOf(json)
    if (program !== null) return program
  }
  return null
}

/** The files of archives within one, as some programs export them. */
async function unpacked(files: Files): Promise<Files> {
  const bounds = new FileBounds()
  const found = new Map<string, SourceFile>()
  for (const bytes of await allOf(files))
    for (const [name, file] of await openArchive(bytes)) {
      bounds.count(file.size)
      const own = found.has(name) ? `${found.size}/${name}` : name
      found.set(own, { ...file, name: own })
    }
  return found
}

async function openOne(file: SourceFile, asked: Asked): Promise<Opened> {
  const { name } = file
  if (file.size === 0) throw new UnreadableSource(said('transfer.empty_file'))
  const start = file.size > WHOLE_MAX ? '' : (await file.bytes()).toString('latin1', 0, START)
  const refusal = refusalOf([name], start)
  if (refusal !== null) throw new UnreadableSource(refusal)
  if (MARKDOWN.test(name))
    return foreign('markdown', await readMarkdown(new Map([[name, file]])), asked)
  if (/\.docx?$/i.test(name)) return foreign('docx', await readDocx(file), asked)
  const found = await tableOf(file, asked.language)
  if (found !== null) return table(found, asked)
  if (!FOUNDRY.test(name)) throw new UnreadableSource(said('transfer.unknown_kind'))
  const bytes = await whole(file)
  if (isOwn(bytes)) return { json: bytes }
  try {
    return foreign('foundry', await readFoundry(bytes), asked)
  } catch (error) {
    const json = /\.json$/i.test(name) ? await readJson(file, []) : null
    const program = json === null ? null : programOf(json)
    if (program === null || program === 'Foundry' || program === 'Kanka') throw error
    throw otherProgram(program)
  }
}

/** The table that a file is; null for a file of another kind. @throws UnreadableSource */
export async function tableOf(file: SourceFile, language?: string): Promise<Table | null> {
  if (TABLE.test(file.name)) return csvRows(await whole(file), language)
  return /\.xlsx?$/i.test(file.name) ? sheetRows(await whole(file), language) : null
}

function foreign(format: SourceFormat, source: Source, asked: Asked): Foreign {
  const mapping = asked.mappingOf(format)
  const isWorld = format === 'kanka' || format === 'foundry'
  return { format, mapping, ...withValues(source, isWorld, asked.fields, mapping.columns ?? {}) }
}

function table(found: Table, asked: Asked): Foreign {
  const mapping = asked.mappingOf('table')
  const decided = new Map(Object.entries(mapping.columns ?? {}))
  const columns = guessColumns(found.headers, asked.fields).map(({ name, field }) => {
    const own = decided.get(name)
    return { name, field: own === undefined ? field : own }
  })
  const source = readTable(found, columns)
  const place = said('transfer.place.file')
  const guess = said('transfer.guessed_heads', { words: found.headers.slice(0, 5) })
  const isGuess = decided.size === 0 && !found.headers.some((name) => fieldNamed(name))
  const losses = [...(isGuess ? [{ place, problem: guess }] : []), ...source.losses]
  return { format: 'table', source: { ...source, losses }, columns, mapping }
}

async function allOf(files: Files): Promise<Buffer[]> {
  const size = Array.from(files.values()).reduce((sum, file) => sum + file.size, 0)
  if (size > WHOLE_MAX)
    throw new UnreadableSource(said('transfer.files_size', { limit: WHOLE_MAX / MEGABYTE }))
  const all: Buffer[] = []
  for (const { bytes } of files.values()) all.push(await bytes())
  return all
}

export async function whole({ size, bytes }: SourceFile): Promise<Buffer> {
  if (size > WHOLE_MAX)
    throw new UnreadableSource(said('transfer.whole_size', { limit: WHOLE_MAX / MEGABYTE }))
  return bytes()
}
