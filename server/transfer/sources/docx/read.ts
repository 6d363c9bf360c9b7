import mammoth from 'mammoth'
import { htmlEscaped } from '#shared/htmlScan.ts'
import { plainText } from '../../../text/light.ts'
import { type Sentence, type SentenceKey, said } from '../../../text/sentence.ts'
import { entryLink, outerLink, pictureOf, textOfHtml } from '../html.ts'
import type { Loss, Source, SourceEntry, SourceFile } from '../source.ts'
import { hasName, onlyOf, type SourceReader } from '../source.ts'
import { type DocxParts, docxParts } from './parts.ts'
import {
  CONTENTS_CLASS,
  type DocxBlocks,
  type DocxPiece,
  docxBlocks,
  NUMBER,
  TITLE_CLASS,
} from './xml.ts'

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

/** What is lost, by the name of its element. */
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
    return [
      entryOf(name, { id: name, title, piece: { ...before, html } }, new Map(), blocks, losses),
    ]
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
  return entries.map((entry) => entryOf(name, entry, anchors, blocks, losses))
}

/** The name of a file without its folders and its ending. */
const baseOf = (name: string): string => name.replace(/^.*\//, '').replace(/\.\w+$/, '')

function entryOf(
  document: string,
  { id, title, piece }: { id: string; title: string; piece: DocxPiece },
  anchors: ReadonlyMap<string, string>,
  { notes }: DocxBlocks,
  losses: Loss[],
): SourceEntry {
  const place = id === document ? document : `${document} “${title}”`
  const linkText = (href: string, words: string) => linkOf(href, words, id, anchors)
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

function linkOf(
  href: string,
  words: string,
  own: string,
  anchors: ReadonlyMap<string, string>,
): string {
  if (!href.startsWith('#')) return outerLink(href, words)
  const anchor = href.slice(1)
  const [, kind, number] = NOTE_ANCHOR.exec(anchor) ?? []
  if (kind !== undefined) return `[^${kind === 'endnote' ? 'e' : ''}${number}]`
  // The arrow from a note back to the text.
  if (/^(?:footnote|endnote)-ref-/.test(anchor)) return ''
  const target = anchors.get(anchor)
  return target === undefined || target === own || words === '' ? words : entryLink(target, words)
}

/** The words of a heading. */
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
