import { buffer } from 'node:stream/consumers'
import { SaxesParser } from 'saxes'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { ZipFile as NewZip } from 'yazl'
import { said } from '../../../text/sentence.ts'
import { UnreadableSource } from '../source.ts'
import { type DocxChanges, DocxNumbers, stylesOf } from './xml.ts'

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
export type DocxParts = {
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
export async function docxParts(bytes: Buffer): Promise<DocxParts> {
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
