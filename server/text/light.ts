import type { Token } from 'markdown-it'
import { LONG_TEXT_MAX } from '#contract/fields.ts'
import {
  type Block,
  HEADINGS_MAX,
  NESTING_MAX,
  type RichText,
  type Run,
  TEXT_SHARES,
} from '#contract/formatting.ts'
import { CALLOUTS, type Callout, TEXT_ALIGNMENTS, type TextFormat } from '#contract/sets.ts'
import { wordsOf } from '#shared/pageTags.ts'
import { pictureAt } from '../files/pictureNames.ts'
import { isCut, newReader } from './markdown.ts'
import { plainBlocks } from './termLinks.ts'

/** Tokens of one text, three for a paragraph or a cell: a text with more is shown without formatting. */
const TOKENS_MAX = 12_000
/** No HTML, code, references or bare URLs. */
const rules = [
  ...['blockquote', 'list', 'heading', 'table', 'hr', 'newline', 'escape', 'link', 'image'],
  ...['emphasis', 'balance_pairs', 'fragments_join'],
]

/** What is kept beside the tokens. */
type Notes = {
  /** By `markdown-it-footnote`: a note to which nothing refers is below 0. */
  footnotes?: { refs?: Readonly<Record<string, number>> }
  isRepeated?: boolean
}

const withoutNotes = newReader({ rules })
const parser = newReader({ rules, notes: true }).disable('footnote_inline')
parser.core.ruler.before('footnote_tail', 'notes', ({ tokens, env }) => {
  const labels = tokens.flatMap(({ type, meta }) =>
    type === 'footnote_reference_open' ? [(meta as { label: string }).label] : [],
  )
  ;(env as Notes).isRepeated = new Set(labels).size < labels.length
})

/**
 * A text in a subset of Markdown as a tree: see the nodes in `contract/formatting.ts`. Anything else is text as
 * typed.
 * @returns null if the text has no formatting, or more of it than is allowed: it is shown as plain text
 */
export function parseLight(text: string): RichText | null {
  if (text.length > LONG_TEXT_MAX) return null
  const tokens = tokensOf(text)
  if (isCut(tokens) || tokens.length > TOKENS_MAX) return null
  const tree = treeOf(tokens)
  return JSON.stringify(tree) === JSON.stringify(plainBlocks(text)) ? null : tree
}

/**
 * A note to which nothing refers would be dropped, and the first of two with the same name: then brackets are text in
 * the whole text.
 */
function tokensOf(text: string) {
  const env: Notes = {}
  const tokens = parser.parse(text, env)
  const isLost =
    env.isRepeated === true || Object.values(env.footnotes?.refs ?? {}).some((refs) => refs < 0)
  return isLost ? withoutNotes.parse(text, {}) : tokens
}

/**
 * The words of a text without its formatting, for readers that know none.
 * @param origin for texts that are read elsewhere: the address of a link follows its words
 */
export function plainText(format: TextFormat, text: string, origin?: string): string {
  const tree = format === 'light' ? parseLight(text) : null
  return tree === null ? text : wordsOf(tree, origin)
}

type Marked = Exclude<Run, string>
type Marks = { strong: number; em: number; href: string | null }

/** Runs of a line, or lines; of a picture its alternative text. */
function runsOf(tokens: readonly Token[]): Run[] {
  const runs: Marked[] = []
  const marks: Marks = { strong: 0, em: 0, href: null }
  for (const token of tokens) {
    if (token.tag === 'strong') marks.strong += token.nesting
    else if (token.tag === 'em') marks.em += token.nesting
    else if (token.type === 'link_open') marks.href = String(token.attrGet('href'))
    else if (token.type === 'link_close') marks.href = null
    else add(runs, runOf(token, marks))
  }
  return runs.map((run) => (Object.keys(run).length === 1 ? run.text : run))
}

function runOf(token: Token, { strong, em, href }: Marks): Marked {
  const around = {
    ...(strong > 0 && { strong: true as const }),
    ...(em > 0 && { em: true as const }),
  }
  if (token.type === 'footnote_ref') {
    const note = Number((token.meta as { id: number }).id) + 1
    return { ...around, text: String(note), note }
  }
  const link = token.type === 'image' ? (href ?? String(token.attrGet('src'))) : href
  return { text: textOf(token), ...around, ...(link !== null && { href: link }) }
}

const textOf = (token: Token): string => {
  if (token.type === 'image') return altOf(token) || String(token.attrGet('src'))
  return token.tag === 'br' || token.type === 'softbreak' ? '\n' : token.content
}

