import type { MarkdownIt, StateInline, Token } from 'markdown-it'
import { cutText } from '#shared/cutText.ts'
import { attributeIn } from '#shared/htmlScan.ts'
import { isCut, newReader } from '../../../text/markdown.ts'
import { type Sentence, said } from '../../../text/sentence.ts'
import { isSecret } from '../html.ts'
import { paragraphs } from '../light.ts'
import { Blocks, linesAsText } from './blocks.ts'
import { Inline, type Surroundings, wordsOf } from './inline.ts'

/** Footnotes of a text: the time that the library needs grows with their square. */
const NOTES_MAX = 2000

/** Every address is a link: which ones stay is decided later. Escapes stay apart from words. */
const newParser = (html: boolean, notes = false) => {
  const parser = newReader({ html, notes, isLink: () => true }).disable('text_join')
  obsidian(parser)
  return parser
}
const parser = newParser(true, true)
/** References are off, too: notes would be taken for them, and left out. */
const withoutNotes = newParser(true).disable('reference')
const withoutHtml = newParser(false)

/** The lines of the text decide where `isWrapped` is absent. */
type Around = Omit<Surroundings, 'isWrapped'> & Partial<Pick<Surroundings, 'isWrapped'>>

type MarkdownText = {
  /** The heading with which the text begins, if that is its title. */
  readonly heading: string | null
  readonly body: string
}

type Notes = { footnotes?: { refs?: Readonly<Record<string, number>> } }

/**
 * A text in Markdown with light formatting.
 * @param isTitle whether the heading with which the text begins is its title, and no section; one is alone if no other
 * has the first level
 */
