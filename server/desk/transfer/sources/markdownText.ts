import MarkdownIt, { type Token } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import { cutText } from '#shared/cutText.ts'
import { definitions } from '../../../text/definitions.ts'
import { said } from '../../../text/sentence.ts'
import { Blocks, linesAsText } from './markdownBlocks.ts'
import { Inline, type Surroundings, wordsOf } from './markdownInline.ts'
import { obsidian } from './obsidian.ts'
import type { SourceSection } from './source.ts'

/** As in `server/text/light.ts`: the parser drops what is nested deeper. */
const NESTING_MAX = 40

/** Footnotes of a text: the time that the library needs grows with their square. */
const NOTES_MAX = 2000

/** Every address is a link: which ones stay is decided later. Escapes stay apart from words. */
function newParser(html: boolean) {
  const parser = new MarkdownIt({ html, maxNesting: NESTING_MAX })
    .use(definitions)
    .use(obsidian)
    .disable('text_join')
  parser.validateLink = () => true
  return parser
}
const parser = newParser(true).use(footnotes)
/** Without references, too: notes would be taken for them, and left out. */
const withoutNotes = newParser(true).disable('reference')
const withoutHtml = newParser(false)

/** Without `isWrapped`, the lines of the text tell. */
type Around = Omit<Surroundings, 'isWrapped'> & Partial<Pick<Surroundings, 'isWrapped'>>

export type MarkdownText = {
  /** The heading with which the text begins, if that is its title. */
  readonly heading: string | null
  readonly description: string
  readonly sections: readonly SourceSection[]
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
  if (tokens.some(({ nesting, level }) => nesting === 1 && level >= NESTING_MAX - 2)) {
    around.lose(said('transfer.deep_text'))
    return { heading: null, description: linesAsText(body.split('\n')), sections: [] }
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
    const headings = this.#tokens.flatMap((token, index) =>
      token.type === 'heading_open' && token.level === 0 ? [index] : [],
    )
    const heading = this.#title(headings, isTitle)
    const sections = heading === null ? headings : headings.slice(1)
    const parts = sections.map((index, at) => ({
      level: levelOf(this.#tokens[index]),
      ...this.#section(index, sections[at + 1]),
    }))
    const top = parts.reduce((least, { level }) => Math.min(least, level), Infinity)
    let before = -1
    return {
      heading,
      description: this.#text(heading === null ? 0 : 3, sections[0]),
      sections: parts.map(({ level, ...part }) => {
        // The level below the one before, where some are left out.
        before = Math.min(level - top, before + 1)
        return { ...part, level: before }
      }),
    }
  }

  #title(
    [first, ...others]: readonly number[],
    isTitle: (heading: string, isAlone: boolean) => boolean,
  ): string | null {
    if (first !== 0 || levelOf(this.#tokens[0]) !== 1) return null
    const heading = wordsOf(this.#tokens[1]?.children)
    const isAlone = others.every((index) => levelOf(this.#tokens[index]) !== 1)
    return heading !== '' && isTitle(heading, isAlone) ? heading : null
  }

  #section(index: number, next: number | undefined): { title: string; content: string } {
    const inline = this.#tokens[index + 1]
    const title = wordsOf(inline?.children)
    const beside = inline?.children?.filter(({ type }) => BESIDE.has(type)) ?? []
    if (inline?.children?.some(({ type }) => type === 'link_open'))
      this.#around.lose(said('transfer.heading_link', { title: cutText(title, 120) }))
    return { title, content: this.#text(index + 3, next, this.#inline.text(beside)) }
  }

  /** The blocks from a token up to another one, with the notes to which they refer. */
  #text(from: number, to?: number, before = ''): string {
    const blocks = this.#blocks(this.#tokens.slice(from, to)).text()
    const text = [before, blocks].filter((part) => part !== '').join('\n\n')
    const labels = new Set(Array.from(text.matchAll(/\[\^(\d+)\]/g), ([, label]) => Number(label)))
    const notes = [...labels].flatMap((label) => {
      const note = this.#notes.get(label)
      return note === undefined ? [] : [`[^${label}]: ${note}`]
    })
    return [text, ...notes].filter((part) => part !== '').join('\n\n')
  }

  #blocks(tokens: readonly Token[]): Blocks {
    const parse = (text: string) => withoutHtml.parse(text, {})
    return new Blocks(tokens, { inline: this.#inline, lose: this.#around.lose, parse })
  }
}

/** What a title cannot have: it comes first in the section. */
const BESIDE = new Set(['image', 'footnote_ref'])

const levelOf = (heading: Token | undefined): number => Number(heading?.tag.slice(1))
