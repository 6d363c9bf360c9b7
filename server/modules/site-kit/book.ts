import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { BOOK_PAGES_MAX, type KitBook } from '#contract/siteKit.ts'
import { type FileStore, newKey, publicKey } from '../../files/fileStore.ts'
import { nameOf, type PictureFile } from '../../files/pictureNames.ts'
import { uprightImage } from '../../files/pictures.ts'
import { errors, refusal } from '../../http/errors.ts'
import { printable } from '../../text/keys.ts'
import { BadPdf, type PdfFault, type PrintedPage } from './pdfium.ts'

/* Each of these functions runs within the gate for images, a whole book in one place: that bounds the memory. */

export const PDF_BYTES_MAX = 40 * 1024 * 1024
/** Pixels of the longer side of a page. */
const SIDE_MAX = 1600
/** Time for a whole book: proxies give up after a minute. */
const BOOK_MS_MAX = 50_000
/** More effort takes twice the time for a fortieth of the size. */
const WEBP = { quality: 82, effort: 2 }
const JPEG = { quality: 85 }

/** Its `text` has a line for each paragraph. */
type BookPage = KitBook['pages'][number]

/**
 * Draws the pages of a PDF, one after the other. The file is stored too, with the title appended.
 * @param pdf its bytes, or the path of a file
 * @throws Refusal 413 `file_too_large`; 400 `pdf_broken`, `pdf_encrypted`, `pdf_too_many_pages`, `pdf_too_complex`
 */
export async function pagesOfPdf(
  files: FileStore,
  pdf: Uint8Array | string,
  { title, msMax = BOOK_MS_MAX }: { readonly title: string; readonly msMax?: number },
): Promise<KitBook> {
  const size = typeof pdf === 'string' ? (await stat(pdf)).size : pdf.length
  if (size > PDF_BYTES_MAX) throw errors.fileTooLarge()
  const stored: string[] = []
  const keep = async (extension: string, bytes: Uint8Array) => {
    const name = await store(files, extension, bytes)
    stored.push(name)
    return name
  }
  try {
    return await inPdfThread(msMax, async (ask) => {
      const pages: BookPage[] = []
      const count = await ask('open', pdf, BOOK_PAGES_MAX)
      while (pages.length < count) pages.push(await drawPage(ask, pages.length, keep))
      const titled = await ask('titled', title)
      const bytes = titled ?? (typeof pdf === 'string' ? await readFile(pdf) : pdf)
      return { pages, pdf: await keep('pdf', bytes) }
    })
  } catch (error) {
    for (const name of stored) await remove(files, name)
    if (error instanceof BadPdf) throw refusal(400, error.code, { limit: BOOK_PAGES_MAX })
    throw error
  }
}

type Keep = (extension: string, bytes: Uint8Array) => Promise<string>

async function drawPage(ask: AskPdf, index: number, keep: Keep): Promise<BookPage> {
  const { width, height, pixels, text } = await ask('draw', index, SIDE_MAX)
  const raw = { width, height, channels: 4 } as const
  const webp = await sharp(pixels, { raw }).removeAlpha().webp(WEBP).toBuffer()
  const paragraphs = paragraphsOf(text)
  const words = { title: titleIn(paragraphs), text: paragraphs.join('\n') }
  return { key: await keep('webp', webp), width, height, ...words }
}

/**
 * Stores a picture as a page without text.
 * @param upload the bytes of a JPEG, PNG or WebP, or the path of a file
 * @throws InvalidImage for anything else, also for a truncated, animated or too large picture
 */
export async function pageOfImage(
  files: FileStore,
  upload: Uint8Array | string,
): Promise<BookPage> {
  const { bytes, width, height } = await uprightImage(
    upload,
    { formats: ['jpeg', 'png', 'webp'], side: SIDE_MAX },
    // Paper is white below transparent parts.
    (image) => image.flatten({ background: 'white' }).webp(WEBP),
  )
  return { key: await store(files, 'webp', bytes), width, height, title: '', text: '' }
}

/**
 * Makes the PDF of a book whose pages are pictures.
 * @param pages their stored files
 * @returns the name of the public file
 */
