import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { KitBook } from '#contract/schemas/siteKit.ts'
import { BOOK_PAGES_MAX } from '#contract/siteKit.ts'
import { type FileStore, newKey } from '../../../files/fileStore.ts'
import { kindOf } from '../../../files/pictureKinds.ts'
import { nameOf } from '../../../files/pictureNames.ts'
import { guarded } from '../../../files/pictures.ts'
import type { Deps } from '../../../http/deps.ts'
import { Refusal, refusal } from '../../../http/errors.ts'
import { said } from '../../../text/sentence.ts'
import { type BookPage, pageOfImage, pagesOfPdf, pdfOfPages } from '../book.ts'
import { BadPdf } from '../pdfium.ts'
import { inPdfThread } from '../pdfThread.ts'
import { assertStill, broken, storeOriginal } from '../pictures.ts'
import type { FolderBook } from './reading.ts'

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
export async function adoptOriginal(
  deps: Pick<Deps, 'files' | 'gates'>,
  path: string,
): Promise<string> {
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
export async function checkBook(files: FileStore, { pdf, pages }: FolderBook): Promise<void> {
  for (const { path } of pages) await adoptPage(files, path)
  if (pdf !== null) await adoptPdf(files, pdf.path)
}

/**
 * A book of pages, of a PDF, or of both, where the PDF is what readers download. Run it within the gate for images.
 * @throws Refusal, InvalidImage
 */
export async function bookOfFiles(
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