export function markdownText(
  body: string,
  around: Around,
  isTitle: (heading: string, isAlone: boolean) => boolean,
): MarkdownText {
  const env: Notes = {}
  const hasNotes = body.split(/\[\^|\^\[/, NOTES_MAX + 2).length <= NOTES_MAX + 1
  if (!hasNotes) around.lose(said('transfer.many_notes', { limit: NOTES_MAX }))
  const tokens = (hasNotes ? parser : withoutNotes).parse(widened(plainer(body)), env)
  if (isCut(tokens)) {
    around.lose(said('transfer.deep_text'))
    return { heading: null, body: linesAsText(body.split('\n')) }
  }
  for (const [label, refs] of Object.entries(env.footnotes?.refs ?? {}))
    if (refs < 0) around.lose(said('transfer.unused_note', { name: cutText(label.slice(1), 120) }))
  return new Reader(tokens, around).read(isTitle)
}

const RULE = /^[>\s]*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/
const STRUCK = /<span\b[^<>]{0,500}line-through[^<>]{0,500}>([^<>]*)<\/span>/gi
const BLANK_LINES = /\n(?:[^\S\n]*\r?\n)+/g
/** Empty lines would end the HTML of a table, and what is struck by its style would hold again. */
function plainer(body: string): string {
  const parts = body.replace(STRUCK, '<s>$1</s>').split(/(<\/?table\b)/i)
  const starts = parts.filter((part) => /^<table$/i.test(part)).length
  if (starts === 0 || parts.length !== starts * 4 + 1) return parts.join('')
  let depth = 0
  return parts
    .map((part) => {
      if (/^<\/?table$/i.test(part)) depth += part.startsWith('</') ? -1 : 1
      return depth > 0 ? part.replace(BLANK_LINES, '\n') : part
    })
    .join('')
}
const LAST_BAR = /(?<!\\)\|\s*$/
const FENCE = /^[>\s]*(?:```|~~~)/
/** Columns of a table that it gets. */
const WIDENED_MAX = 200
const widthOf = (line = ''): number =>
  line
    .replace(LAST_BAR, '')
    .replace(/^[>\s]*\|/, '')
    .split(/(?<!\\)\|/).length

/** Cells beyond the head of a table would be dropped: the head becomes as wide as its widest row. */
function widened(body: string): string {
  const lines = body.split(/\r?\n/)
  let isCode = false
  let end = 0
  for (const [index, rule] of lines.entries()) {
    if (FENCE.test(rule)) isCode = !isCode
    const head = lines[index - 1] ?? ''
    if (isCode || index < end || !head.includes('|') || rule.length > 2000 || !RULE.test(rule))
      continue
    let width = 0
    for (end = index + 1; lines[end]?.includes('|'); end++)
      width = Math.max(width, widthOf(lines[end]))
    const missing = Math.min(width, WIDENED_MAX) - widthOf(head)
    if (missing <= 0 || widthOf(rule) !== widthOf(head)) continue
    lines[index - 1] = `${head.replace(LAST_BAR, '')}${' |'.repeat(missing)} |`
    lines[index] = `${rule.replace(LAST_BAR, '')}${' | ---'.repeat(missing)} |`
  }
  return lines.join('\n')
}

/** Characters of a line that is full, and of the longest one. */
const FULL_LINE = [55, 120] as const

/** Editors of some programs break lines at about 80 characters; in others a line ends where its writer ends it. */
function isWrapped(tokens: readonly Token[]): boolean {
  const lines = tokens.flatMap(({ type, content }) =>
    type === 'inline' ? content.split('\n').slice(0, -1) : [],
  )
  const full = lines.filter(({ length }) => length >= FULL_LINE[0])
  return lines.every(({ length }) => length <= FULL_LINE[1]) && full.length > lines.length * 0.8
}

class Reader {
  readonly #tokens: readonly Token[]
  readonly #notes: ReadonlyMap<number, string>
  readonly #inline: Inline
  readonly #around: Around

  constructor(tokens: readonly Token[], around: Around) {
    const notes = tokens.findIndex(({ type }) => type === 'footnote_block_open')
    this.#tokens = notes === -1 ? tokens : tokens.slice(0, notes)
    this.#around = around
    this.#inline = new Inline({ isWrapped: isWrapped(tokens), ...around })
    this.#notes = notes === -1 ? new Map() : this.#blocks(tokens.slice(notes + 1)).notes()
  }

  read(isTitle: (heading: string, isAlone: boolean) => boolean): MarkdownText {
    const heading = this.#title(isTitle)
    const text = this.#blocks(this.#tokens.slice(heading === null ? 0 : 3)).text()
    const notes = Array.from(this.#notes, ([label, note]) => `[^${label}]: ${note}`)
    return { heading, body: paragraphs(text, ...notes) }
  }

  #title(isTitle: (heading: string, isAlone: boolean) => boolean): string | null {
    const [first, ...others] = this.#tokens.filter(
      ({ type, level, tag }) => type === 'heading_open' && level === 0 && tag === 'h1',
    )
    if (first === undefined || first !== this.#tokens[0]) return null
    const heading = wordsOf(this.#tokens[1]?.children)
    return heading !== '' && isTitle(heading, others.length === 0) ? heading : null
  }

  #blocks(tokens: readonly Token[]): Blocks {
    const parse = (text: string) => withoutHtml.parse(text, {})
    return new Blocks(tokens, { inline: this.#inline, lose: this.#around.lose, parse })
  }
}

/** Characters in which the end of code within a line is looked for. */
const CODE_MAX = 10_000
/** What begins a comment, and what is no beginning of one: escapes, and blocks and pieces of code. */
const BEGIN =
  /^[ \t>]*(?:[-*+]|\d+[.)])?[ \t]*(`{3,}|~{3,})[^\n`]*$|(?<!`)(`+)(?!`)|\\[`%<\\]|%%|<!--|<([a-z][\w-]*)\s[^<>]{1,1000}>/gim

const VOID = /^(?:img|br|hr|input|wbr)$/i

/**
 * A text without what stands between `%%` (Obsidian) or in comments of HTML, and without elements of HTML that are
 * hidden, whatever lies between: paragraphs, items of a list, or the rest of the text.
 */
export function withoutComments(text: string, lose: (problem: Sentence) => void): string {
  const parts: string[] = []
  let from = 0
  const counts = { comment: 0, secret_blocks: 0 }
  const begin = new RegExp(BEGIN)
  for (let found = begin.exec(text); found !== null; found = begin.exec(text)) {
    const [mark, fence, code, element] = found
    const after = found.index + mark.length
    if (fence !== undefined) begin.lastIndex = fenceEnd(text, after, fence)
    else if (code !== undefined) begin.lastIndex = codeEnd(text, after, code)
    else if (element ? isSecret((name) => attributeIn(mark, name)) : /^[%<]/.test(mark)) {
      const end = element ? elementEnd(text, after, element) : commentEnd(text, after, mark)
      parts.push(text.slice(from, found.index))
      if (end === -1) {
        const words = text.slice(after).match(/\S+/g)?.length ?? 0
        lose(said('transfer.open_comment', { count: words }))
        return parts.join('')
      }
      counts[element ? 'secret_blocks' : 'comment']++
      from = afterComment(text, found.index, end)
      begin.lastIndex = from
    }
  }
  for (const what of ['comment', 'secret_blocks'] as const)
    if (counts[what] > 0) lose(said(`transfer.${what}`, { count: counts[what] }))
  return [...parts, text.slice(from)].join('')
}

function commentEnd(text: string, from: number, mark: string): number {
  const end = mark === '%%' ? '%%' : '-->'
  // `<!-->` is a whole comment.
  const close = text.indexOf(end, mark === '%%' ? from : from - 2)
  return close === -1 ? close : close + end.length
}

function elementEnd(text: string, from: number, name: string): number {
  if (VOID.test(name)) return from
  let depth = 1
  for (const { 0: tag, index } of text
    .slice(from)
    .matchAll(new RegExp(`</?${name}\\b[^<>]*>`, 'gi'))) {
    depth += tag.startsWith('</') ? -1 : 1
    if (depth === 0) return from + index + tag.length
  }
  return -1
}

function fenceEnd(text: string, from: number, fence: string): number {
  const end = new RegExp(`^[ \\t>]*\\${fence.charAt(0)}{${fence.length},}[ \\t]*$`, 'gm')
  end.lastIndex = from
  // A comment without an end may end with its list or quote: what follows is read like any text.
  return end.exec(text) === null ? from : end.lastIndex
}

/** Marks without an end in their paragraph are text. */
function codeEnd(text: string, from: number, code: string): number {
  const [paragraph = ''] = text.slice(from, from + CODE_MAX).split(/\n[ \t]*\n/, 1)
  const end = new RegExp(`(?<!\`)${code}(?!\`)`).exec(paragraph)
  return end === null ? from : from + end.index + code.length
}

/** Lines of which nothing is left go, too. */
function afterComment(text: string, start: number, end: number): number {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  if (before.trim() !== '') return end
  const [blank = ''] = /^[ \t]*(?:\r?\n)?/.exec(text.slice(end, end + 200)) ?? []
  return end + blank.length
}

/* What Obsidian has beside Markdown: `[[links]]` and `![[pictures]]`. */

const LINK_MAX = 1000

/** Links and pictures become those of Markdown with `meta.isWiki`. */
function obsidian(parser: MarkdownIt): void {
  parser.inline.ruler.before('link', 'wiki_link', link)
}

/** True if the rule has read something. A silent one only asks whether it would. */
function link(state: StateInline, isSilent: boolean): boolean {
  const { src, pos } = state
  const isEmbed = src.startsWith('![[', pos)
  if (!isEmbed && !src.startsWith('[[', pos)) return false
  const from = pos + (isEmbed ? 3 : 2)
  const inner = /^[^[\]\n]+(?=\]\])/.exec(
    src.slice(from, Math.min(from + LINK_MAX, state.posMax)),
  )?.[0]
  if (inner === undefined) return false
  state.pos = from + inner.length + 2
  if (isSilent) return true
  const [target = '', ...alias] = inner.split('|')
  const words = alias.join('|').trim()
  if (isEmbed) addEmbed(state, target.trim(), words)
  else addLink(state, target.trim(), words || lastPartOf(target))
  return true
}

/** `Places/Harbour#Docks` is shown as its last part. */
const lastPartOf = (target: string): string => {
  const [path = '', ...anchor] = target.trim().split('#')
  return (path.split('/').at(-1) ?? '').replace(/\.\w{2,8}$/, '') || (anchor.at(-1) ?? '')
}

function addLink(state: StateInline, href: string, words: string): void {
  const open = state.push('link_open', 'a', 1)
  open.attrs = [['href', href]]
  open.meta = { isWiki: true }
  const text = state.push('text_special', '', 0)
  text.content = words
  text.info = 'entity'
  state.push('link_close', 'a', -1)
}

function addEmbed(state: StateInline, target: string, words: string): void {
  const token = state.push('image', 'img', 0)
  token.attrs = [
    ['src', target],
    ['alt', ''],
  ]
  token.meta = { isWiki: true }
  // `|300` and `|300x200` are sizes.
  token.content = words === '' || /^\d+(?:x\d+)?$/.test(words) ? lastPartOf(target) : words
  token.children = []
}