export async function pdfOfPages(
  files: FileStore,
  pages: readonly PictureFile[],
  title: string,
): Promise<string> {
  const printed: PrintedPage[] = []
  for (const { key, width, height } of pages) {
    const own = publicKey(key)
    if (own === null) throw new Error(`No page has the name ${key}`)
    const jpeg = await sharp(await files.bytes(own))
      .jpeg(JPEG)
      .toBuffer()
    printed.push({ jpeg, width, height })
  }
  const bytes = await inPdfThread(BOOK_MS_MAX, (ask) => ask('make', printed, title))
  return store(files, 'pdf', bytes)
}

export async function store(
  files: FileStore,
  extension: string,
  bytes: Uint8Array,
): Promise<string> {
  const key = newKey('public', extension)
  await files.put(key, bytes)
  return nameOf(key)
}

async function remove(files: FileStore, name: string): Promise<void> {
  const key = publicKey(name)
  if (key !== null) await files.remove(key)
}

/** Characters of a heading. */
const TITLE_MAX = 100

/** PDFium puts a noncharacter in the place of a hyphen at the end of a line. */
const BROKEN_WORD = /\uFFFE\r?\n/g
/** A line that goes on in the next one: that begins with a small letter. */
const BROKEN_LINE = /([^\n])[ \t]*\n[ \t]*(?=\p{Ll})/gu
/** These reorder the text that follows. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** Texts of a page, without its line breaks as far as lines alone tell. */
const paragraphsOf = (text: string): string[] =>
  printable(text.replace(BROKEN_WORD, ''))
    .replace(/\r\n?/g, '\n')
    .replace(BIDI_CONTROLS, '')
    .replace(BROKEN_LINE, '$1 ')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')

/** The first line of a page, unless it is a sentence. */
function titleIn([first = '']: readonly string[]): string {
  return first.length <= TITLE_MAX && !/[.,;:]$/.test(first) ? first : ''
}

/** What the thread does, one after the other. */
export type PdfTasks = {
  /** @returns the number of pages */
  readonly open: (source: Uint8Array | string, pagesMax: number) => Promise<number>
  readonly draw: (index: number, sideMax: number) => Promise<DrawnPage>
  readonly titled: (title: string) => Promise<Uint8Array | null>
  readonly make: (pages: readonly PrintedPage[], title: string) => Promise<Uint8Array>
}
type Task = keyof PdfTasks
type Result<Name extends Task> = Awaited<ReturnType<PdfTasks[Name]>>

export type PdfRequest = { readonly task: Task; readonly values: readonly unknown[] }
export type PdfOutcome = { readonly value: unknown } | { readonly fault: PdfFault }

type AskPdf = <Name extends Task>(
  task: Name,
  ...values: Parameters<PdfTasks[Name]>
) => Promise<Result<Name>>

const WORKER = new URL('./pdfWorker.ts', import.meta.url)

/** Bounds what JavaScript of the thread has; the memory of the library has a bound of its own. */
const HEAP_MAX_MB = 256

/**
 * Runs work on one document in a thread of its own, which ends with it.
 * @param msMax for all of it
 * @throws BadPdf for a document of which no book can be made, also where time or memory run out
 */
export async function inPdfThread<T>(msMax: number, work: (ask: AskPdf) => Promise<T>): Promise<T> {
  const thread = new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB } })
  // The reason of a failure reaches the caller by `once`; without a listener it would end the process.
  thread.on('error', () => {})
  const signal = AbortSignal.timeout(msMax)
  const ask: AskPdf = async <Name extends Task>(
    task: Name,
    ...values: Parameters<PdfTasks[Name]>
  ): Promise<Result<Name>> => {
    thread.postMessage({ task, values } satisfies PdfRequest)
    const [outcome] = (await once(thread, 'message', { signal })) as [PdfOutcome]
    if ('fault' in outcome) throw new BadPdf(outcome.fault)
    return outcome.value as Result<Name>
  }
  try {
    return await work(ask)
  } catch (error) {
    throw signal.aborted && !(error instanceof BadPdf) ? new BadPdf('pdf_too_complex') : error
  } finally {
    await thread.terminate()
  }
}

export type DrawnPage = {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** RGBA, one byte each. */
  readonly pixels: Uint8Array
  readonly text: string
}
