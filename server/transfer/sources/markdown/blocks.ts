import type { Token } from 'markdown-it'
import { CALLOUTS } from '#contract/sets.ts'
import { cutText } from '#shared/cutText.ts'
import { depthOf } from '#shared/htmlScan.ts'
import { lightOf } from '#shared/htmlText.ts'
import { type Sentence, said } from '../../../text/sentence.ts'
import { HtmlNotes } from '../html.ts'
import { escapedLine, headingOf, paragraphs } from '../light.ts'
import { type Inline, isBreak, wordsOf as lineOf, noteOf } from './inline.ts'

type Hooks = {
  readonly inline: Inline
  readonly lose: (problem: Sentence) => void
  /** Tokens of a text without HTML. */
  readonly parse: (text: string) => readonly Token[]
}

/** The tokens of blocks, each read once, as light formatting. */
export class Blocks {
  readonly #tokens: ArrayIterator<Token>
  readonly #hooks: Hooks

  constructor(tokens: readonly Token[], hooks: Hooks) {
    this.#tokens = tokens.values()
    this.#hooks = hooks
  }

  /** All of the blocks, with an empty line between them. */
  text(): string {
    return this.#blocks('none closes the text').join('\n\n')
  }

  /** Texts of the footnotes by their labels, of the tokens that end a file. */
  notes(): ReadonlyMap<number, string> {
    const notes = new Map<number, string>()
    for (const token of this.#until('footnote_block_close'))
      if (token.type === 'footnote_open') {
        const text = this.#blocks('footnote_close').join('\n\n')
        notes.set(noteOf(token), text.replace(/\n(?=.)/g, '\n    '))
      }
    return notes
  }

  *#until(end: string): Generator<Token> {
    for (let token = this.#next(); token && token.type !== end; token = this.#next()) yield token
  }

  #next(): Token | undefined {
    return this.#tokens.next().value
  }

  #blocks(end: string): string[] {
    const blocks: string[] = []
    for (const token of this.#until(end)) {
      const text = this.#block(token)
      if (text !== '') blocks.push(text)
    }
    return blocks
  }

  #block(token: Token): string {
    switch (token.type) {
      case 'inline':
        return this.#inline(token)
      case 'heading_open':
        return this.#heading(token, this.#next()?.children ?? [])
      case 'blockquote_open':
        return indented(calloutOf(this.#blocks('blockquote_close').join('\n\n')), '> ')
      case 'bullet_list_open':
      case 'ordered_list_open':
        return this.#list(token)
      case 'dl_open':
        return this.#definitions()
      case 'fence':
      case 'code_block':
        return this.#code(token)
      case 'table_open':
        return this.#table()
      case 'hr':
        return '---'
      case 'html_block':
        return this.#html(token.content)
      default:
        return ''
    }
  }

  #inline(token: Token | undefined, isLine = false): string {
    return this.#hooks.inline.text(token?.children ?? [], isLine)
  }

  /** One that begins a section is words alone: what a title cannot have comes first in the section. */
  #heading({ tag, level }: Token, children: readonly Token[]): string {
    const signs = Number(tag.slice(1))
    if (level > 0) {
      const words = this.#hooks.inline.text(children, true)
      return words && `${'#'.repeat(signs)} ${words}`
    }
    const title = lineOf(children)
    if (children.some(({ type }) => type === 'link_open'))
      this.#hooks.lose(said('transfer.heading_link', { title: cutText(title, 120) }))
    const beside = children.filter(({ type }) => type === 'image' || type === 'footnote_ref')
    return paragraphs(title && headingOf(signs, title), this.#hooks.inline.text(beside))
  }

  #list(list: Token): string {
    const items: string[] = []
    let isLoose = false
    let number = Number(list.attrGet('start') ?? 1)
    for (const token of this.#until(list.type.replace('open', 'close'))) {
      if (token.type !== 'list_item_open') continue
      const marker = list.tag === 'ol' ? `${number++}${token.markup}` : token.markup
      const blocks = this.#blocks('list_item_close')
      const isShort = blocks.slice(1).every((block) => LIST.test(block))
      isLoose ||= !isShort
      const inner = indented(blocks.join(isShort ? '\n' : '\n\n'), ' '.repeat(marker.length + 1))
      items.push(`${marker} ${inner.trimStart()}`.trimEnd())
    }
    return items.join(isLoose ? '\n\n' : '\n')
  }

  #definitions(): string {
    const lines: string[] = []
    for (const token of this.#until('dl_close')) {
      if (token.type === 'inline') {
        const isNext = lines.at(-1)?.startsWith(': ') === true
        lines.push(`${isNext ? '\n' : ''}${this.#inline(token, true)}`)
      }
      if (token.type === 'dd_open')
        lines.push(`: ${indented(this.#blocks('dd_close').join('\n\n'), '    ').trimStart()}`)
    }
    return lines.join('\n')
  }

  /** Light formatting has no code: the lines are text. */
  #code({ content, info }: Token): string {
    const lines = content.replace(/\n+$/, '').split('\n')
    const [language = ''] = info.trim().split(/\s+/)
    if (DRAWN.has(language.toLowerCase())) this.#hooks.lose(said('transfer.drawn', { language }))
    else if (lines.some((line) => /^\s+\S/.test(line)))
      this.#hooks.lose(said('transfer.indentation'))
    return linesAsText(lines)
  }

  #table(): string {
    const rows: string[][] = []
    const rule: string[] = []
    for (const token of this.#until('table_close')) {
      if (token.type === 'tr_open') rows.push([])
      if (token.type === 'th_open') rule.push(ruleOf(String(token.attrGet('style') ?? '')))
      if (token.children?.some(isBreak))
        this.#hooks.lose(
          said('transfer.cell_lines', { words: cutText(lineOf(token.children), 60) }),
        )
      if (token.type === 'inline')
        rows.at(-1)?.push(this.#inline(token, true).replace(/(?<!\\)\|/g, String.raw`\|`))
    }
    const [head = [], ...body] = rows
    return [head, rule, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  }

  #html(html: string): string {
    if (html.includes('<!--')) this.#hooks.lose(said('transfer.comment', { count: 1 }))
    for (const name of new Set(
      Array.from(html.matchAll(LOST), ([, tag = '']) => tag.toLowerCase()),
    ))
      this.#hooks.lose(said('transfer.html_element', { name }))
    const text = wordsOf(html, this.#hooks.lose)
    return apart(new Blocks(this.#hooks.parse(text), this.#hooks).text())
  }
}

const LIST = /^(?:[-*+]|\d{1,9}[.)]) /
/** Languages of code that programs show as something else. */
const DRAWN = new Set(['mermaid', 'dataview', 'dataviewjs', 'query', 'base', 'plantuml', 'leaflet'])
/** Elements that are left out with what they contain. */
const LOST = /<(script|iframe|object|embed|video|audio|canvas|svg|form)\b/gi

