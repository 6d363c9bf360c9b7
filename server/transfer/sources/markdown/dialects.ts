import { posix } from 'node:path'
import { parseDocument } from 'yaml'
import { decodedName } from '../light.ts'
import type { SourceFile } from '../source.ts'

/* What programs have beside Markdown: links that name files, links of Obsidian, front matter. */

/** What a link or a picture in a text of the source leads to. */
export type Target =
  | { readonly type: 'entry'; readonly id: string }
  | { readonly type: 'picture'; readonly file: SourceFile }
  | { readonly type: 'file' | 'outside' | 'nothing' | 'here' }

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)$/i
export const isPicture = (name: string): boolean => PICTURE.test(name)

/** `C:` is no scheme. */
const SCHEME = /^(?:[a-z][a-z\d+.-]+:|\/\/)/i
/** A page of this site, in an export of it. */
const PAGE = /^\/discordia\//

/** Finds files by what texts call them: from the folder of the text, from the top, or anywhere by their last part. */
export class Targets {
  readonly #files = new Map<string, SourceFile>()
  readonly #byName = new Map<string, SourceFile>()
  readonly #ids: ReadonlyMap<string, string>

  /** @param ids of the entries by the names of their files */
  constructor(files: Iterable<SourceFile>, ids: ReadonlyMap<string, string>) {
    this.#ids = ids
    for (const file of files) {
      for (const name of ids.has(file.name)
        ? [file.name, withoutExtension(file.name)]
        : [file.name]) {
        add(this.#files, name.toLowerCase(), file)
        add(this.#byName, posix.basename(name).toLowerCase(), file)
      }
    }
  }

  /** @param href as typed or encoded @param from name of the file with the text @param isWiki found by its last part, too */
  find(href: string, from: string, isWiki: boolean): Target {
    if (SCHEME.test(href) || PAGE.test(href)) return { type: 'outside' }
    const [typed = ''] = href.split('#')
    const path = (isWiki ? typed : decodedName(typed.replace(/\?.*$/, ''))).trim()
    if (path === '') return { type: 'here' }
    const file = this.#fileAt(
      path.normalize('NFC').replaceAll('\\', '/').toLowerCase(),
      from,
      isWiki,
    )
    if (file === undefined) return { type: 'nothing' }
    const id = this.#ids.get(file.name)
    if (id !== undefined) return { type: 'entry', id }
    return isPicture(file.name) ? { type: 'picture', file } : { type: 'file' }
  }

  #fileAt(path: string, from: string, isWiki: boolean): SourceFile | undefined {
    const top = posix.normalize(path.replace(/^\/+/, ''))
    const near = posix.join(posix.dirname(from).toLowerCase(), path)
    const places = path.startsWith('/') ? [top] : isWiki ? [top, near] : [near, top]
    for (const place of places) {
      const file = this.#files.get(place.replace(/\/+$/, ''))
      if (file) return file
    }
    return isWiki ? this.#byName.get(posix.basename(path)) : undefined
  }
}

/** The file that is the least deep has a name that several have. */
function add(files: Map<string, SourceFile>, key: string, file: SourceFile): void {
  const known = files.get(key)
  if (known === undefined || depthOf(file) < depthOf(known)) files.set(key, file)
}

const depthOf = ({ name }: SourceFile): number => name.split('/').length

export const withoutExtension = (name: string): string => name.replace(/\.[^./]+$/, '')

type FrontMatter = {
  /** Values as text by their names as typed; a list has several. */
  readonly values: ReadonlyMap<string, readonly string[]>
  readonly body: string
  /** Lines that are not valid, as typed. */
  readonly broken: { readonly lines: string; readonly problem: string } | null
}

const FRONT_MAX = 64_000
/** Lines that repeat others by name: a few of them can make a text of gigabytes. */
const ALIASES_MAX = 10

/** Nothing, as YAML writes it. */
const EMPTY = /^(?:|~|null)$/i

const NONE: ReadonlyMap<string, readonly string[]> = new Map()

/** The YAML between `---` and `---` at the beginning of a text. Its values are texts, however they look. */
export function frontMatterOf(text: string): FrontMatter {
  const lines = linesOf(text)
  if (lines === null) return { values: NONE, body: text, broken: null }
  const yaml = text.slice(lines.start, lines.end)
  const body = text.slice(lines.after)
  try {
    const document = parseDocument(yaml, { schema: 'failsafe', logLevel: 'error' })
    const [error] = document.errors
    if (error) return { values: NONE, body, broken: { lines: yaml, problem: firstLine(error) } }
    const found: unknown = document.toJS({ mapAsMap: true, maxAliasCount: ALIASES_MAX })
    if (found === null) return { values: NONE, body, broken: null }
    // A text may begin with a line across it, and have another one.
    if (!(found instanceof Map)) return { values: NONE, body: text, broken: null }
    const values = [...found].map(
      ([name, value]) => [textOf(name), textsOf(value).filter((one) => !EMPTY.test(one))] as const,
    )
    return { values: new Map(values), body, broken: null }
  } catch (error) {
    // The parser throws them for aliases beyond the limit, and for nesting that is too deep for it.
    if (!(error instanceof ReferenceError || error instanceof RangeError)) throw error
    return { values: NONE, body, broken: { lines: yaml, problem: firstLine(error) } }
  }
}

const firstLine = ({ message }: Error): string => message.split('\n')[0]?.replace(/:$/, '') ?? ''

function linesOf(text: string): { start: number; end: number; after: number } | null {
  const [first] = /^---[^\S\n]*\r?\n/.exec(text) ?? []
  if (first === undefined) return null
  const closing = /^(?:---|\.\.\.)[^\S\n]*(?:\r?\n|$)/gm
  closing.lastIndex = first.length
  const found = closing.exec(text.slice(0, FRONT_MAX))
  if (found === null) return null
  return { start: first.length, end: found.index, after: found.index + found[0].length }
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((one) => textOf(one)) : [textOf(value)]

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map((one) => textOf(one)).join(', ')
  if (value instanceof Map)
    return Array.from(value, ([name, one]) => `${textOf(name)}: ${textOf(one)}`).join('; ')
  return ''
}
