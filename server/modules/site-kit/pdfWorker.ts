import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import type { DrawnPage, PdfOutcome, PdfRequest, PdfTasks } from './book.ts'
import {
  BadPdf,
  isTrap,
  openPdfium,
  type Pdfium,
  type PrintedPage,
  save,
  setTitle,
  titleOf,
} from './pdfium.ts'

/* A worker thread: drawing a page takes up to seconds of computing, and a hostile document can take all memory. */

const pdfium = await openPdfium()
let document: PdfDocument | undefined

const opened = (): PdfDocument => {
  if (!document) throw new Error('No document is open')
  return document
}

const tasks: PdfTasks = {
  open: async (source, pagesMax) => {
    document = openDocument(typeof source === 'string' ? await readFile(source) : source)
    if (document.pages > pagesMax) throw new BadPdf('pdf_too_many_pages')
    return document.pages
  },
  draw: async (index, sideMax) => opened().draw(index, sideMax),
  titled: async (title) => opened().titled(title),
  make: async (pages, title) => makeDocument(pdfium, pages, title),
}

parentPort?.on('message', async ({ task, values }: PdfRequest) => {
  const run = tasks[task] as (...values: unknown[]) => Promise<unknown>
  const outcome: PdfOutcome = await run(...values).then((value) => ({ value }), faultOf)
  parentPort?.postMessage(outcome)
})

function faultOf(error: unknown): PdfOutcome {
  if (error instanceof BadPdf) return { fault: error.code }
  if (isTrap(error)) return { fault: pdfium.isFull() ? 'pdf_too_complex' : 'pdf_broken' }
  throw error
}

type PdfDocument = {
  readonly pages: number
  /** @throws BadPdf for a page that cannot be read */
  readonly draw: (index: number, sideMax: number) => DrawnPage
  /** The document with the title after its own bytes; null where that could do harm. */
  readonly titled: (title: string) => Uint8Array | null
}

/** Errors of FPDF_GetLastError: a password is needed, or the kind of encryption is unknown. */
const ENCRYPTED = [4, 5]
/** Flags of FPDF_RenderPageBitmap: with annotations; red comes first. */
const FLAGS = 0x01 | 0x10
const WITH_ALPHA = 3
const WHITE = 0xffffffff
/** Characters: a page of dense print has some 6,000. */
const TEXT_MAX = 20_000
/** Readers find the end within these last bytes; a truncated file has none. */
const END_WITHIN_BYTES = 1024

/** @throws BadPdf */
function openDocument(bytes: Uint8Array): PdfDocument {
  const { api, write } = pdfium
  const tail = Buffer.from(bytes.subarray(-END_WITHIN_BYTES)).toString('latin1')
  if (!tail.includes('%%EOF')) throw new BadPdf('pdf_broken')
  const document = api.FPDF_LoadMemDocument(write(bytes), bytes.length, '')
  if (document === 0)
    throw new BadPdf(ENCRYPTED.includes(api.FPDF_GetLastError()) ? 'pdf_encrypted' : 'pdf_broken')
  if (api.EPDF_IsEncrypted(document)) throw new BadPdf('pdf_encrypted')
  const pages = api.FPDF_GetPageCount(document)
  if (pages < 1) throw new BadPdf('pdf_broken')
  return {
    pages,
    draw: (index, sideMax) => drawPage(document, index, sideMax),
    titled: (title) => addTitle(document, bytes, title),
  }
}

function drawPage(document: number, index: number, sideMax: number): DrawnPage {
  const { api } = pdfium
  const page = api.FPDF_LoadPage(document, index)
  if (page === 0) throw new BadPdf('pdf_broken')
  const across = api.FPDF_GetPageWidthF(page)
  const down = api.FPDF_GetPageHeightF(page)
  const scale = sideMax / Math.max(across, down)
  if (!(Number.isFinite(scale) && scale > 0)) throw new BadPdf('pdf_broken')
  const width = Math.max(1, Math.round(across * scale))
  const height = Math.max(1, Math.round(down * scale))
  const bitmap = api.FPDFBitmap_CreateEx(width, height, WITH_ALPHA, 0, 0)
  if (bitmap === 0) throw new BadPdf('pdf_too_complex')
  api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
  api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS)
  const pixels = pdfium.read(api.FPDFBitmap_GetBuffer(bitmap), width * height * 4)
  api.FPDFBitmap_Destroy(bitmap)
  const text = textOf(page)
  api.FPDF_ClosePage(page)
  return { width, height, pixels, text }
}

