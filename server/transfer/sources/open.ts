import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ImportMapping,
  type Recognised,
  SOURCE_FORMATS,
  type SourceFormat,
  type TableField,
} from '#contract/transfer.ts'
import { type Sentence, type SentenceKey, said } from '../../text/sentence.ts'
import {
  FILE_MAX,
  FileBounds,
  FileList,
  openArchive,
  pathOf,
  shortened,
  tooLarge,
} from './files.ts'
import { isList, isObject, type Json, readJson, textAt } from './json.ts'
import {
  allOf,
  type Files,
  type Given,
  type Loss,
  type Source,
  type SourceFile,
  type SourceReader,
  UnreadableSource,
  WHOLE_MAX,
  whole,
} from './source.ts'
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
type Asked = {
  /** The name that people know: its ending counts. */
  readonly name: string
  readonly fields: readonly TableField[]
  /** The language of names that the import gives: the main one of the site, whose contents they become. */
  readonly language: string
  readonly mappingOf: (format: SourceFormat) => ImportMapping
  /** Called for each file of an archive or a folder that has been read. */
  readonly noteRead: (done: number, total: number) => void
}

/** Signature of a ZIP archive, which DOCX and XLSX files are, too. */
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const DOCUMENT = ['word/document.xml', 'xl/workbook.xml']
/** Our own files say so near their beginning. */
const OWN = /"format"\s*:\s*"discordia-/
const START = 4096

/**
 * Recognises a file, and reads it.
 * @param path of the file or folder on disk
 * @throws UnreadableSource
 */
export async function openSource(path: string, asked: Asked): Promise<Opened> {
  const { name, noteRead } = asked
  const found = await stat(path).catch(() => null)
  if (found === null) throw new UnreadableSource(said('transfer.no_file'))
  if (found.isDirectory())
    return opened(await unpacked(counted(await openFolder(path), noteRead)), asked)
  const file = { name, size: found.size, bytes: () => readFile(path) }
  const parts = (await isZip(path)) ? await openArchive(path) : null
  if (parts === null || DOCUMENT.some((part) => parts.has(part)))
    return opened(new Map([[name, file]]), asked, parts)
  const source = await opened(await unpacked(counted(parts, noteRead)), asked)
  if ('json' in source) return source
  const losses = [...guessedNames(parts.values()), ...source.source.losses]
  return { ...source, source: { ...source.source, losses } }
}

function guessedNames(files: Iterable<SourceFile>): Loss[] {
  const names = Array.from(files).flatMap(({ name, isGuessed: isOne }) =>
    isOne ? [shortened(name)] : [],
  )
  const problem = said('transfer.guessed_names', { names: names.slice(0, 5), count: names.length })
  return names.length === 0 ? [] : [{ place: said('transfer.place.file'), problem }]
}

/**
 * The files of a folder and of the folders within it. Their bytes are read when they are asked for.
 * @throws UnreadableSource
 */
export async function openFolder(path: string): Promise<Files> {
  const list = new FileList()
  await addFolder(list, path, '')
  return list.files
}

async function addFolder(list: FileList, folder: string, prefix: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = pathOf(`${prefix}${entry.name}`)
    const path = join(folder, entry.name)
    if (name === null) continue
    if (entry.isDirectory()) await addFolder(list, path, `${name}/`)
    else if (entry.isFile())
      list.add({
        name,
        size: (await stat(path)).size,
        bytes: () => grownBytes(path, name),
      })
    else throw new UnreadableSource(said('transfer.link_no_file', { name: shortened(name) }))
  }
}

/** Its size may have changed since it was counted. */
async function grownBytes(path: string, name: string): Promise<Buffer> {
  if ((await stat(path)).size > FILE_MAX) throw tooLarge(name)
  return readFile(path)
}

async function isZip(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const start = Buffer.alloc(ZIP.length)
    await handle.read(start, 0, start.length, 0)
    return start.equals(ZIP)
  } finally {
    await handle.close()
  }
}

