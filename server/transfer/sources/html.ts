import {
  type Attributes,
  Depth,
  type HtmlToken,
  htmlTokens,
  wordsOfHtml,
} from '#shared/htmlScan.ts'
import { type HtmlNote, type LinkText, lightOf, type PictureText } from '#shared/htmlText.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { type Sentence, type SentenceKey, said } from '../../text/sentence.ts'
import { entryUrl, escapedLine, lineWithin, pictureUrl } from './light.ts'
import type { Loss } from './source.ts'

/** Characters of one piece whose markup is read. */
const HTML_MAX = 1_000_000
/** Elements within each other. */
const DEPTH_MAX = 100

type HtmlHooks = {
  readonly place: string
  readonly pictureText: PictureText
  readonly linkText: LinkText
  /** A token of the HTML before it is read, changed or not. */
  readonly changed?: (token: HtmlToken) => string
}
type HtmlText = {
  readonly text: string
  readonly losses: readonly Loss[]
}

/**
 * A text of another program.
 * @param html a whole text, or pieces of it that stand for themselves, which are read one by one
 */
export function textOfHtml(html: string | readonly string[], hooks: HtmlHooks): HtmlText {
  const found = { embedded: 0, secrets: 0, isDeep: false, isLong: false, notes: new HtmlNotes() }
  const pieces = typeof html === 'string' ? [html] : html
  const light = pieces.map((piece) => lightOfPiece(piece, hooks, found)).join('\n\n')
  const comments = pieces.reduce((sum, piece) => sum + piece.split('<!--').length - 1, 0)
  const problems = [
    comments > 0 && said('transfer.comment', { count: comments }),
    found.embedded > 0 && said('transfer.embedded', { count: found.embedded }),
    found.isDeep && said('transfer.html_deep'),
    found.isLong && said('transfer.html_long'),
    found.secrets > 0 && said('transfer.secret_blocks', { count: found.secrets }),
    ...found.notes.sentences(),
  ]
  return {
    text: light.replace(/\n{3,}/g, '\n\n').trim(),
    losses: problems.flatMap((problem) =>
      problem === false ? [] : [{ place: hooks.place, problem }],
    ),
  }
}

type Found = {
  embedded: number
  secrets: number
  isDeep: boolean
  isLong: boolean
  readonly notes: HtmlNotes
}

const CHANGED: Readonly<Record<HtmlNote, SentenceKey>> = {
  struck: 'transfer.struck_through',
  joined: 'transfer.joined_cells',
  layout: 'transfer.outer_tables',
  lines: 'transfer.cell_lines',
  numbers: 'transfer.plain_numbers',
  look: 'transfer.look_lost',
}

/** What texts show in another way than their source. The first words of each kind are named. */
export class HtmlNotes {
  readonly #found = new Map<HtmlNote, string[]>()

  readonly note = (what: HtmlNote, words: string): void => {
    const known = this.#found.get(what) ?? []
    this.#found.set(what, known)
    if (known.length < 4)
      known.push(known.length === 3 ? '…' : lineWithin(words, 60, () => undefined))
  }

  readonly sentences = (except?: HtmlNote): Sentence[] =>
    Array.from(this.#found, ([what, words]) =>
      what === except ? [] : [said(CHANGED[what], { words, count: words.length })],
    ).flat()
}

function lightOfPiece(piece: string, hooks: HtmlHooks, found: Found): string {
  const { html, depth, embedded } = scanned(piece, hooks.changed ?? (({ source }) => source))
  found.embedded += embedded
  const isLeftOut = (attribute: Attributes) => {
    const isHidden = isSecret(attribute)
    if (isHidden) found.secrets++
    return isHidden
  }
  const isDeep = depth > DEPTH_MAX
  const isLong = html.length > HTML_MAX
  found.isDeep ||= isDeep
  found.isLong ||= isLong
  if (isDeep || isLong) return wordsOfHtml(html, isLeftOut)
  const { note } = found.notes
  return lightOf(html, hooks.pictureText, { linkText: hooks.linkText, isLeftOut, note })
}

const EMBEDDED = new Set(['iframe', 'object', 'embed', 'svg', 'video', 'audio', 'canvas', 'math'])

function scanned(html: string, changed: (token: HtmlToken) => string) {
  const parts: string[] = []
  const depth = new Depth()
  let embedded = 0
  for (const token of htmlTokens(html)) {
    depth.add(token)
    if (token.type === 'open' && EMBEDDED.has(token.name)) embedded++
    parts.push(changed(token))
  }
  return { html: parts.join(''), depth: depth.max, embedded }
}

const UNSEEN =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|(?:opacity|font-size)\s*:\s*0(?![.\d]))/i
const SECRET = /^(?:secret|(?:gm|dm)(?:-?(?:only|notes?|secret))?)$/i

/** Blocks that are hidden, or that Foundry shows to game masters alone. A revealed one is for players, too. */
export function isSecret(attribute: Attributes): boolean {
  const classes = (attribute('class') ?? '').split(/\s+/)
  if (classes.some((name) => SECRET.test(name))) return !classes.includes('revealed')
  if (UNSEEN.test(attribute('style') ?? '')) return true
  return (
    attribute('hidden') !== null || /^(?:gm|owner|none)$/.test(attribute('data-visibility') ?? '')
  )
}

const percent = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`

export const entryLink = (id: string, words: string): string => `[${words}](${entryUrl(id)})`
export const pictureOf = (name: string, alt: string): string =>
  `![${lightEscaped(alt)}](${pictureUrl(name)})`

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Words as light formatting that shows them as they are. */
export const lightEscaped = (text: string): string => escapedLine(oneLine(text))

/** A link out of the source: words alone where no text may link. */
export const outerLink: LinkText = (href, words) => {
  const url = href.trim().replace(/[()<>]/g, percent)
  // A picture is a block of its own, which links nowhere.
  if (words.includes('](picture:')) return words
  const isOuter = !url.startsWith('/') && safeUrl(url, 'text') !== null
  return isOuter && words !== '' ? `[${words}](${url})` : words
}
