import Papa from 'papaparse'

/** Signs with which a cell begins that a spreadsheet calculates, in both widths; a cell may have several lines. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * Rows as CSV for a spreadsheet. A byte order mark comes first. Formulas are escaped: what people have written is text
 * in every spreadsheet.
 */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${Papa.unparse(rows as string[][], { escapeFormulae: FORMULA })}\r\n`
