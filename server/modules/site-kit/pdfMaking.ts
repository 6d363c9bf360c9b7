import { addJpeg, type Pdfium, save, setTitle } from './pdfium.ts'

export type PrintedPage = {
  readonly jpeg: Uint8Array
  /** Pixels. */
  readonly width: number
  readonly height: number
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
