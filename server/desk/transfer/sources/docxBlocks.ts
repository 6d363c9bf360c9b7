import { attributeIn, htmlTokens } from '#shared/htmlScan.ts'

/** A part of a document: its words before the first chapter, or a chapter. */
export type DocxPiece = {
  readonly heading: string | null
  /** Paragraphs, lists and tables, several in one string as long as it is short. */
  readonly html: readonly string[]
  /** Names of the places in it to which links lead. */
  readonly anchors: readonly string[]
}
export type DocxBlocks = {
  readonly pieces: readonly DocxPiece[]
  /** HTML of the title of the document. */
  readonly title: string | null
  /** HTML of the notes, by the names of their places. */
  readonly notes: ReadonlyMap<string, string>
  /** Lines of tables of contents. */
  readonly contents: number
}

/** Classes that the map of styles gives to paragraphs. */
export const TITLE_CLASS = 'title-of-document'
export const CONTENTS_CLASS = 'line-of-contents'

/** Pictures and references to notes: no title has them. */
const BESIDE_WORDS =
  /<img (?:[^">]|"[^"]*")*>|<sup><a href="#(?:foot|end)note-[^"]*"[^>]*>[^<]*<\/a><\/sup>/g

/** Characters that are read at once: reading takes more than twice as long for twice as many. */
const TOGETHER_MAX = 50_000

/** Nothing but tags, none of which shows anything. */
const WORDLESS = /^(?:\s*<(?!img|input|hr|table)[^>]*>)*\s*$/

type Block = { name: string; tag: string; inner: string; anchors: string[] }

/** The HTML of the converter, which is well-formed, divided at the headings of the first level. */
export function docxBlocks(html: string): DocxBlocks {
  const pieces: { heading: string | null; html: string[]; anchors: string[] }[] = [
    { heading: null, html: [], anchors: [] },
  ]
  const notes = new Map<string, string>()
  let title: string | null = null
  let contents = 0
  /** Places before a heading, without words of their own. */
  let waiting: string[] = []
  for (const block of blocksIn(html)) {
    if (WORDLESS.test(`${block.tag}${block.inner}</${block.name}>`)) {
      waiting.push(...block.anchors)
      continue
    }
    block.anchors.unshift(...waiting)
    waiting = []
    const kind = attributeIn(block.tag, 'class')
    if (kind === CONTENTS_CLASS) contents++
    else if (kind === TITLE_CLASS && title === null) title = block.inner
    else if (block.name === 'h1')
      pieces.push({
        heading: block.inner,
        html: block.inner.match(BESIDE_WORDS) ?? [],
        anchors: block.anchors,
      })
    else if (block.name === 'ol' && /^<li id="(?:footnote|endnote)-/.test(block.inner))
      for (const note of blocksIn(block.inner))
        notes.set(attributeIn(note.tag, 'id') ?? '', note.inner)
    else {
      const piece = pieces.at(-1)
      if (piece === undefined) continue
      piece.anchors.push(...block.anchors)
      const own = `${block.tag}${block.inner}</${block.name}>`
      const last = piece.html.at(-1)
      if (last === undefined || last.length + own.length > TOGETHER_MAX) piece.html.push(own)
      else piece.html[piece.html.length - 1] = last + own
    }
  }
  return {
    pieces,
    title,
    notes,
    contents,
  }
}

const VOID = new Set(['img', 'br', 'hr', 'input'])

/** The outermost elements. */
function* blocksIn(html: string): Generator<Block> {
  let depth = 0
  let block: Block = { name: '', tag: '', inner: '', anchors: [] }
  let inner: string[] = []
  for (const token of htmlTokens(html)) {
    const isTag = token.type !== 'text' && !VOID.has(token.name)
    if (isTag && token.type === 'close' && --depth === 0) {
      yield { ...block, inner: inner.join('') }
      continue
    }
    if (depth === 0 && token.type === 'open') {
      block = { name: token.name, tag: token.source, inner: '', anchors: [] }
      inner = []
    } else inner.push(token.source)
    if (token.type === 'open' && token.name === 'a') {
      const id = attributeIn(token.source, 'id')
      if (id !== null) block.anchors.push(id)
    }
    if (isTag && token.type === 'open') depth++
  }
}
