/*
 * A look at HTML without a tree: what is in it before a parser sees it, and its words if a parser should not. Each
 * character is read once, also in hostile texts.
 */

export type HtmlToken =
  | { readonly type: 'text'; readonly source: string }
  | { readonly type: 'open' | 'close'; readonly name: string; readonly source: string }

/** Elements whose contents are no markup; all but the last two are no words either. */
const RAW = new Set([
  'script',
  'style',
  'iframe',
  'noembed',
  'noframes',
  'xmp',
  'title',
  'textarea',
])
const RAW_WORDS = new Set(['xmp', 'textarea'])
const NAME = /<\/?([a-zA-Z][^\s/>]*)/y

/** Tags and texts in their order; comments, scripts and the like are left out. */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  let at = 0
  while (at < html.length) {
    const start = html.indexOf('<', at)
    if (start === -1) {
      yield { type: 'text', source: html.slice(at) }
      return
    }
    if (start > at) yield { type: 'text', source: html.slice(at, start) }
    NAME.lastIndex = start
    const name = NAME.exec(html)?.[1]?.toLowerCase()
    if (name === undefined) {
      at = afterOther(html, start)
      if (at === start + 1) yield { type: 'text', source: '&lt;' }
      continue
    }
    const end = tagEnd(html, start)
    if (end === -1) return
    const source = html.slice(start, end)
    at = end
    if (source.startsWith('</')) yield { type: 'close', name, source }
    else if (RAW.has(name)) {
      const close = rawEnd(html, name, end)
      yield { type: 'open', name, source }
      if (RAW_WORDS.has(name)) yield { type: 'text', source: html.slice(end, close) }
      yield { type: 'close', name, source: `</${name}>` }
      at = close === html.length ? close : Math.max(close, tagEnd(html, close))
      if (at === -1) return
    } else yield { type: 'open', name, source }
  }
}

/** The end of a comment or of a declaration; the next character after a bracket that is text. */
function afterOther(html: string, start: number): number {
  const next = html.charAt(start + 1)
  if (next !== '!' && next !== '?' && next !== '/') return start + 1
  const isComment = html.startsWith('<!--', start)
  // `<!-->` is a whole comment.
  const end = isComment ? html.indexOf('-->', start + 2) : html.indexOf('>', start)
  return end === -1 ? html.length : end + (isComment ? '-->'.length : 1)
}

/** Index after the bracket that ends the tag, which may be in quotes of values before; -1 if the tag has no end. */
function tagEnd(html: string, start: number): number {
  let quote = ''
  let last = ''
  for (let at = start; at < html.length; at++) {
    const character = html.charAt(at)
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '>') return at + 1
    else if (last === '=' && (character === '"' || character === "'")) quote = character
    if (character.trim() !== '') last = character
  }
  return -1
}

function rawEnd(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  end.lastIndex = from
  return end.exec(html)?.index ?? html.length
}

/** Elements that end by themselves, or that stand in others which are counted. */
const UNCOUNTED = new Set(
  (
    'area base br col embed hr img input link meta param source track wbr ' +
    'p li dt dd tr td th thead tbody tfoot option'
  ).split(' '),
)

/** How deep elements are nested at most, roughly: the parser finds at most four times as much. */
export class Depth {
  readonly #open = new Map<string, number>()
  #depth = 0
  max = 0

  add(token: HtmlToken): void {
    if (token.type === 'text' || UNCOUNTED.has(token.name)) return
    const open = this.#open.get(token.name) ?? 0
    const step = token.type === 'open' ? 1 : open > 0 ? -1 : 0
    this.#open.set(token.name, open + step)
    this.#depth += step
    this.max = Math.max(this.max, this.#depth)
  }
}

export function depthOf(html: string): number {
  const depth = new Depth()
  for (const token of htmlTokens(html)) depth.add(token)
  return depth.max
}

/** The value of an attribute in the source of a tag, with references as typed. Null without it. */
export function attributeIn(source: string, name: string): string | null {
  const found = new RegExp(
    `[\\s"'/]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`,
    'i',
  ).exec(source)
  const bare = source.replace(/"[^"]*"|'[^']*'/g, '"')
  const isBare = new RegExp(`[\\s"]${name}(?=[\\s/>])`, 'i').test(bare)
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? (isBare ? '' : null)
}

const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])
/** Characters instead of references, such as `&amp;`. */
export const referencesDecoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,8}));/g, (all, ...found) => {
    const [decimal, hex, name] = found as [
      string | undefined,
      string | undefined,
      string | undefined,
    ]
    if (name !== undefined) return NAMED.get(name) ?? all
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : ''
  })

export const htmlEscaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const LINE_ENDS = new Set(
  (
    'address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hr li main nav ol p pre section table tr ul'
  ).split(' '),
)

export type Attributes = (name: string) => string | null

/**
 * The words alone, escaped for light formatting.
 * @param isLeftOut says of an element whether everything up to its end is left out
 */
export function wordsOfHtml(
  html: string,
  isLeftOut: (attribute: Attributes) => boolean = () => false,
): string {
  const parts: string[] = []
  let outside = { name: '', depth: 0 }
  for (const token of htmlTokens(html)) {
    if (outside.depth > 0) {
      if (token.type !== 'text' && token.name === outside.name)
        outside.depth += token.type === 'open' ? 1 : -1
      continue
    }
    if (token.type === 'text')
      parts.push(lineEscaped(referencesDecoded(token.source).replace(/\s+/g, ' ')))
    else if (token.type === 'open' && isLeftOut((name) => attributeIn(token.source, name)))
      outside = { name: token.name, depth: 1 }
    else if (LINE_ENDS.has(token.name)) parts.push('\n\n')
    else if (token.name === 'td' || token.name === 'th') parts.push(' ')
  }
  return parts
    .join('')
    .replace(/ +/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n\n')
    .trim()
}

const lineEscaped = (text: string): string => text.replace(/[\\*_[\]>#|+-]/g, String.raw`\$&`)
