import { buffer } from 'node:stream/consumers'
import mammoth from 'mammoth'
import { SaxesParser } from 'saxes'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { ZipFile as NewZip } from 'yazl'
import { htmlEscaped } from '#shared/htmlScan.ts'
import type { LinkText } from '#shared/htmlText.ts'
import { plainText } from '../../../text/light.ts'
import { type Sentence, type SentenceKey, said } from '../../../text/sentence.ts'
import { entryLink, outerLink, pictureOf, textOfHtml } from '../html.ts'
import {
  hasName,
  type Loss,
  onlyOf,
  type Source,
  type SourceEntry,
  type SourceFile,
  type SourceReader,
  UnreadableSource,
} from '../source.ts'
import {
  CONTENTS_CLASS,
  type DocxBlocks,
  type DocxChanges,
  DocxNumbers,
  type DocxPiece,
  docxBlocks,
  NUMBER,
  stylesOf,
  TITLE_CLASS,
} from './xml.ts'

/*
 * A look into a document before a reader sees it: its real sizes, how deep it is nested, and what is in it that gets
 * lost.
 */

/** Bytes of one part with text, of all those, and of all parts. */
const PART_MAX = 20_000_000
const TEXTS_MAX = 60_000_000
const TOTAL_MAX = 200_000_000
const PARTS_MAX = 10_000
/** Elements of all parts: a tree of them takes about 2 kB each. */
const ELEMENTS_MAX = 120_000
/** Elements within each other. */
const DEPTH_MAX = 300

const tooLarge = () => new UnreadableSource(said('transfer.docx_large'))

/** Two formats have this beginning: documents of Word before 2007, and all with a password. */
const OLD_OR_LOCKED = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** How many there are of each. */
type DocxParts = {
  readonly names: readonly string[]
  /** Elements by their names without prefix, of the main text and the notes. */
  readonly elements: ReadonlyMap<string, number>
  /** Text boxes that stay, as paragraphs, and those that have no form that older programs know. */
  readonly boxes: { readonly kept: number; readonly lost: number }
  readonly changes: DocxChanges
  /** What styles mean, for the converter. */
  readonly styles: readonly string[]
  /** The document for the converter. */
  readonly bytes: Buffer
}

/** @throws UnreadableSource for what is no document, or too large, or made to harm */
async function docxParts(bytes: Buffer): Promise<DocxParts> {
  if (bytes.subarray(0, OLD_OR_LOCKED.length).equals(OLD_OR_LOCKED))
    throw new UnreadableSource(said('transfer.docx_old'))
  try {
    return await partsIn(await fromBufferPromise(bytes))
  } catch (error) {
    if (error instanceof UnreadableSource) throw error
    throw new UnreadableSource(said('transfer.docx_damaged'))
  }
}

async function partsIn(zip: ZipFile): Promise<DocxParts> {
  const entries = await boundedEntries(zip)
  const names = entries.map(({ fileName }) => fileName)
  if (!names.some((name) => /^word\/document\d*\.xml$/.test(name)))
    throw new UnreadableSource(said('transfer.no_docx'))
  const seen = new Elements()
  const parts = new Map<string, Buffer>()
  for (const entry of entries) {
    // The size that an archive gives of a part may be a lie: it is an error if there is more.
    const bytes = await buffer(await zip.openReadStreamPromise(entry))
    if (isText(entry)) seen.read(new TextDecoder().decode(bytes), isRead(entry.fileName))
    parts.set(entry.fileName, bytes)
  }
  const textOf = (name: string) => {
    const xml = String(parts.get(name) ?? '')
    return xml.includes('<!') ? '' : xml
  }
  const numbers = new DocxNumbers(textOf('word/numbering.xml'))
  const copy = new NewZip()
  for (const [name, bytes] of parts) {
    const own = isRead(name) ? Buffer.from(numbers.rewritten(String(bytes))) : bytes
    if (!name.endsWith('/')) copy.addBuffer(own, name, { compress: false })
  }
  copy.end()
  const bytes = await buffer(copy.outputStream)
  const { changes } = numbers
  const styles = stylesOf(textOf('word/styles.xml'))
  return { names, elements: seen.counts, boxes: seen.boxes(), changes, styles, bytes }
}

