import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PrintedPage } from './pdfium.ts'
import { BadPdf, type PdfFault } from './pdfium.ts'
import type { DrawnPage } from './pdfReading.ts'

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

export type AskPdf = <Name extends Task>(
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
