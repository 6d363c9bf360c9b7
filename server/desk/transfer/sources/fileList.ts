import type { Readable } from 'node:stream'
import { IGNORED_NAMES, IMPORT_FILES_MAX } from '#contract/transfer.ts'
import { cutText } from '#shared/cutText.ts'
import { said } from '../../../text/sentence.ts'
import { type SourceFile, UnreadableSource } from './source.ts'

const MB = 1024 * 1024
/** Bytes of one file that is read as a whole. */
export const FILE_MAX = 64 * MB
/** Bytes of all files together. */
const TOTAL_MAX = 1024 * MB

export const shortened = (name: string): string => cutText(name, 120)

/** A file that can be read without being in memory as a whole. */
export type StreamedFile = SourceFile & { readonly stream: () => Readable }
export type StreamedFiles = ReadonlyMap<string, StreamedFile>

/** The bounds of files together. */
export class FileBounds {
  #files = 0
  #bytes = 0

  /** @throws UnreadableSource for one file too many */
  count(size: number): void {
    this.#files++
    this.#bytes += size
    if (this.#bytes > TOTAL_MAX)
      throw new UnreadableSource(said('transfer.files_size', { limit: TOTAL_MAX / MB }))
    if (this.#files > IMPORT_FILES_MAX) throw tooMany()
  }
}

export class FileList {
  readonly files = new Map<string, StreamedFile>()
  readonly #names = new Set<string>()
  readonly #bounds = new FileBounds()
  readonly #fileMax: number

  constructor(fileMax: number) {
    this.#fileMax = fileMax
  }

  /** Names are relative, with `/`. */
  add({ name, size, ...file }: StreamedFile): void {
    const caseless = name.toLowerCase()
    if (this.#names.has(caseless))
      throw new UnreadableSource(said('transfer.same_names', { name: shortened(name) }))
    this.#names.add(caseless)
    if (size > this.#fileMax) throw tooLarge(name)
    this.#bounds.count(size)
    this.files.set(name, { name, size, ...file })
  }
}

export const tooLarge = (name: string) =>
  new UnreadableSource(said('transfer.large_file', { name: shortened(name), limit: FILE_MAX / MB }))
export const tooMany = () =>
  new UnreadableSource(said('transfer.too_many_files', { limit: IMPORT_FILES_MAX }))

/** Null for what is ignored. Systems write the same letters with accents in two ways: here they are the same. */
export function pathOf(name: string): string | null {
  const parts = name
    .normalize('NFC')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
  return parts.length === 0 || parts.some((part) => IGNORED_NAMES.test(part))
    ? null
    : parts.join('/')
}

/** Archives often have one folder with everything. */
export function withoutTop<File extends SourceFile>(
  files: ReadonlyMap<string, File>,
): ReadonlyMap<string, File> {
  const [first = ''] = files.keys()
  const top = first.slice(0, first.indexOf('/') + 1)
  if (top === '' || ![...files.keys()].every((name) => name.startsWith(top))) return files
  return new Map(
    Array.from(files.values(), (file) => {
      const name = file.name.slice(top.length)
      return [name, { ...file, name }]
    }),
  )
}
