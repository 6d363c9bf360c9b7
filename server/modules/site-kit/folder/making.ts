import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import {
  BOOK_PAGES_MAX,
  type KitBook,
  type KitPicture,
  type PictureSlot,
  SiteKit,
} from '#contract/siteKit.ts'
import { type FileKey, type FileStore, newKey } from '../../../files/fileStore.ts'
import { kindOf } from '../../../files/pictureKinds.ts'
import { nameOf } from '../../../files/pictureNames.ts'
import { guarded, InvalidImage } from '../../../files/pictures.ts'
import type { Deps } from '../../../http/deps.ts'
import { Refusal, refusal } from '../../../http/errors.ts'
import { composeKit, type KitBase } from '../../../text/kit.ts'
import { inEnglish, said } from '../../../text/sentence.ts'
import { type BookPage, pageOfImage, pagesOfPdf, pdfOfPages } from '../book.ts'
import { storeIcons } from '../icons.ts'
import { storeMark } from '../mark.ts'
import { BadPdf } from '../pdfium.ts'
import { inPdfThread } from '../pdfThread.ts'
import { assertStill, broken, cutPicture, storeOriginal } from '../pictures.ts'
import { languagesOf, listTexts, problemsOf } from '../policy.ts'
import type { Icons } from '../repository.ts'
import type { FolderBook, FolderPicture, SiteFolder } from './reading.ts'
import { checkOf } from './schema.ts'

/*
 * Files of a folder. What the server itself has encoded stays as it is, byte for byte, so that an export that is
 * imported again has lost nothing.
 */

/** Pixels of originals and of pages, at most. */
const ORIGINAL_SIDE = 3840
const PAGE_SIDE = 1600
/** Time for a look into a PDF. */
const PDF_MS_MAX = 20_000

/** @returns the name of the stored file @throws Refusal */
async function adoptOriginal(deps: Pick<Deps, 'files' | 'gates'>, path: string): Promise<string> {
  const bytes = await readFile(path)
  const kind = await deps.gates.images(async () => {
    const found = await assertStill(bytes)
    return (await isOurs(bytes, ORIGINAL_SIDE)) ? found : null
  })
  if (kind === null || kind === 'avif') return (await storeOriginal(deps, bytes)).key
  return store(deps.files, kind === 'jpeg' ? 'jpg' : kind, bytes)
}

/** Upright, without metadata, and no larger than what is kept. @throws Refusal for a broken picture */
async function isOurs(bytes: Buffer, sideMax: number): Promise<boolean> {
  const { exif, icc, iptc, xmp, orientation, comments, width, height } = await sharp(
    bytes,
    guarded,
  ).metadata()
  // Decodes all of it.
  await sharp(bytes, guarded).stats().catch(broken)
  const noted = exif ?? icc ?? iptc ?? xmp ?? orientation ?? comments
  return noted === undefined && Math.max(width, height) <= sideMax
}

/** Finds what is wrong with the files of a book. Run it within the gate for images. @throws Refusal, InvalidImage */
async function checkBook(files: FileStore, { pdf, pages }: FolderBook): Promise<void> {
  for (const { path } of pages) await adoptPage(files, path)
  if (pdf !== null) await adoptPdf(files, pdf.path)
}

/**
 * A book of pages, of a PDF, or of both, where the PDF is what readers download. Run it within the gate for images.
 * @throws Refusal, InvalidImage
 */
async function bookOfFiles(
  files: FileStore,
  { pdf, pages: images, texts }: FolderBook,
  title: string,
): Promise<KitBook> {
  if (images.length === 0 && pdf !== null) {
    const made = await pagesOfPdf(files, pdf.path, title)
    return { pages: withTexts(made.pages, texts), pdf: made.pdf }
  }
  const pages: BookPage[] = []
  for (const { path } of images) pages.push(await adoptPage(files, path))
  const key = pdf === null ? await pdfOfPages(files, pages, title) : await adoptPdf(files, pdf.path)
  return { pages: withTexts(pages, texts), pdf: key }
}

function withTexts(pages: readonly BookPage[], texts: FolderBook['texts']): KitBook['pages'] {
  if (texts.length > pages.length)
    throw new Refusal(
      400,
      'book_texts',
      said('kit.book_texts', {
        pages: said('kit.book_pages', { count: pages.length }),
        texts: said('kit.texts_of_pages', { count: texts.length }),
      }),
    )
  return pages.map(({ key, width, height, title, text }, index) => ({
    key,
    width,
    height,
    title: texts[index]?.title ?? title,
    text: texts[index]?.text ?? text,
  }))
}

async function adoptPage(files: FileStore, path: string): Promise<BookPage> {
  const bytes = await readFile(path)
  if (kindOf(bytes) !== 'webp' || !(await isOurs(bytes, PAGE_SIDE)))
    return pageOfImage(files, bytes)
  await assertStill(bytes)
  const { width, height, hasAlpha } = await sharp(bytes, guarded).metadata()
  if (hasAlpha) return pageOfImage(files, bytes)
  return { key: await store(files, 'webp', bytes), width, height, title: '', text: '' }
}

