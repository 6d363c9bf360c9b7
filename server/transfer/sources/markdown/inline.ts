import type { Token } from 'markdown-it'
import { cutText } from '#shared/cutText.ts'
import { isLook, lowered, raised } from '#shared/htmlMarks.ts'
import { attributeIn } from '#shared/htmlScan.ts'
import { isAllowedHref } from '../../../text/markdown.ts'
import { type Sentence, said } from '../../../text/sentence.ts'
import { decodedName, entryUrl, escapedLine, pictureUrl } from '../light.ts'
import type { Target } from './dialects.ts'

export type Surroundings = {
  readonly find: (href: string, isWiki: boolean) => Target
  readonly lose: (problem: Sentence) => void
  readonly use: (picture: string) => void
  /** Lines end where they are full, and not where they are to end. */
  readonly isWrapped: boolean
}

/** HTML that light formatting has by other names. */
const MARKS = new Map(
  Object.entries({ b: '**', strong: '**', i: '*', em: '*', s: '~~', strike: '~~', del: '~~' }),
)
/** They stay as elements until what is in them is known. */
const shifted = (text: string): string =>
  text
    .replace(/<sup>([^<]*)<\/sup>/gi, (_all, words: string) => raised(words))
    .replace(/<sub>([^<]*)<\/sub>/gi, (_all, words: string) => lowered(words))
const STRUCK = /~~(?=\S)([\s\S]*?\S)~~/g
const CALLOUT = /^\[![\w-]+\]/
const TAG = /^<(\/?)([a-z][\w-]*)/i

const short = (text: string): string => (text.length > 120 ? `${cutText(text, 120)}…` : text)

type Line = {
  /** Names of elements that have an end. */
  readonly open: ReadonlySet<string>
  /** What ends the links that are open. */
  readonly ends: string[]
  /** A line break would end what this is: a heading, a cell. */
  readonly isLine: boolean
}

/** The tokens of a line, or of lines, as light formatting. */
export class Inline {
  readonly #around: Surroundings

  constructor(around: Surroundings) {
    this.#around = around
  }

  text(tokens: readonly Token[], isLine = false): string {
    const parts: string[] = []
    const ends: string[] = []
    const open = openTags(tokens)
    // The first line of a callout is its title.
    const title = CALLOUT.test(tokens[0]?.content ?? '')
      ? tokens.findIndex(({ type }) => type === 'softbreak')
      : -1
    for (const [index, token] of tokens.entries()) {
      const isStart = index === 0 || tokens[index - 1]?.type.endsWith('break') === true
      if (token.type === 'link_open') {
        const { start, end } = this.#link(token, tokens[index + 1])
        parts.push(start)
        ends.push(end)
      } else if (token.type === 'link_close') parts.push(ends.pop() ?? '')
      else if (token.type === 'html_inline') parts.push(this.#html(token, { open, ends, isLine }))
      else if (index === title) parts.push('\n')
      else parts.push(this.#part(token, isStart, isLine))
    }
    const text = shifted(joined(parts).trim())
    if (parts.includes('~~')) {
      const words = Array.from(text.matchAll(STRUCK), ([, struck = '']) => short(struck))
      this.#around.lose(said('transfer.struck_through', { words: words.slice(0, 3) }))
    }
    return isLine ? text : text.replace(BLOCK, escapedStart)
  }

  #part(token: Token, isStart: boolean, isLine: boolean): string {
    switch (token.type) {
      case 'text':
        return token.content
      // Written with a backslash, which light formatting has; by name, which it does not; or in a link of Obsidian.
      case 'text_special':
        return token.info === 'escape' ? token.markup : escaped(token.content)
      case 'code_inline':
        return isStart ? escapedLine(token.content) : escaped(token.content)
      case 'softbreak':
        return isLine || this.#around.isWrapped ? ' ' : '\n'
      case 'hardbreak':
        return isLine ? ' ' : '\n'
      case 'image':
        return this.#image(token)
      case 'footnote_ref':
        return `[^${noteOf(token)}]`
      default:
        return /^(?:strong|em|s)$/.test(token.tag) ? token.markup : ''
    }
  }

  #link(token: Token, next: Token | undefined): { start: string; end: string } {
    const href = String(token.attrGet('href') ?? '')
    const url = this.#urlOf(href, isWiki(token))
    if (url === null) return { start: '', end: '' }
    // A link without words would not be seen.
    const words = next?.type === 'link_close' ? escaped(decodedWords(href)) : ''
    const title = url.startsWith('entry:') ? '' : titleText(token.attrGet('title'))
    return { start: `[${words}`, end: `](${url}${title})` }
  }