function textOf(page: number): string {
  const { api, readFrom } = pdfium
  const textPage = api.FPDFText_LoadPage(page)
  if (textPage === 0) return ''
  const count = Math.min(api.FPDFText_CountChars(textPage), TEXT_MAX)
  let units = 0
  // UTF-16 with a zero at the end.
  const bytes = readFrom((count + 1) * 2, (pointer) => {
    units = api.FPDFText_GetText(textPage, 0, count, pointer)
  })
  api.FPDFText_ClosePage(textPage)
  return Buffer.from(bytes.subarray(0, Math.max(0, units - 1) * 2)).toString('utf16le')
}

/** An appended change leaves the given bytes as they are; the result is read again before anyone has it. */
function addTitle(document: number, given: Uint8Array, title: string) {
  const { api, write, free } = pdfium
  const isSigned = api.FPDF_GetSignatureCount(document) !== 0
  if (isSigned || !api.FPDF_DocumentHasValidCrossReferenceTable(document)) return null
  if (!setTitle(pdfium, document, title)) return null
  const saved = save(pdfium, document, 'appended')
  if (!saved || Buffer.compare(saved.subarray(0, given.length), given) !== 0) return null
  const copy = write(saved)
  const again = api.FPDF_LoadMemDocument(copy, saved.length, '')
  const isWhole =
    again !== 0 &&
    api.FPDF_DocumentHasValidCrossReferenceTable(again) &&
    api.FPDF_GetPageCount(again) === api.FPDF_GetPageCount(document) &&
    titleOf(pdfium, again) === title
  if (again !== 0) api.FPDF_CloseDocument(again)
  free(copy)
  return isWhole ? saved : null
}

/** The JPEG becomes part of the document as it is. */
function addJpeg({ api, runtime, allocate, free }: Pdfium, object: number, jpeg: Uint8Array) {
  const give = (_parameter = 0, position = 0, target = 0, size = 0) => {
    runtime.HEAPU8.set(jpeg.subarray(position, position + size), target)
    return 1
  }
  const giver = runtime.addFunction(give, 'iiiii')
  // FPDF_FILEACCESS: length, callback, its parameter.
  const access = allocate(12)
  for (const [index, value] of [jpeg.length, giver, 0].entries())
    runtime.setValue(access + 4 * index, value, 'i32')
  const isAdded = api.FPDFImageObj_LoadJpegFileInline(0, 0, object, access)
  runtime.removeFunction(giver)
  free(access)
  if (!isAdded) throw new Error('PDFium does not take a JPEG of ours')
}

/** Points of the longer side of a page: that of A4. */
const LONG_SIDE = 842

/** A document in which each picture fills a page. */
export function makeDocument(
  pdfium: Pdfium,
  pages: readonly PrintedPage[],
  title: string,
): Uint8Array {
  const { api } = pdfium
  const document = api.FPDF_CreateNewDocument()
  for (const [index, { jpeg, width, height }] of pages.entries()) {
    const scale = LONG_SIDE / Math.max(width, height)
    const [across, down] = [width * scale, height * scale]
    const page = api.FPDFPage_New(document, index, across, down)
    const picture = api.FPDFPageObj_NewImageObj(document)
    addJpeg(pdfium, picture, jpeg)
    api.FPDFImageObj_SetMatrix(picture, across, 0, 0, down, 0, 0)
    api.FPDFPage_InsertObject(page, picture)
    api.FPDFPage_GenerateContent(page)
    api.FPDF_ClosePage(page)
  }
  setTitle(pdfium, document, title)
  const bytes = save(pdfium, document, 'whole')
  if (!bytes) throw new Error('PDFium cannot save a document of ours')
  return bytes
}