async function adoptPdf(files: FileStore, path: string): Promise<string> {
  try {
    await inPdfThread(PDF_MS_MAX, (ask) => ask('open', path, BOOK_PAGES_MAX))
  } catch (error) {
    throw error instanceof BadPdf ? refusal(400, error.code, { limit: BOOK_PAGES_MAX }) : error
  }
  return store(files, 'pdf', await readFile(path))
}

async function store(files: FileStore, extension: string, bytes: Uint8Array): Promise<string> {
  const key = newKey('public', extension)
  await files.put(key, bytes)
  return nameOf(key)
}

/** Keeps new files in memory until all of them are made: nothing of a folder with problems reaches the store. */
type MemoryStore = FileStore & { readonly files: ReadonlyMap<FileKey, Buffer> }

/** @param below has the files that are not new */
function memoryStore(below: FileStore): MemoryStore {
  const files = new Map<FileKey, Buffer>()
  return {
    files,
    async put(key, contents) {
      files.set(key, contents instanceof Readable ? await buffer(contents) : Buffer.from(contents))
    },
    size: async (key) => files.get(key)?.length ?? below.size(key),
    bytes: async (key) => files.get(key) ?? below.bytes(key),
    async stream(key, range) {
      const found = files.get(key)
      if (found === undefined) return below.stream(key, range)
      return Readable.from([range ? found.subarray(range.start, range.end + 1) : found])
    },
    async remove(key) {
      files.delete(key)
    },
  }
}

/** `files` are new, and not stored yet. */
export type MadeKit = {
  readonly value: SiteKit
  readonly icons: Icons
  readonly files: ReadonlyMap<FileKey, Buffer>
}
type MakingDeps = Pick<Deps, 'files' | 'gates'> & { readonly base: KitBase }

type Making = {
  readonly site: SiteFolder
  readonly files: MemoryStore
  readonly gates: Deps['gates']
}

/** After the first problem files are only checked for more of them. */
const isTrial = ({ site }: Making): boolean => site.problems.found.length > 0

/**
 * Makes the kit of a folder, with all cuts of its pictures. What is wrong is added to the problems of the folder; then
 * the kit lacks parts.
 * @param current the kit in use
 */
export async function makeKit(
  site: SiteFolder,
  current: SiteKit,
  { files, gates, base }: MakingDeps,
): Promise<MadeKit> {
  const words = { ...site.plain, ...textsOf(site, current, base) }
  checkWords(site, words)
  const making: Making = { site, files: memoryStore(files), gates }
  const { mark: file } = site
  const mark =
    file &&
    (await refusedAt(site, 'mark', async () => storeMark(making, await readFile(file.path))))
  const pictures: Partial<Record<PictureSlot, KitPicture>> = {}
  for (const [slot, one] of site.pictures) {
    const made = await refusedAt(site, `pictures.${slot}`, () => madePicture(making, slot, one))
    if (made !== null) pictures[slot] = made
  }
  const book = await refusedAt(site, 'book', () => madeBook(making, composeKit(words, null).name))
  const value: SiteKit = {
    ...words,
    ...(mark && { mark }),
    ...(Object.keys(pictures).length > 0 && { pictures }),
    ...(book && { book }),
  }
  const icons = isTrial(making)
    ? null
    : await refusedAt(site, 'mark', () => storeIcons(making, value))
  return { value, icons: icons ?? {}, files: making.files.files }
}

/** The rules of the desk. */
function checkWords({ problems, placeOf }: SiteFolder, words: SiteKit): void {
  for (const { path, problem } of checkOf(SiteKit)(words))
    problems.add(placeOf(path.join('.')), problem)
  for (const { place, problem } of problemsOf(words))
    problems.add(placeOf(place), inEnglish(problem))
}

/** A text that stays as it was keeps the default that it has replaced, so that a change of the default is noticed. */
function textsOf({ texts }: SiteFolder, current: SiteKit, base: KitBase): Pick<SiteKit, 'texts'> {
  const languages = languagesOf(Object.keys(texts))
  const defaults = new Map(listTexts(languages, base.texts).map(({ id, text }) => [id, text]))
  const entries = Object.entries(texts).map(([id, given]) => {
    if (typeof given !== 'string') return [id, given] as const
    const known = current.texts?.[id]
    const was = known?.text === given ? known.was : (defaults.get(id) ?? '')
    return [id, { text: given, was }] as const
  })
  return entries.length === 0 ? {} : { texts: Object.fromEntries(entries) }
}

/** @returns null for what is refused, which is a problem then */
async function refusedAt<Value>(
  { problems, placeOf }: SiteFolder,
  name: string,
  make: () => Promise<Value | null>,
): Promise<Value | null> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof InvalidImage)) throw error
    const { message } = error instanceof Refusal ? error : refusal(400, 'picture_broken')
    problems.add(placeOf(name), message)
    return null
  }
}

async function madePicture(
  making: Making,
  slot: PictureSlot,
  { path, focus }: FolderPicture,
): Promise<KitPicture | null> {
  const original = await adoptOriginal(making, path)
  return isTrial(making) ? null : cutPicture(making, slot, original, focus)
}

const madeBook = (making: Making, title: string) =>
  making.gates.images(async (): Promise<KitBook | null> => {
    const { book } = making.site
    if (book === null) return null
    if (!isTrial(making)) return bookOfFiles(making.files, book, title)
    await checkBook(making.files, book)
    return null
  })