const isText = ({ fileName }: Entry): boolean => /\.(?:xml|rels)$/i.test(fileName)

/** The list of the archive, as far as it promises to stay within bounds. */
async function boundedEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  let total = 0
  let texts = 0
  for await (const entry of zip.eachEntry()) {
    entries.push(entry)
    const { uncompressedSize } = entry
    total += uncompressedSize
    if (isText(entry)) texts += uncompressedSize
    if (entry.isEncrypted()) throw new UnreadableSource(said('transfer.docx_password'))
    const isLarge =
      total > TOTAL_MAX || texts > TEXTS_MAX || (isText(entry) && uncompressedSize > PART_MAX)
    if (isLarge || entries.length > PARTS_MAX) throw tooLarge()
  }
  return entries
}

const isRead = (name: string): boolean =>
  /^word\/(?:document\d*|footnotes|endnotes)\.xml$/.test(name)

/** Nothing of what the element could be. */
const UNSET = /^(?:(?:u|color|highlight) (?:none|auto|0{6})|(?:caps|smallCaps) (?:0|false))$/

class Elements {
  readonly counts = new Map<string, number>()
  #all = 0
  #fallbacks = 0
  #modern = 0
  #old = 0

  /** @param isCounted false for parts of which only the form matters */
  read(xml: string, isCounted: boolean): void {
    const parser = new SaxesParser()
    const open: string[] = []
    parser.on('error', (error) => {
      throw error
    })
    parser.on('doctype', () => {
      throw new UnreadableSource(said('transfer.docx_own_format'))
    })
    parser.on('opentag', ({ name, attributes }) => {
      const local = name.slice(name.indexOf(':') + 1)
      if (isCounted && !UNSET.test(`${local} ${attributes['w:val']}`)) this.#count(local, open)
      open.push(local)
      if (++this.#all > ELEMENTS_MAX) throw tooLarge()
      if (open.length > DEPTH_MAX) throw new UnreadableSource(said('transfer.docx_deep'))
    })
    parser.on('closetag', () => {
      open.pop()
    })
    parser.write(xml).close()
  }

  #count(name: string, open: readonly string[]): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
    if (name !== 'txbxContent') return
    if (open.includes('Fallback')) this.#fallbacks++
    else if (open.includes('pict')) this.#old++
    else this.#modern++
  }

