import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { init } from '@embedpdf/pdfium'

export type PdfFault = 'pdf_broken' | 'pdf_encrypted' | 'pdf_too_many_pages' | 'pdf_too_complex'

/** A PDF that no book can be made of. */
export class BadPdf extends Error {
  readonly code: PdfFault
  constructor(code: PdfFault) {
    super(code)
    this.code = code
  }
}

/** Bytes of the library's memory, which holds a whole document. Nothing of it outlives the thread. */
const HEAP_BYTES_MAX = 256 * 1024 * 1024
/** Result of the library's request for more memory. */
const REFUSED = 0

/** What the library's types leave out. */
type Runtime = {
  /** Replaced when the memory grows: read it anew after each call. */
  readonly HEAPU8: Uint8Array
  readonly wasmExports: {
    readonly malloc: (size: number) => number
    readonly free: (pointer: number) => void
  }
  readonly addFunction: (callback: (...values: number[]) => number, types: string) => number
  readonly removeFunction: (pointer: number) => void
  readonly setValue: (pointer: number, value: number, type: 'i32') => void
}
type Imports = { readonly env: { readonly emscripten_resize_heap: (size: number) => number } }

type Instantiated = { readonly instance: unknown }
/** The types of Node lack it. */
declare const WebAssembly: {
  readonly instantiate: (bytes: Uint8Array, imports: unknown) => Promise<Instantiated>
  readonly RuntimeError: new () => Error
}

export type Pdfium = Awaited<ReturnType<typeof openPdfium>>

/** A document has broken the library, or needed memory that was refused. */
export const isTrap = (error: unknown): boolean => error instanceof WebAssembly.RuntimeError

/** PDFium as WebAssembly, with the memory that it needs for calls. */
export async function openPdfium() {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  let isFull = false
  const instantiateWasm = (imports: Imports, done: (instance: unknown) => void) => {
    const grow = imports.env.emscripten_resize_heap
    const emscripten_resize_heap = (size: number) => {
      isFull ||= size >>> 0 > HEAP_BYTES_MAX
      return isFull ? REFUSED : grow(size)
    }
    const bounded = { ...imports, env: { ...imports.env, emscripten_resize_heap } }
    void WebAssembly.instantiate(wasm, bounded).then(({ instance }) => done(instance))
    return {}
  }
  const settings = { instantiateWasm, print: () => {}, printErr: () => {} }
  const api = await init(settings)
  api.PDFiumExt_Init()
  const runtime = api.pdfium as unknown as Runtime
  const { malloc, free } = runtime.wasmExports

  const allocate = (size: number): number => {
    const pointer = malloc(size)
    if (pointer === 0) throw new BadPdf('pdf_too_complex')
    return pointer
  }
  /** @returns a pointer, which the caller frees */
  const write = (bytes: Uint8Array): number => {
    const pointer = allocate(bytes.length)
    runtime.HEAPU8.set(bytes, pointer)
    return pointer
  }
  /** @returns a copy, alone in its buffer */
  const read = (pointer: number, size: number): Uint8Array<ArrayBuffer> =>
    new Uint8Array(runtime.HEAPU8.subarray(pointer, pointer + size))
  /** Copies what a call writes into memory of this size. */
  const readFrom = (size: number, fill: (pointer: number) => void): Uint8Array<ArrayBuffer> => {
    const pointer = allocate(size)
    fill(pointer)
    const bytes = read(pointer, size)
    free(pointer)
    return bytes
  }
  return { api, runtime, free, allocate, write, read, readFrom, isFull: () => isFull }
}

export function setTitle({ api, write, free }: Pdfium, document: number, title: string): boolean {
  const text = write(Buffer.from(`${title}\0`, 'utf16le'))
  const isSet = api.EPDF_SetMetaText(document, 'Title', text)
  free(text)
  return isSet
}

export function titleOf({ api, readFrom }: Pdfium, document: number): string {
  const size = api.FPDF_GetMetaText(document, 'Title', 0, 0)
  const bytes = readFrom(size, (pointer) => api.FPDF_GetMetaText(document, 'Title', pointer, size))
  return Buffer.from(bytes).toString('utf16le').replace(/\0$/, '')
}

/** `appended`: the bytes of the document stay, and changes follow them. */
export function save(
  { api, readFrom }: Pdfium,
  document: number,
  mode: 'appended' | 'whole',
): Uint8Array<ArrayBuffer> | null {
  const writer = api.PDFiumExt_OpenFileWriter()
  const isSaved = api.FPDF_SaveAsCopy(document, writer, mode === 'appended' ? 1 : 2)
  const size = api.PDFiumExt_GetFileWriterSize(writer)
  const bytes = isSaved
    ? readFrom(size, (pointer) => api.PDFiumExt_GetFileWriterData(writer, pointer, size))
    : null
  api.PDFiumExt_CloseFileWriter(writer)
  return bytes
}

export type PrintedPage = {
  readonly jpeg: Uint8Array
  /** Pixels. */
  readonly width: number
  readonly height: number
}
