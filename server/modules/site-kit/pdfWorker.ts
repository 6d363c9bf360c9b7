import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { BadPdf, isTrap, makeDocument, openPdfium } from './pdfium.ts'
import { openDocument, type PdfDocument } from './pdfReading.ts'
import type { PdfOutcome, PdfRequest, PdfTasks } from './pdfThread.ts'

/* A worker thread: drawing a page takes up to seconds of computing, and a hostile document can take all memory. */

const pdfium = await openPdfium()
let document: PdfDocument | undefined

const opened = (): PdfDocument => {
  if (!document) throw new Error('No document is open')
  return document
}

const tasks: PdfTasks = {
  open: async (source, pagesMax) => {
    document = openDocument(pdfium, typeof source === 'string' ? await readFile(source) : source)
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