export const linesAsText = (lines: readonly string[]): string =>
  lines.map((line) => escapedLine(line.trim())).join('\n')

const indented = (text: string, indent: string): string =>
  text.replace(/^.*$/gm, (line) => `${indent}${line}`.trimEnd())

const ruleOf = (style: string): string =>
  style.endsWith('center') ? ':-:' : style.endsWith('right') ? '--:' : style === '' ? '---' : ':--'

const CALLOUT = /^\\?\[!([\w-]+)\\?\][-+]?[^\S\n]*(.*)/
/** Kinds that `server/text/light.ts` knows by further names. */
const KNOWN = new Set<string>([...CALLOUTS, 'info', 'important', 'hint', 'caution', 'danger'])

/** A callout of a kind that texts do not have is a note with the kind as its title. */
function calloutOf(text: string): string {
  return text.replace(CALLOUT, (_all, kind: string, title: string) => {
    if (KNOWN.has(kind.toLowerCase())) return `[!${kind}] ${title}`.trimEnd()
    return `[!NOTE] ${title || kind.charAt(0).toUpperCase() + kind.slice(1)}`
  })
}

/** Characters of HTML within a text of which the markup is read. */
const HTML_MAX = 200_000
/** Elements within each other: the library needs long for more, or ends at the limit of the stack. */
const DEPTH_MAX = 100

function wordsOf(html: string, lose: (problem: Sentence) => void): string {
  const visible = html.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  const isReadable = visible.length <= HTML_MAX && depthOf(visible) <= DEPTH_MAX
  if (!isReadable) lose(said('transfer.html_plain'))
  const { note, sentences } = new HtmlNotes()
  const text = isReadable ? lightOf(visible, pictureText, { note }) : ''
  // Struck words are named where this text is read.
  for (const one of sentences('struck')) lose(one)
  if (text !== '') return text
  // The words after a tag that is never closed would be lost.
  const words = visible
    .replace(
      /<(script|style|title|noscript|template|iframe|object|svg)\b[\s\S]*?(?:<\/\1\s*>|$)/gi,
      '',
    )
    .replace(/<[^<>]*>/g, '')
  return linesAsText(words.trim().split('\n'))
}

const pictureText = (src: string, alt: string): string =>
  `![${alt.replace(/[[\]\\]/g, String.raw`\$&`)}](<${src.replace(/[<>\n]/g, '')}>)`

const apart = (text: string): string => text.replace(/^#{1,6}(?= )/gm, ' $&')
