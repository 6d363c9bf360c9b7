/// <reference path="./turndown.d.ts" />
import TurndownService, { type Element, type Rule } from 'turndown'
import { hasLook, isMarkable, marked, withMarks } from './htmlMarks.ts'
import { depthOf, wordsOfHtml } from './htmlScan.ts'
import { safeUrl } from './safeUrl.ts'
import { tableOf } from './textEditing.ts'

/** Characters that end a cell, a row and a caption until the table is whole; no text has them. */
const CELL_END = '\uE000'
const ROW_END = '\uE001'
const CAPTION_END = '\uE002'
/** Stands before the number of rows that a cell spans. */
const ROWS = '\uE003'

/** Elements within each other. Pages have far fewer; from here on the time grows with their square. */
const NESTING_MAX = 200
/** Columns that one cell spans at most. */
const SPAN_MAX = 50
/** Rows that one cell spans at most. */
const ROWS_MAX = 1000
/** Columns in which a cell of an earlier row keeps its place free. */
const COLUMNS_MAX = 200
/** Characters of the URL of a link; a text shows no longer one. */
const HREF_MAX = 2000

/** What becomes of a picture: the text in its place. @param alt may be empty */
export type PictureText = (src: string, alt: string) => string

/** What becomes of a link: the text in its place. @param words light formatting, on one line */
export type LinkText = (href: string, words: string) => string
type Hooks = {
  /** The default leaves links as they are. */
  readonly linkText?: LinkText
  /** True for an element that is left out with everything in it. */
  readonly isLeftOut?: (attribute: (name: string) => string | null) => boolean
  /** What the text shows in another way: words that are struck, a cell over several, and the like. */
  readonly note?: (what: HtmlNote, words: string) => void
}
export type HtmlNote = 'struck' | 'joined' | 'layout' | 'lines' | 'numbers' | 'look'

/** A link to a picture of elsewhere, or its words: a text shows pictures of the site alone. */
const linked: PictureText = (src, alt) =>
  /^https?:/i.test(src) ? linkTo(src, escaped(alt || src)) : escaped(alt)

/**
 * HTML as a text with light formatting. Scripts, styles and comments are left out; nothing is run or fetched. HTML that is
 * nested deeper than pages are becomes its words.
 * @param html of a page or a document, of any size: the caller bounds it
 */
export function lightOf(
  html: string,
  pictureText: PictureText = linked,
  { linkText, isLeftOut, note }: Hooks = {},
): string {
  if (depthOf(html) > NESTING_MAX) return wordsOfHtml(html, isLeftOut)
  const service = new TurndownService({ br: '', hr: '---', emDelimiter: '*' })
  service.remove(['script', 'style', 'title', 'noscript', 'template', 'iframe', 'object', 'svg'])
  service.addRule('picture', {
    filter: 'img',
    replacement: (_content, node) =>
      pictureText(node.getAttribute('src') ?? '', oneLine(node.getAttribute('alt') ?? '')),
  })
  service.addRule('item', { filter: 'li', replacement: itemWriter(note) })
  for (const [name, rule] of Object.entries(RULES)) service.addRule(name, rule)
  service.addRule('mark', {
    filter: isMarkable,
    replacement: (content, node) => {
      if (content.trim() !== '' && hasLook(node)) note?.('look', oneLine(content))
      return marked(content, node, (words) => note?.('struck', oneLine(words)))
    },
  })
  service.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content, node) => {
      const columns = spanOf(node, 'colspan', SPAN_MAX)
      const rows = spanOf(node, 'rowspan', ROWS_MAX)
      if (columns > 1 || rows > 1) note?.('joined', oneLine(content))
      const end = (rows > 1 ? `${ROWS}${rows}` : '') + CELL_END
      return content + end.repeat(columns)
    },
  })
  service.addRule('table', {
    filter: 'table',
    replacement: (content) => `\n\n${tableIn(content, note)}\n\n`,
  })
  if (linkText)
    service.addRule('link', {
      filter: 'a',
      replacement: (content, node) => linkText(node.getAttribute('href') ?? '', oneLine(content)),
    })
  // The rule that is added last comes first.
  if (isLeftOut)
    service.addRule('left out', {
      filter: (node) => isLeftOut((name) => node.getAttribute(name)),
      replacement: () => '',
    })
  return withMarks(service.turndown(html.replace(/[\uE000-\uE01F]/g, ''))).trim()
}

const RULES: Readonly<Record<string, Rule>> = {
  heading: {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, { nodeName }) =>
      `\n\n${'#'.repeat(Number(nodeName.slice(1)))} ${oneLine(content)}\n\n`,
  },
  link: {
    filter: 'a',
    replacement: (content, node) => linkTo(node.getAttribute('href') ?? '', content),
  },
  // Light formatting has no code: its characters are text.
  code: { filter: 'code', replacement: (_content, node) => escaped(node.textContent ?? '') },
  lines: {
    filter: 'pre',
    replacement: (_content, node) => `\n\n${escaped(node.textContent ?? '')}\n\n`,
  },
  paragraph: {
    filter: 'p',
    replacement: (content, node) =>
      itemOfDocument(content, node.getAttribute('style') ?? '') ??
      `\n\n${escapedLines(marked(content, node))}\n\n`,
  },
  term: { filter: 'dt', replacement: (content) => `\n\n${oneLine(content)}\n` },
  definition: {
    filter: 'dd',
    replacement: (content) => `: ${indented(content.trim(), 4)}\n`,
  },
  checkbox: { filter: 'input', replacement: (_content, node) => boxOf(node) },
  block: {
    filter: ['details', 'summary', 'legend', 'option'],
    replacement: (content) => `\n\n${content}\n\n`,
  },
  caption: { filter: 'caption', replacement: (content) => `${content}${CAPTION_END}` },
  row: { filter: 'tr', replacement: (content) => `${content}${ROW_END}` },
}

