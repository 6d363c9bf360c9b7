/// <reference path="./turndown.d.ts" />
import TurndownService, { type Element, type Rule } from 'turndown'
import { safeUrl } from './safeUrl.ts'
import { tableOf } from './textEditing.ts'

/** Characters that end a cell, a row and a caption until the table is whole; no text has them. */
const CELL_END = '\uE000'
const ROW_END = '\uE001'
const CAPTION_END = '\uE002'

/** Elements within each other. Pages have far fewer; from here on the time grows with their square. */
const NESTING_MAX = 200
/** Columns that one cell spans at most. */
const SPAN_MAX = 50
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
}

/** A link to a picture of elsewhere, or its words: a text shows pictures of the site alone. */
const linked: PictureText = (src, alt) => (/^https?:/i.test(src) ? linkTo(src, escaped(alt || src)) : escaped(alt))

/**
 * HTML as a text with light formatting. Scripts, styles and comments are left out; nothing is run or fetched. HTML that is
 * nested deeper than pages are becomes its words.
 * @param html of a page or a document, of any size: the caller bounds it
 */
export function lightOf(html: string, pictureText: PictureText = linked, { linkText, isLeftOut }: Hooks = {}): string {
  if (nestingOf(html) > NESTING_MAX) return wordsIn(html)
  const service = new TurndownService({ br: '', hr: '---', emDelimiter: '*' })
  service.remove(['script', 'style', 'title', 'noscript', 'template', 'iframe', 'object', 'svg'])
  service.addRule('picture', {
    filter: 'img',
    replacement: (_content, node) =>
      pictureText(node.getAttribute('src') ?? '', oneLine(node.getAttribute('alt') ?? '')),
  })
  service.addRule('item', { filter: 'li', replacement: itemWriter() })
  for (const [name, rule] of Object.entries(RULES)) service.addRule(name, rule)
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
  return service.turndown(html.replace(/[\uE000-\uE002]/g, '')).trim()
}

const RULES: Readonly<Record<string, Rule>> = {
  heading: {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, { nodeName }) => `\n\n${'#'.repeat(Number(nodeName.slice(1)))} ${oneLine(content)}\n\n`,
  },
  strong: {
    filter: ['strong', 'b'],
    // Some editors wrap all that they copy in an element for bold text that is not bold.
    replacement: (content, node) =>
      /font-weight:\s*(?:normal|400)/.test(node.getAttribute('style') ?? '') ? content : around(content, '**'),
  },
  em: { filter: ['em', 'i'], replacement: (content) => around(content, '*') },
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
      itemOfDocument(content, node.getAttribute('style') ?? '') ?? `\n\n${escapedLines(content)}\n\n`,
  },
  term: { filter: 'dt', replacement: (content) => `\n\n${oneLine(content)}\n` },
  definition: {
    filter: 'dd',
    replacement: (content) => `: ${indented(content.trim(), 4)}\n`,
  },
  caption: { filter: 'caption', replacement: (content) => `${content}${CAPTION_END}` },
  cell: {
    filter: ['td', 'th'],
    replacement: (content, node) => `${content}${CELL_END.repeat(spanOf(node))}`,
  },
  row: { filter: 'tr', replacement: (content) => `${content}${ROW_END}` },
  table: { filter: 'table', replacement: (content) => `\n\n${tableIn(content)}\n\n` },
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const indented = (text: string, width: number): string => text.replace(/\n(?!\n)/g, `\n${' '.repeat(width)}`)

/** Characters that would be formatting are text. */
const escaped = (text: string): string =>
  text
    .replace(/[\\*_[\]]/g, String.raw`\$&`)
    .replace(/^(\s*)([#>+:~|-])/gm, String.raw`$1\$2`)
    .replace(/^(\s*\d+)([.)])/gm, String.raw`$1\$2`)

/** What the library does not know as formatting. */
const escapedLines = (lines: string): string => lines.replace(/^(?=[:~|])/gm, '\\')

/** Marks do not reach from one block to the next. */
const around = (content: string, mark: string): string =>
  content.trim() === '' || content.includes('\n\n') ? content : `${mark}${content}${mark}`

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

/** Items come in their order, and are counted: asking each for those before it takes the square of the time. */
function itemWriter(): Rule['replacement'] {
  const numbers = new WeakMap<Element, number>()
  return (content, { parentNode: list }) => {
    const isOrdered = list?.nodeName === 'OL'
    const number = (list && numbers.get(list)) ?? (Number(list?.getAttribute('start') ?? 1) || 1)
    if (list) numbers.set(list, number + 1)
    const prefix = isOrdered ? `${number}. ` : '- '
    const isInList = isOrdered || list?.nodeName === 'UL'
    return `${isInList ? '' : '\n'}${prefix}${indented(content.trim(), prefix.length)}\n`
  }
}

const spanOf = (cell: Element): number =>
  Math.min(SPAN_MAX, Math.max(1, Math.trunc(Number(cell.getAttribute('colspan') ?? 1)) || 1))

/** The rule of a table, which has been made of a table within a cell. */
const RULE = /^\| (?:---|--:) \|/m

/** A table of one column, or of one row, is a layout, and so is one around another: its cells are paragraphs. */
function tableIn(content: string): string {
  const [title = '', body] = content.includes(CAPTION_END) ? content.split(CAPTION_END) : ['', content]
  const rows = (body ?? '')
    .split(ROW_END)
    .map((row) => row.split(CELL_END).slice(0, -1))
    .filter((row) => row.some((cell) => cell.trim() !== ''))
  const isTable = rows.length > 1 && rows.some((row) => row.length > 1) && !rows.flat().some((cell) => RULE.test(cell))
  const text = isTable
    ? tableOf(rows)
    : rows
        .flat()
        .map((cell) => cell.trim())
        .filter(Boolean)
        .join('\n\n')
  return title.trim() === '' ? text : `${title.trim()}\n\n${text}`
}

/** Elements that end without a tag, or have no content: their number says nothing about the nesting. */
const UNNESTED = new Set(
  'p li dt dd tr td th thead tbody tfoot colgroup option optgroup br hr img input meta link col wbr area base embed source track param'.split(
    ' ',
  ),
)

/** How deep elements are within each other, at least. */
function nestingOf(html: string): number {
  let depth = 0
  let deepest = 0
  for (const [, end, name = '', isEmpty] of html.matchAll(/<(\/?)([a-z][\w:-]*)[^<>]*?(\/?)>/gi)) {
    if (UNNESTED.has(name.toLowerCase()) || isEmpty === '/') continue
    depth = Math.max(0, depth + (end === '/' ? -1 : 1))
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'", amp: '&' }

/** The words between the tags, as one paragraph. */
function wordsIn(html: string): string {
  const words = html
    .replace(/<(script|style|title|template)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<\/?[a-z!?][^<>]*>/gi, ' ')
    .replace(/&(lt|gt|quot|nbsp|#39|amp);/g, (_all, name: string) => ENTITIES[name] ?? '')
  return escaped(oneLine(words))
}
