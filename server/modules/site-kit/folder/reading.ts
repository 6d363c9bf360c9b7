import { IMAGE_BYTES_MAX } from '#contract/glossary.ts'
import { PICTURE_SLOTS, type PictureSlot, type SiteKit } from '#contract/siteKit.ts'
import { PDF_BYTES_MAX } from '../book.ts'
import type { Focus } from '../pictures.ts'
import {
  type BookFiles,
  BookTexts,
  digestOf,
  FolderFiles,
  FolderProblems,
  type FoundFile,
  type PicturePlace,
  SiteYaml,
} from './files.ts'
import { SITE_FILE } from './siteFile.ts'
import { type FolderWords, readWords } from './words.ts'

const PICTURE_MB_MAX = IMAGE_BYTES_MAX / 1024 / 1024
const PDF_MB_MAX = PDF_BYTES_MAX / 1024 / 1024
const MIDDLE: Focus = { x: 0.5, y: 0.5 }

export type FolderPicture = FoundFile & { readonly focus: Focus }
export type FolderBook = {
  readonly pdf: FoundFile | null
  readonly pages: readonly FoundFile[]
  readonly texts: BookTexts
}
/** Digests by part: of all words, the mark, each picture, the book. */
export type Digests = Readonly<Record<string, string>>

export type SiteFolder = {
  readonly plain: Pick<
    SiteKit,
    'name' | 'short_name' | 'claim' | 'contact' | 'embed_hosts' | 'colours' | 'hidden'
  > &
    FolderWords['legal']
  readonly texts: FolderWords['texts']
  readonly mark: FoundFile | null
  readonly pictures: ReadonlyMap<PictureSlot, FolderPicture>
  readonly book: FolderBook | null
  readonly digests: Digests
  /** The file, with the line, of a path within the kit. */
  readonly placeOf: (path: string) => string
  /** Parts with problems are not above. */
  readonly problems: FolderProblems
}

type PlaceOf = (...path: readonly string[]) => string

/** Reads and checks all that needs no look into pictures, mark and book. */
export async function readSiteFolder(folder: string): Promise<SiteFolder> {
  const files = new FolderFiles(folder, new FolderProblems())
  const site = await files.yaml(SITE_FILE, SiteYaml, lowerColours)
  const inSite: PlaceOf = (...path) => `${SITE_FILE}:${site.lineOf(path)}`
  const { mark, pictures = {}, book, ...plain } = site.value ?? {}
  const words = await readWords(files, folder)
  const parts = {
    mark: mark === undefined ? null : await files.find(mark, inSite('mark'), PICTURE_MB_MAX),
    pictures: await foundPictures(pictures, files, inSite),
    book: book === undefined ? null : await foundBook(book, files, inSite),
  }
  return {
    plain: { ...plain, ...words.legal },
    texts: words.texts,
    ...parts,
    digests: digestsOf(files.words, parts, plain.name),
    placeOf: (path) => words.placeOf(path) ?? inSite(...path.split('.')),
    problems: files.problems,
  }
}

/** People paste colours in capital letters. */
function lowerColours(value: unknown): void {
  const { colours } = Object(value) as { colours?: unknown }
  for (const theme of Object.values(Object(colours) as object))
    for (const [name, colour] of Object.entries(Object(theme) as object))
      if (typeof colour === 'string' && /^#[0-9A-F]{6}$/i.test(colour))
        Object.assign(theme as object, { [name]: colour.toLowerCase() })
}

async function foundPictures(
  places: Partial<Record<PictureSlot, PicturePlace>>,
  files: FolderFiles,
  placeOf: PlaceOf,
) {
  const found = new Map<PictureSlot, FolderPicture>()
  for (const slot of PICTURE_SLOTS) {
    const place = places[slot]
    if (place === undefined) continue
    const file = await files.find(place.file, placeOf('pictures', slot), PICTURE_MB_MAX)
    const [x, y] = place.focus ?? [MIDDLE.x, MIDDLE.y]
    if (file !== null) found.set(slot, { ...file, focus: { x, y } })
  }
  return found
}

async function foundBook(
  book: BookFiles,
  files: FolderFiles,
  placeOf: PlaceOf,
): Promise<FolderBook | null> {
  const place = placeOf('book')
  const names = book.pages ?? []
  if (book.pdf === undefined && names.length === 0) {
    files.problems.add(place, 'Name a pdf, or the pages.')
    return null
  }
  const pdf = book.pdf === undefined ? null : await files.find(book.pdf, place, PDF_MB_MAX)
  const pages: FoundFile[] = []
  for (const [index, name] of names.entries()) {
    const page = await files.find(name, placeOf('book', 'pages', String(index)), PICTURE_MB_MAX)
    if (page !== null) pages.push(page)
  }
  const texts = book.texts === undefined ? [] : await bookTexts(book.texts, files, place)
  const isWhole = pages.length === names.length && (book.pdf === undefined || pdf !== null)
  return isWhole && texts !== null ? { pdf, pages, texts } : null
}

async function bookTexts(name: string, files: FolderFiles, place: string) {
  const isThere = await files.find(name, place, 1)
  return isThere && (await files.yaml(name, BookTexts)).value
}

function digestsOf(
  words: ReadonlyMap<string, string>,
  { mark, pictures, book }: Pick<SiteFolder, 'mark' | 'pictures' | 'book'>,
  name = '',
): Digests {
  const ofPictures = [...pictures].map(([slot, { digest, focus }]) => [
    `pictures.${slot}`,
    digestOf(digest, JSON.stringify(focus)),
  ])
  // The PDF of a book has the name of the site as its title.
  const ofBook = book && [
    book.pdf?.digest,
    book.pages.map(({ digest }) => digest),
    book.texts,
    name,
  ]
  return {
    words: digestOf(JSON.stringify([...words])),
    ...(mark && { mark: mark.digest }),
    ...(Object.fromEntries(ofPictures) as Digests),
    ...(ofBook && { book: digestOf(JSON.stringify(ofBook)) }),
  }
}