  boxes() {
    const kept = this.#old + this.#fallbacks
    return { kept, lost: Math.max(0, this.#modern - this.#fallbacks) }
  }
}

/**
 * A document of Word: one entry, or one for each heading of the first level if there are several.
 * @throws UnreadableSource
 */
export async function readDocx(file: SourceFile): Promise<Source> {
  const parts = await docxParts(await file.bytes())
  const losses: Loss[] = []
  const lose = (problem: Sentence) => losses.push({ place: file.name, problem })
  const files = new Map<string, SourceFile>()
  const html = await converted(parts, files, lose)
  const blocks = docxBlocks(html)
  nameLosses(parts, blocks, lose)
  return { entries: entriesOf(file.name, blocks, losses), files, losses }
}

type Lose = (problem: Sentence) => void

const STYLES = [
  `p[style-name='Title'] => p.${TITLE_CLASS}:fresh`,
  `p[style-name^='toc'] => p.${CONTENTS_CLASS}:fresh`,
  ...['Quote', 'Intense Quote', 'Quotations', 'Block Text', 'Block Quotation', 'Zitat'].map(
    (name) => `p[style-name='${name}'] => blockquote > p:fresh`,
  ),
  ...['List Heading', 'Definition Term'].map((name) => `p[style-name='${name}'] => dl > dt:fresh`),
  ...['List Contents', 'Definition', 'Definition List'].map(
    (name) => `p[style-name='${name}'] => dl > dd:fresh`,
  ),
]
const TYPES = new Map([
  ['image/jpeg', 'jpg'],
  ['image/svg+xml', 'svg'],
  ['image/x-emf', 'emf'],
  ['image/x-wmf', 'wmf'],
])
/** Elements that the converter doesn't know, and that others of the losses name or that hold no words. */
const NAMED =
  /oMath|txbx|chart|:permStart|:permEnd|:noProof|:tblPrEx|:sdtPr|drawing|wordprocessing(?:Shape|Group|Canvas)/

const UNREAD =
  /^An unrecognised element was ignored: (.{1,200})$|^A w:sym element .*: char (.{1,100})$/

/** HTML, with the pictures by their names. Nothing outside of the document is read. */
async function converted(
  { bytes, styles }: DocxParts,
  files: Map<string, SourceFile>,
  lose: Lose,
): Promise<string> {
  const convertImage = mammoth.images.imgElement(async (image) => {
    const type = TYPES.get(image.contentType) ?? image.contentType.replace(/^image\/|\W/g, '')
    const name = `media/${files.size + 1}.${type}`
    const { length } = await image.readAsBuffer()
    files.set(name, { name, size: length, bytes: () => image.readAsBuffer() })
    return { src: name }
  })
  const { value, messages } = await mammoth.convertToHtml(
    { buffer: bytes },
    { styleMap: [...STYLES, ...styles], includeEmbeddedStyleMap: false, convertImage },
  )
  const unknown = new Set<string>()
  for (const { type, message } of messages) {
    const [, element = '', symbol] = UNREAD.exec(message) ?? []
    if (element !== '' && !NAMED.test(element)) unknown.add(element)
    if (symbol !== undefined) unknown.add(symbol)
    if (type === 'error') lose(said('transfer.docx_picture'))
  }
  if (unknown.size > 0) lose(said('transfer.docx_kinds', { names: [...unknown].sort() }))
  return value.replace(
    new RegExp(`(<li)?(>)?<a id="${NUMBER}(\\d+)"></a>`, 'g'),
    (_all, item: string | undefined, end: string, number: string) =>
      item === undefined ? (end ?? '') : `${item} value="${number}"${end}`,
  )
}

const LOST: readonly (readonly [elements: readonly string[], problem: SentenceKey])[] = [
  [['del', 'moveFrom'], 'transfer.docx_deleted'],
  [['ins', 'moveTo'], 'transfer.docx_inserted'],
  [['commentReference'], 'transfer.docx_comments'],
  [['oMath'], 'transfer.docx_equations'],
  [['smallCaps', 'caps', 'highlight', 'u', 'color'], 'transfer.look_lost'],
  [['chart', 'relIds'], 'transfer.docx_charts'],
  [['OLEObject', 'altChunk', 'control'], 'transfer.docx_objects'],
]

function nameLosses(parts: DocxParts, blocks: DocxBlocks, lose: Lose): void {
  const { elements, names, boxes, changes } = parts
  const counts: readonly (readonly [number, SentenceKey])[] = [
    ...LOST.map(([found, problem]) => {
      const count = found.reduce((sum, name) => sum + (elements.get(name) ?? 0), 0)
      return [count, problem] as const
    }),
    [changes.hidden, 'transfer.docx_hidden'],
    [changes.markers, 'transfer.plain_numbers'],
    [changes.numberedHeadings, 'transfer.docx_numbered_headings'],
  ]
  for (const [count, problem] of counts) if (count > 0) lose(said(problem, { count }))
  if (boxes.kept > 0) lose(said('transfer.docx_boxes_kept', { count: boxes.kept }))
  if (boxes.lost > 0) lose(said('transfer.docx_boxes_lost', { count: boxes.lost }))
  if (blocks.contents > 0) lose(said('transfer.docx_contents'))
  if (names.some((name) => /vbaProject\.bin$/i.test(name))) lose(said('transfer.docx_macros'))
  if (names.some((name) => /^word\/(?:header|footer)\d*\.xml$/.test(name)))
    lose(said('transfer.docx_headers'))
}

function entriesOf(name: string, blocks: DocxBlocks, losses: Loss[]): SourceEntry[] {
  const own = blocks.title === null ? '' : wordsOf(blocks.title)
  const [before, ...chapters] = blocks.pieces
  if (before === undefined) return []
  const [only] = chapters
  if (only === undefined || chapters.length === 1) {
    const heading = wordsOf(only?.heading ?? '')
    const first = own !== '' && heading !== '' ? [`<h1>${htmlEscaped(heading)}</h1>`] : []
    const html = [...before.html, ...first, ...(only?.html ?? [])]
    const title = own || heading || baseOf(name)
    const within = { ...blocks, name, losses, anchors: new Map<string, string>() }
    return [entryOf(within, { id: name, title, piece: { ...before, html } })]
  }
  const taken = new Set<string>()
  const entries = [before, ...chapters].flatMap((piece, index) => {
    if (piece.heading === null && piece.html.length === 0) return []
    const words = wordsOf(piece.heading ?? blocks.title ?? '') || baseOf(name)
    const wanted = index === 0 ? name : `${name}#${words}`
    const id = taken.has(wanted) ? `${wanted} (${index})` : wanted
    taken.add(id)
    return [{ id, title: words, piece }]
  })
  const anchors = new Map(
    entries.flatMap(({ id, piece }) => piece.anchors.map((anchor) => [anchor, id] as const)),
  )
  if (own !== '' && before.html.length === 0)
    losses.push({ place: name, problem: said('transfer.docx_title', { title: own }) })
  return entries.map((entry) => entryOf({ ...blocks, name, losses, anchors }, entry))
}

/** The name of a file without its folders and its ending. */
const baseOf = (name: string): string => name.replace(/^.*\//, '').replace(/\.\w+$/, '')

type Within = Pick<DocxBlocks, 'notes'> & {
  readonly name: string
  /** Ids of entries by what links within the document lead to. */
  readonly anchors: ReadonlyMap<string, string>
  readonly losses: Loss[]
}

function entryOf(
  { name, notes, anchors, losses }: Within,
  { id, title, piece }: { id: string; title: string; piece: DocxPiece },
): SourceEntry {
  const place = id === name ? name : `${name} “${title}”`
  const linkText = linksFrom(id, anchors)
  const light = (html: string | readonly string[]) =>
    textOfHtml(html, { place, pictureText: (src, alt) => pictureOf(src, alt), linkText })
  const { text, losses: own } = light(piece.html)
  for (const loss of own) losses.push(loss)
  const labels = new Set([...text.matchAll(NOTE)].map(([, label = '']) => label))
  const lines = [...labels].map((label) => {
    const note = light(notes.get(anchorOf(label)) ?? '').text
    return `[^${label}]: ${note.replace(/\s+/g, ' ')}`
  })
  const body = [text, ...lines].join('\n\n')
  return { id, place, title, kind: null, part: null, aliases: [], body, fields: {} }
}

/** References to notes. Brackets of the text itself have a backslash. */
const NOTE = /(?<!\\)\[\^(e?[\w-]+)\]/g
const NOTE_ANCHOR = /^(footnote|endnote)-(\d+)$/
const anchorOf = (label: string): string =>
  label.startsWith('e') ? `endnote-${label.slice(1)}` : `footnote-${label}`

const linksFrom =
  (own: string, anchors: ReadonlyMap<string, string>): LinkText =>
  (href, words) => {
    if (!href.startsWith('#')) return outerLink(href, words)
    const anchor = href.slice(1)
    const [, kind, number] = NOTE_ANCHOR.exec(anchor) ?? []
    if (kind !== undefined) return `[^${kind === 'endnote' ? 'e' : ''}${number}]`
    // The arrow from a note back to the text.
    if (/^(?:footnote|endnote)-ref-/.test(anchor)) return ''
    const target = anchors.get(anchor)
    return target === undefined || target === own || words === '' ? words : entryLink(target, words)
  }

const wordsOf = (html: string): string => {
  const { text } = textOfHtml(html, {
    place: '',
    pictureText: () => '',
    linkText: (href, words) => (NOTE_ANCHOR.test(href.slice(1)) ? '' : words),
  })
  return plainText('light', text).replace(/\s+/g, ' ').trim()
}

export const reader: SourceReader = {
  recognises: (given) =>
    given.parts?.has('word/document.xml') ?? (given.only !== null && hasName(given, /\.docx?$/i)),
  read: (given) => readDocx(onlyOf(given)),
}