  /** Null for a link that becomes its words. */
  #urlOf(href: string, isOfWiki: boolean): string | null {
    const target = this.#around.find(href, isOfWiki)
    switch (target.type) {
      case 'entry':
        return entryUrl(target.id)
      case 'outside':
        if (isAllowedHref(href)) return withoutParentheses(href)
        this.#around.lose(said('transfer.bad_address', { name: short(href) }))
        return null
      case 'here':
        return null
      case 'nothing':
        this.#around.lose(said('transfer.dead_link', { name: short(href) }))
        return null
      case 'picture':
      case 'file':
        this.#around.lose(said('transfer.file_link', { name: short(href) }))
        return null
    }
  }

  #image(token: Token): string {
    const src = String(token.attrGet('src') ?? '')
    // The size is a habit of Obsidian.
    const typed = isWiki(token)
      ? escaped(token.content)
      : escaped(wordsOf(token.children).replace(/\s*\|\d+(?:x\d+)?$/, ''))
    const target = this.#around.find(src, isWiki(token))
    if (target.type === 'picture') {
      this.#around.use(target.file.name)
      return `![${typed}](${pictureUrl(target.file.name)}${titleText(token.attrGet('title'))})`
    }
    const words = typed || escaped(decodedWords(src))
    if (target.type === 'entry') return `[${words}](${entryUrl(target.id)})`
    if (target.type === 'outside' && isAllowedHref(src)) {
      this.#around.lose(said('transfer.picture_as_link', { name: short(src) }))
      return `[${words}](${withoutParentheses(src)})`
    }
    this.#around.lose(
      target.type === 'file'
        ? said('transfer.file_not_imported', { name: short(src) })
        : said('transfer.picture_missing', { name: short(src) }),
    )
    return typed
  }

  #html(token: Token, { open, ends, isLine }: Line): string {
    const [, slash = '', tag = ''] = TAG.exec(token.content) ?? []
    const name = tag.toLowerCase()
    if (name === '') {
      if (token.content.startsWith('<!--'))
        this.#around.lose(said('transfer.comment', { count: 1 }))
      return ''
    }
    if (name === 'br') return isLine ? ' ' : '\n'
    if (name === 'img') return this.#htmlImage(token.content)
    if (isLook(name, token.content)) this.#around.lose(said('transfer.look_lost'))
    if (!open.has(name)) return ''
    if (/^su[pb]$/.test(name)) return `<${slash}${name}>`
    if (name !== 'a') return MARKS.get(name) ?? ''
    if (slash !== '') return ends.pop() ?? ''
    const url = this.#urlOf(attributeIn(token.content, 'href') ?? '', false)
    ends.push(url === null ? '' : `](${url})`)
    return url === null ? '' : '['
  }

  #htmlImage(html: string): string {
    const src = attributeIn(html, 'src') ?? ''
    const alt = attributeIn(html, 'alt') ?? ''
    const target = this.#around.find(src, false)
    if (target.type !== 'picture') {
      this.#around.lose(said('transfer.picture_missing', { name: short(src) }))
      return escaped(alt)
    }
    this.#around.use(target.file.name)
    return `![${escaped(alt)}](${pictureUrl(target.file.name)})`
  }
}

/** What would begin a block: in Markdown it did not, because of blanks before it or of what has been left out. */
const BLOCK =
  /^(?:>|#{1,6}(?=\s|$)|[-+*](?=\s|$)|\d{1,9}[.)](?=\s|$)|[:~](?=\s|$)|[|:-](?=[-:| \t]*$)|([-*_])(?=(?:[ \t]*\1){2,}[ \t]*$))/gm

const escapedStart = (start: string): string =>
  /^\d/.test(start) ? `${start.slice(0, -1)}\\${start.slice(-1)}` : `\\${start}`

/** Parts that would be another thing beside each other are kept apart. */
const joined = (parts: readonly string[]): string =>
  parts
    .map((part, index) => {
      if (part.startsWith('(') && /\[\^\d+\]$/.test(parts[index - 1] ?? '')) return `\\${part}`
      // A backslash at the end of a line is a break, unless blanks follow it.
      if (parts[index + 1] === '\n') return part.replace(/(?<!\\)\\$/, String.raw`\\`)
      const isBeforeLink = parts[index + 1]?.startsWith('[') === true
      return isBeforeLink ? part.replace(/(?<!\\)!$/, String.raw`\!`) : part
    })
    .join('')

const isWiki = ({ meta }: Token): boolean => (meta as { isWiki?: true } | null)?.isWiki === true

/** The label of a footnote: its number in the file. */
export const noteOf = ({ meta }: Token): number => (meta as { id: number }).id + 1

/** What is shown below a picture, and is only kept at a link. */
const titleText = (title: string | number | null): string =>
  title === null || title === ''
    ? ''
    : ` "${String(title).replace(/\s+/g, ' ').replace(/[\\"]/g, String.raw`\$&`)}"`

/** They would end the link. */
const withoutParentheses = (url: string): string =>
  url.replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))

/** The end of a line, which no cell can keep. */
export const isBreak = ({ type, content }: Pick<Token, 'type' | 'content'>): boolean =>
  type === 'hardbreak' || /^<br\b/i.test(content)

export const wordsOf = (tokens: readonly Token[] | null | undefined): string =>
  shifted(
    (tokens ?? [])
      .map(({ type, tag, markup, content }) => {
        if (tag === 's') return markup
        if (type === 'softbreak' || isBreak({ type, content })) return ' '
        const isShown = /^(?:text|text_special|code_inline)$/.test(type)
        return isShown || /^<\/?su[pb]>$/i.test(content) ? content : ''
      })
      .join(''),
  )
    .replace(/\s+/g, ' ')
    .trim()

const decodedWords = (href: string): string =>
  decodedName(href.split('#')[0]?.split('/').at(-1) ?? '').replace(/\.\w+$/, '')

/** Names of the HTML elements that are opened as often as closed: the others would leave half a mark. */
function openTags(tokens: readonly Token[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { type, content } of tokens) {
    const found = type === 'html_inline' ? TAG.exec(content) : null
    const name = found?.[2]?.toLowerCase()
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + (found?.[1] === '' ? 1 : -1))
  }
  return new Set([...counts].filter(([, count]) => count === 0).map(([name]) => name))
}

/** Words that are shown as they are, within a line. */
const escaped = (text: string): string => text.replace(/[\\*_[\]]/g, String.raw`\$&`)
