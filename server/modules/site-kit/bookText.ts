import { printable } from '../../text/keys.ts'

/** Characters of a heading. */
const TITLE_MAX = 100

/** PDFium puts a noncharacter in the place of a hyphen at the end of a line. */
const BROKEN_WORD = /\uFFFE\r?\n/g
/** A line that goes on in the next one: that begins with a small letter. */
const BROKEN_LINE = /([^\n])[ \t]*\n[ \t]*(?=\p{Ll})/gu
/** These reorder the text that follows. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** Texts of a page, without its line breaks as far as lines alone tell. */
export const paragraphsOf = (text: string): string[] =>
  printable(text.replace(BROKEN_WORD, ''))
    .replace(/\r\n?/g, '\n')
    .replace(BIDI_CONTROLS, '')
    .replace(BROKEN_LINE, '$1 ')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')

/** The first line of a page, unless it is a sentence. */
export function titleIn([first = '']: readonly string[]): string {
  return first.length <= TITLE_MAX && !/[.,;:]$/.test(first) ? first : ''
}
