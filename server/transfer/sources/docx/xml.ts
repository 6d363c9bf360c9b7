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

/*
 * The XML of a document with what the converter does not know in words that it does: numbers of lists that go on or begin
 * elsewhere, double lines through words, results of fields, hidden words.
 */

type Level = { readonly start: number; readonly format: string; readonly text: string }
/** Prefix of the number of an item, in the name of a bookmark. */
export const NUMBER = '_number-'
/** Forms of numbers that texts have. */
const PLAIN = /^(?:%\d[.)]?|\(%\d\))$/
const HIDDEN = /<w:vanish(?: w:val="(?:1|true|on)")?\s*\/>/

/** How many there were of each. */
export type DocxChanges = { hidden: number; markers: number; numberedHeadings: number }

/** Levels of lists and their counts, which all lists of one definition share. */
export class DocxNumbers {
  readonly #levels = new Map<string, Level>()
  readonly #styles = new Map<string, readonly [list: string, level: number]>()
  readonly #lists = new Map<string, { readonly list: string; readonly starts: RegExpExecArray[] }>()
  readonly #counts = new Map<string, number[]>()
  readonly changes: DocxChanges = { hidden: 0, markers: 0, numberedHeadings: 0 }

  constructor(numbering: string) {
    for (const [, list = '', inside = ''] of partsOf(numbering, 'abstractNum', 'abstractNumId'))
      for (const [, level = '', xml = ''] of partsOf(inside, 'lvl', 'ilvl')) {
        const start = Number(valIn(xml, 'start') ?? 1)
        const [format, text] = [valIn(xml, 'numFmt') ?? 'decimal', valIn(xml, 'lvlText') ?? '']
        this.#levels.set(`${list} ${level}`, { start, format, text })
        this.#styles.set(valIn(xml, 'pStyle') ?? '', [list, Number(level)])
      }
    this.#styles.delete('')
    for (const [, id = '', inside = ''] of partsOf(numbering, 'num', 'numId'))
      this.#lists.set(id, {
        list: valIn(inside, 'abstractNumId') ?? '',
        starts: [...inside.matchAll(/w:ilvl="(\d)"[^>]*>\s*<w:startOverride w:val="(\d+)"/g)],
      })
  }

  rewritten(xml: string): string {
    // What no program writes could hide a beginning without its end.
    if (xml.includes('<!')) return xml
    return xml
      .replace(/<w:pPrChange\b[^>]*(?<!\/)>[\s\S]*?<\/w:pPrChange>/g, '')
      .replace(/<\/?w:(?:fldSimple|dir|bdo|ruby|rubyBase)\b[^>]*>/g, '')
      .replace(/<w:(?:cr|br w:type="(?:page|column)")\s*\/>/g, '<w:br/>')
      .replaceAll('<w:dstrike', '<w:strike')
      .replace(
        /(<w:rPr>(?:(?!<\/w:rPr>)[\s\S])*<\/w:rPr>)\s*<w:t\b[^>]*>[^<]*<\/w:t>/g,
        (run, properties: string) => {
          if (!HIDDEN.test(properties)) return run
          this.changes.hidden++
          return properties
        },
      )
      .replace(/<w:pPr>(?:(?!<\/w:pPr>)[\s\S])*<\/w:pPr>/g, (properties) =>
        this.#numbered(properties),
      )
  }

  #numbered(properties: string): string {
    const style = valIn(properties, 'pStyle') ?? ''
    const id = valIn(properties, 'numId')
    const known = this.#lists.get(id ?? '')
    const [list, level] =
      known === undefined
        ? ((id === null ? this.#styles.get(style) : null) ?? ['', 0])
        : [known.list, Number(valIn(properties, 'ilvl') ?? 0)]
    const found = this.#levels.get(`${list} ${level}`)
    if (found === undefined || found.format === 'bullet' || /<w:del\b/.test(properties))
      return properties
    const counts = this.#counts.get(list) ?? []
    this.#counts.set(list, counts)
    for (const [, at = '', start] of known?.starts.splice(0) ?? [])
      counts[Number(at)] = Number(start) - 1
    const number = (counts[level] ?? found.start - 1) + 1
    counts[level] = number
    counts.length = level + 1
    if (/^(?:heading|title|berschrift|titel)/i.test(style)) this.changes.numberedHeadings++
    else if (found.format !== 'decimal' || !PLAIN.test(found.text)) this.changes.markers++
    return `${properties}<w:bookmarkStart w:id="0" w:name="${NUMBER}${number}"/>`
  }
}

const MARKS: readonly (readonly [element: string, mark: RegExp])[] = [
  ['s', /<w:d?strike\s*\/>/],
  ['strong', /<w:b\s*\/>/],
  ['em', /<w:i\s*\/>/],
  ['sup', /w:val="superscript"/],
  ['sub', /w:val="subscript"/],
]

/** What styles of characters mark, for the converter. */
export const stylesOf = (styles: string): string[] =>
  Array.from(
    styles.matchAll(/<w:style [^>]*w:type="character"[^>]*(?<!\/)>.*?<\/w:style>/gs),
    ([xml]) => {
      const marks = MARKS.flatMap(([element, mark]) => (mark.test(xml) ? [element] : []))
      const name = valIn(xml, 'name') ?? ''
      return marks.length === 0 || /['\\]/.test(name)
        ? []
        : `r[style-name='${name}'] => ${marks.join(' > ')}`
    },
  ).flat()

const partsOf = (xml: string, name: string, id: string) =>
  xml.matchAll(new RegExp(`<w:${name} [^>]*?w:${id}="(\\d+)"[^>]*(?<!/)>(.*?)</w:${name}>`, 'gs'))

const valIn = (xml: string, name: string): string | null =>
  new RegExp(`<w:${name} [^>]*?w:val="([^"]*)"`).exec(xml)?.[1] ?? null
