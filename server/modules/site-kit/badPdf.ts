export type PdfFault = 'pdf_broken' | 'pdf_encrypted' | 'pdf_too_many_pages' | 'pdf_too_complex'

/** A PDF that no book can be made of. */
export class BadPdf extends Error {
  readonly code: PdfFault
  constructor(code: PdfFault) {
    super(code)
    this.code = code
  }
}