/** The files, which note once each that they are read. */
function counted(files: Files, noteRead: Asked['noteRead']): Files {
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

/** The files of archives within one, as some programs export them. */
async function unpacked(files: Files): Promise<Files> {
  const names = [...files.keys()]
  if (names.length === 0 || !names.every((name) => /\.zip$/i.test(name))) return files
  const bounds = new FileBounds()
  const found = new Map<string, SourceFile>()
  for (const bytes of await allOf([...files.values()]))
    for (const [name, file] of await openArchive(bytes)) {
      bounds.count(file.size)
      const own = found.has(name) ? `${found.size}/${name}` : name
      found.set(own, { ...file, name: own })
    }
  return found
}

/** A folder of this one has each format, by its name. */
const readerOf = async (format: SourceFormat): Promise<SourceReader> =>
  ((await import(`./${format}/read.ts`)) as { readonly reader: SourceReader }).reader

/** @param parts of the only file, if it is an archive itself */
async function opened(files: Files, asked: Asked, parts: Files | null = null): Promise<Opened> {
  const given = await givenOf(files, parts)
  const { only, program } = given
  const start = only === null || parts !== null ? null : await startOf(only)
  if (parts === null && !given.isModule)
    assertRead(given, start, await files.get('mimetype')?.bytes())
  if (only !== null && /\.(?:json|db)$/i.test(only.name) && OWN.test(start ?? ''))
    return { json: await whole(only) }
  for (const format of SOURCE_FORMATS) {
    const reader = await readerOf(format)
    if (!reader.recognises(given)) continue
    const mapping = asked.mappingOf(format)
    const decided = mapping.columns ?? {}
    const source = await reader.read(given, { ...asked, decided }).catch(async (error: unknown) => {
      throw (await otherIn(given)) ?? error
    })
    const columns = source.columns ?? []
    if (source.columns) return { format, mapping, source, columns }
    const isWorld = format === 'kanka' || format === 'foundry'
    return { format, mapping, ...withValues(source, { ...asked, isWorld, decided }) }
  }
  if (program !== null) throw otherProgram(program)
  if (only !== null) throw new UnreadableSource(said('transfer.unknown_kind'))
  throw new UnreadableSource(refusalOf([...files.keys()], '') ?? said('transfer.nothing_found'))
}

const startOf = async (file: SourceFile): Promise<string> =>
  // UTF-16 has zeros between the letters.
  file.size > WHOLE_MAX
    ? ''
    : (await file.bytes()).toString('latin1', 0, START).replaceAll('\0', '')

/** @throws UnreadableSource for a file of a program whose files are not read */
function assertRead({ files, only }: Given, start: string | null, type?: Buffer): void {
  if (only?.size === 0) throw new UnreadableSource(said('transfer.empty_file'))
  const refusal = refusalOf(only ? [only.name] : [...files.keys(), String(type ?? '')], start)
  if (refusal !== null) throw new UnreadableSource(refusal)
}

const otherProgram = (name: string) =>
  new UnreadableSource(said('transfer.other_program', { name }))

/** A file that is alone may be one of another program. */
async function otherIn({ files, only }: Given): Promise<UnreadableSource | null> {
  const program = only === null ? null : await programIn(files)
  return program === null || /^(?:Foundry|Kanka)$/.test(program) ? null : otherProgram(program)
}

/** Beside the packs of a module, a system or a world of Foundry. */
const MANIFEST = /(?:^|\/)(?:module|system|world)\.json$/
const PACK = /\.db$|(?:^|\/)packs\/.*\.json$/i

async function givenOf(files: Files, parts: Files | null): Promise<Given> {
  const names = [...files.keys()]
  const [first, ...others] = files.values()
  const only = first !== undefined && others.length === 0 ? first : null
  const has = (ending: RegExp) => names.some((name) => ending.test(name))
  const isModule = has(MANIFEST) && has(PACK)
  const hasText = has(/\.(?:md|markdown|txt)$/i)
  const program = isModule || hasText || only !== null ? null : await programIn(files)
  return { files, only, parts, isModule, hasText, program }
}

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

/* What marks files of programs that are not read, and the way that works for them. */

type Kind = readonly [key: SentenceKey, name: string, start: RegExp | null, ending: RegExp]
/** Marks within archives and folders; a media type counts as a name. */
const MARKED: readonly Kind[] = [
  ['transfer.save_as_docx', 'OpenDocument', null, /\.(?:f?odt|sxw)$|opendocument\.text/i],
  ['transfer.save_as_xlsx', 'OpenDocument', null, /\.f?ods$|opendocument\.spreadsheet/i],
  ['transfer.save_as_docx', 'EPUB', null, /\.epub$|epub\+zip|^META-INF\/container\.xml$/i],
  ['transfer.save_as_docx', 'Pages', null, /\.pages$/i],
  ['transfer.save_as_xlsx', 'Numbers', null, /\.numbers$/i],
  ['transfer.save_as_docx', 'Pages', null, /(?:^|\/)Index(?:\.zip$|\/.*\.iwa$)/],
  ['transfer.save_as_docx', 'Scrivener', null, /\.scrivx$/i],
  ['transfer.foundry_database', '', null, /(?:^|\/)MANIFEST-\d+$|\.ldb$/],
]
const UNREAD: readonly Kind[] = [
  ...MARKED,
  ['transfer.save_as_docx', 'PDF', /^%PDF/, /\.pdf$/i],
  ['transfer.save_as_docx', 'RTF', /^\{\\rtf/, /\.rtf$/i],
  ['transfer.save_as_docx', 'OneNote', null, /\.one(?:pkg|toc2)?$/i],
  ['transfer.save_as_docx', 'HTML', /^\s*(?:<!doctype html|<html)/i, /\.(?:x?html?|mht)$/i],
  ['transfer.unpack', 'gzip', /^\W\x8b/, /\.t?gz$/i],
  ['transfer.unpack', '7z', /^7z\xbc\xaf/, /\.7z$/i],
  ['transfer.unpack', 'RAR', /^Rar!/, /\.rar$/i],
  ['transfer.unpack', 'tar', null, /\.tar$/i],
  ['transfer.docx_old', '', null, /\.doc$/i],
  ['transfer.old_sheet', '', null, /\.xls$/i],
  ['transfer.other_program', 'Obsidian Canvas', null, /\.canvas$/i],
  ['transfer.other_program', 'LegendKeeper', null, /\.lk$/i],
]

/**
 * Null for what may be read.
 * @param names of files @param start of a file that is alone; null for several, which may be read beside others
 */
function refusalOf(names: readonly string[], start: string | null): Sentence | null {
  const found = (start === null ? MARKED : UNREAD).find(
    ([, , mark, ending]) => mark?.test(start ?? '') || names.some((name) => ending.test(name)),
  )
  return found === undefined ? null : said(found[0], { name: found[1] })
}

/** The program of which a file in JSON is, by what marks it; null for one that is not known. */
function programOf(json: Json): string | null {
  if (isList(json)) return json[0] === undefined ? null : programOf(json[0])
  if (!isObject(json)) return null
  const has = (...names: string[]) => names.every((name) => json[name] !== undefined)
  if (has('entity')) return 'Kanka'
  if (has('_id') || has('_key') || has('_stats')) return 'Foundry'
  if (has('content', 'template') || has('entityClass') || has('articleType')) return 'World Anvil'
  if (has('schema_version') || has('handouts') || has('charactersheet')) return 'Roll20'
  if (has('nodes', 'edges')) return 'Obsidian Canvas'
  if (has('resources')) return 'LegendKeeper'
  const isSourced = (one: Json) => textAt(one, 'name') !== '' && textAt(one, 'source') !== ''
  return Object.values(json).some((list) => isList(list) && list.some(isSourced)) ? '5etools' : null
}
