import { posix } from 'node:path'
import { decodedName } from './lightWords.ts'
import type { SourceFile } from './source.ts'

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