const boxOf = (node: Element): string => {
  if (node.getAttribute('type') !== 'checkbox') return ''
  return node.getAttribute('checked') === null ? '☐' : '☑'
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const indented = (text: string, width: number): string =>
  text.replace(/\n(?!\n)/g, `\n${' '.repeat(width)}`)

/** Characters that would be formatting are text. */
const escaped = (text: string): string =>
  text
    .replace(/[\\*_[\]]/g, String.raw`\$&`)
    .replace(/^(\s*)([#>+:~|-])/gm, String.raw`$1\$2`)
    .replace(/^(\s*\d+)([.)])/gm, String.raw`$1\$2`)

/** What the library does not know as formatting. */
const escapedLines = (lines: string): string => lines.replace(/^(?=[:~|])/gm, '\\')

/** The words alone where the URL is none for a link of a text. A link around blocks, or another link, is left out, too. */
function linkTo(url: string, content: string): string {
  const words = content.trim()
  const href = url
    .trim()
    .replace(/[\s()<>]/g, encodeURIComponent)
    .replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))
  const isLink = href.length <= HREF_MAX && safeUrl(href, 'text') !== null
  return words === '' || !isLink || /\n\n|\]\(/.test(words) ? content : `[${words}](${href})`
}

/** The number or the sign of an item is text in what word processors copy. @returns null for what is no item */
function itemOfDocument(content: string, style: string): string | null {
  if (!/mso-list:\s*l\d/.test(style)) return null
  const [sign = '', number] = /^\s*(?:(\d+)\\?[.)]|[^\p{L}\p{N}\s]{1,2}|o)\s+/u.exec(content) ?? []
  return `\n${number === undefined ? '-' : `${number}.`} ${oneLine(content.slice(sign.length))}\n`
}

/**
 * Items come in their order, and are counted: asking each for those before it takes the square of the time. Another sign
 * begins another list, where the numbers begin anew.
 */
function itemWriter(note: Hooks['note']): Rule['replacement'] {
  const lists = new WeakMap<Element, { next: number; sign: string }>()
  return (content, item) => {
    const list = item.parentNode
    const isOrdered = list?.nodeName === 'OL'
    const known = list && lists.get(list)
    const state = known ?? { next: Number(list?.getAttribute('start') ?? 1) || 1, sign: '.' }
    const number = Number(item.getAttribute('value') ?? Number.NaN)
    if (Number.isInteger(number) && number >= 0 && number !== state.next) {
      if (known) state.sign = state.sign === '.' ? ')' : '.'
      state.next = number
    }
    if (isOrdered && !known && hasOtherNumbers(list)) note?.('numbers', oneLine(content))
    if (list) lists.set(list, state)
    const prefix = isOrdered ? `${state.next++}${state.sign} ` : '- '
    const isInList = isOrdered || list?.nodeName === 'UL'
    return `${isInList ? '' : '\n'}${prefix}${indented(content.trim(), prefix.length)}\n`
  }
}

const hasOtherNumbers = (list: Element): boolean =>
  /[ai]/i.test(list.getAttribute('type') ?? '') ||
  list.getAttribute('reversed') !== null ||
  /list-style[\w-]*:[^;]*(?:alpha|latin|roman|greek)/i.test(list.getAttribute('style') ?? '')

const spanOf = (cell: Element, name: 'colspan' | 'rowspan', max: number): number =>
  Math.min(max, Math.max(1, Math.trunc(Number(cell.getAttribute(name) ?? 1)) || 1))

/** The rule of a table, which has been made of a table within a cell. */
const RULE = /^\| (?:---|--:) \|/m

/** A table of one column, or of one row, is a layout, and so is one around another: its cells are paragraphs. */
function tableIn(content: string, note: Hooks['note']): string {
  const [title = '', body] = content.includes(CAPTION_END)
    ? content.split(CAPTION_END)
    : ['', content]
  const rows = rowsOf(body ?? '').filter((row) => row.some((cell) => cell.trim() !== ''))
  const isAround = rows.flat().some((cell) => RULE.test(cell))
  const isTable = rows.length > 1 && rows.some((row) => row.length > 1) && !isAround
  if (isAround) note?.('layout', '')
  if (isTable)
    for (const cell of rows.flat()) if (/\n/.test(cell.trim())) note?.('lines', oneLine(cell))
  const text = isTable
    ? tableOf(rows)
    : rows
        .flat()
        .map((cell) => cell.trim())
        .filter(Boolean)
        .join('\n\n')
  return title.trim() === '' ? text : `${title.trim()}\n\n${text}`
}

/** Rows of cells. A cell over several rows stands in the first of them, and leaves its place in the others free. */
function rowsOf(body: string): string[][] {
  /** Rows in which the place is not free yet, by column. */
  const taken: number[] = []
  return body.split(ROW_END).map((row) => {
    const line: string[] = []
    const skip = () => {
      while (line.length < COLUMNS_MAX && (taken[line.length] ?? 0) > 0) {
        taken[line.length] = (taken[line.length] ?? 0) - 1
        line.push('')
      }
    }
    for (const cell of row.split(CELL_END).slice(0, -1)) {
      skip()
      const [text = '', count] = cell.split(ROWS)
      taken[line.length] = Number(count ?? 1) - 1
      line.push(text)
    }
    skip()
    return line
  })
}
