import Papa from 'papaparse'
import { ENGLISH } from '../config/locales.ts'

/*
 * A cell is text in every spreadsheet, whatever the program takes for a separator: an apostrophe stands before each sign
 * with which a formula could begin, one more where there are some already, so that reading a file gives back what it was
 * written from.
 */

/** The places of signs that begin a formula, in both widths: first in a cell, or after what some program separates by. */
const FORMULA = /(^|[;,\t\r\n])(["\s]*)('*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
/** Programs that drop these signs at the start of a cell would calculate what is behind them. */
const BLANK = /^('*)(?=[\t\r\n])/

const escaped = (cell: string): string => cell.replace(FORMULA, "$1$2'$3").replace(BLANK, "'$1")

const MARKED_FORMULA = /(^|[;,\t\r\n])(["\s]*)'('*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/** The inverse of `escaped`. */
export const unescapedCell = (cell: string): string =>
  cell.replace(/^'('*)(?=[\t\r\n])/, '$1').replace(MARKED_FORMULA, '$1$2$3')

/** Spreadsheets separate by semicolons where the comma is in numbers, such as in German. */
const separatorIn = (language: string): string =>
  new Intl.NumberFormat(language).format(0.5).includes(',') ? ';' : ','

/** Rows as CSV for a spreadsheet in a language. A byte order mark comes first. */
export const csvText = (rows: readonly (readonly string[])[], language = ENGLISH): string =>
  `\uFEFF${Papa.unparse(
    rows.map((row) => row.map(escaped)),
    { delimiter: separatorIn(language) },
  )}\r\n`