/** Adds a run, to the one before if it has the same marks. */
function add(runs: Marked[], run: Marked): void {
  const last = runs.at(-1)
  if (run.text === '') return
  const isSame =
    last?.strong === run.strong &&
    last?.em === run.em &&
    last?.href === run.href &&
    last?.note === run.note
  if (last !== undefined && isSame) last.text += run.text
  else runs.push(run)
}

const altOf = ({ children }: Token): string =>
  runsOf(children ?? [])
    .map((run) => (typeof run === 'string' ? run : run.text))
    .join('')

type Image = Extract<Block, { type: 'image' }>
/** The tokens of a text, each read once. */
class Tokens {
  readonly #tokens: ArrayIterator<Token>
  /** Levels of the headings around the place, as written, outermost first. */
  readonly #levels: number[] = []

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens.values()
  }

  next(): Token | undefined {
    return this.#tokens.next().value
  }

  /** The tokens up to the one that closes them, which is read, too. */
  *until(end: string): Generator<Token> {
    for (let token = this.next(); token && token.type !== end; token = this.next()) yield token
  }

  /** The level of a heading within the text: readers of pages expect no gaps. @param written such as 2 for `##` */
  levelOf(written: number): number {
    while ((this.#levels.at(-1) ?? 0) >= written) this.#levels.pop()
    return Math.min(this.#levels.push(written), HEADINGS_MAX)
  }
}

/** The tokens of a whole text as a tree of the closed set of nodes. */
const treeOf = (tokens: readonly Token[]): RichText =>
  blocksOf(new Tokens(tokens), 'none closes the text', 0)

function blocksOf(tokens: Tokens, end: string, depth: number): Block[] {
  const blocks: Block[] = []
  for (const token of tokens.until(end)) blocks.push(...blockOf(token, tokens, depth))
  return blocks
}

/** @param depth of the containers around it. What is nested deeper than `NESTING_MAX` is moved up to that depth */
function blockOf(token: Token, tokens: Tokens, depth: number): readonly Block[] {
  const isDeep = depth >= NESTING_MAX
  switch (token.type) {
    case 'inline':
      return paragraphs(token.children ?? [])
    case 'heading_open': {
      const runs = runsOf(tokens.next()?.children ?? [])
      if (runs.length === 0) return []
      return [{ type: 'heading', level: tokens.levelOf(Number(token.tag.slice(1))), runs }]
    }
    case 'blockquote_open': {
      const blocks = blocksOf(tokens, 'blockquote_close', depth + 1)
      return isDeep ? blocks : [quote(blocks)]
    }
    case 'bullet_list_open':
    case 'ordered_list_open': {
      const items = itemsOf(tokens, token.type.replace('open', 'close'), depth + 1)
      const start = token.tag === 'ol' ? Number(token.attrGet('start') ?? 1) : null
      return isDeep ? items.flat() : [{ type: 'list', start, items }]
    }
    case 'dl_open': {
      const items = definitionsOf(tokens, depth + 1)
      const flat = () => items.flatMap(({ term, blocks }) => [paragraph(term), ...blocks])
      return isDeep ? flat() : [{ type: 'definitions', items }]
    }
    case 'table_open':
      return [tableOf(tokens)]
    case 'hr':
      return [{ type: 'divider' }]
    case 'footnote_block_open':
      return [{ type: 'footnotes', notes: notesOf(tokens) }]
    default:
      return []
  }
}

const paragraph = (runs: Run[]): Block => ({ type: 'paragraph', runs })

/** Each picture becomes a block of its own, also one within a line. */
function paragraphs(tokens: readonly Token[]): Block[] {
  const blocks: Block[] = []
  let from = 0
  const addText = (to: number) => {
    const runs = runsOf(trimmed(tokens.slice(from, to)))
    if (runs.length > 0) blocks.push(paragraph(runs))
  }
  for (const [index, token] of tokens.entries()) {
    const image = token.type === 'image' ? imageOf(token, tokens[index + 1]) : null
    if (image === null) continue
    addText(index)
    blocks.push(image)
    from = index + 1
  }
  addText(tokens.length)
  return blocks
}

/** Line breaks and blanks at the side of a picture. */
const isBlank = ({ type, content }: Token): boolean =>
  type.endsWith('break') || (type === 'text' && content.trim() === '')

function trimmed(tokens: readonly Token[]): readonly Token[] {
  const from = tokens.findIndex((token) => !isBlank(token))
  return from === -1 ? [] : tokens.slice(from, tokens.findLastIndex((token) => !isBlank(token)) + 1)
}

const WIDTH = /^\{width=(\d{1,3})%\}/

/** Null for a picture of elsewhere: fetching it would tell its host who reads the text. @param next it may begin with the width */
function imageOf(token: Token, next: Token | undefined): Image | null {
  const found = pictureAt(String(token.attrGet('src')))
  if (found === null) return null
  const width = next?.type === 'text' ? WIDTH.exec(next.content) : null
  if (width && next) next.content = next.content.slice(width[0].length)
  const title = String(token.attrGet('title') ?? '')
  return {
    type: 'image',
    ...found,
    alt: altOf(token),
    caption: title === '' ? null : [title],
    share: width ? nearestShare(Number(width[1])) : null,
  }
}

const nearestShare = (percent: number): number =>
  TEXT_SHARES.reduce((best, one) =>
    Math.abs(one - percent) < Math.abs(best - percent) ? one : best,
  )

const MARK = /^\[!(\w+)\][^\S\n]*/
/** Further names of the kinds that other programs have. */
const CALLOUT_NAMES: Readonly<Record<string, Callout>> = {
  ...Object.fromEntries(CALLOUTS.map((kind) => [kind, kind])),
  info: 'note',
  important: 'note',
  hint: 'tip',
  caution: 'warning',
  danger: 'warning',
}

/** A quote, or a callout if its first line is such as `[!TIP] Title`. */
function quote(blocks: Block[]): Block {
  const [first, ...rest] = blocks
  const [head, ...others] = first?.type === 'paragraph' ? first.runs : []
  const mark = typeof head === 'string' ? MARK.exec(head) : null
  const kind = CALLOUT_NAMES[mark?.[1]?.toLowerCase() ?? '']
  if (kind === undefined || mark === null || typeof head !== 'string')
    return { type: 'quote', blocks }
  const [typed, body] = lines([head.slice(mark[0].length), ...others])
  const name = mark[1] ?? ''
  const title =
    typed.length > 0 ? typed : [name.charAt(0).toUpperCase() + name.slice(1).toLowerCase()]
  return {
    type: 'callout',
    kind,
    title,
    blocks: [...(body.length > 0 ? [paragraph(body)] : []), ...rest],
  }
}

function lines(runs: readonly Run[]): [first: Run[], rest: Run[]] {
  const first: Run[] = []
  for (const [index, run] of runs.entries()) {
    const text = typeof run === 'string' ? run : run.text
    const end = text.indexOf('\n')
    const part = (from: number, to?: number): Run[] => {
      const own = text.slice(from, to)
      return own === '' ? [] : [typeof run === 'string' ? own : { ...run, text: own }]
    }
    if (end !== -1)
      return [
        [...first, ...part(0, end)],
        [...part(end + 1), ...runs.slice(index + 1)],
      ]
    first.push(...part(0))
  }
  return [first, []]
}

function itemsOf(tokens: Tokens, end: string, depth: number): Block[][] {
  const items: Block[][] = []
  for (const { type } of tokens.until(end))
    if (type === 'list_item_open') items.push(blocksOf(tokens, 'list_item_close', depth))
  return items
}

function definitionsOf(tokens: Tokens, depth: number) {
  const items: { term: Run[]; blocks: Block[] }[] = []
  for (const token of tokens.until('dl_close')) {
    const last = items.at(-1)
    if (token.type === 'dd_open') last?.blocks.push(...blocksOf(tokens, 'dd_close', depth))
    if (token.type === 'inline') items.push({ term: runsOf(token.children ?? []), blocks: [] })
  }
  return items
}

function tableOf(tokens: Tokens): Block {
  const rows: Run[][][] = []
  const align: Extract<Block, { type: 'table' }>['align'] = []
  for (const token of tokens.until('table_close')) {
    if (token.type === 'tr_open') rows.push([])
    if (token.type === 'inline') rows.at(-1)?.push(runsOf(token.children ?? []))
    if (token.type === 'th_open') align.push(alignmentOf(String(token.attrGet('style') ?? '')))
  }
  const [head = [], ...others] = rows
  return { type: 'table', align, head, rows: others }
}

/** @param style such as `text-align:right` */
function alignmentOf(style: string) {
  const side = style.split(':').at(-1)
  const name = side === 'left' ? 'start' : side === 'right' ? 'end' : side
  return TEXT_ALIGNMENTS.find((one) => one === name) ?? null
}

/** Each with its lines alone. */
function notesOf(tokens: Tokens): Run[][] {
  const notes: Run[][] = []
  for (const { type, children } of tokens.until('footnote_block_close')) {
    const note = notes.at(-1)
    if (type === 'footnote_open') notes.push([])
    else if (type === 'inline') {
      if (note && note.length > 0) note.push('\n')
      note?.push(...runsOf(children ?? []))
    }
  }
  return notes
}
