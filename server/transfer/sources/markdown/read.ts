import { TEXT_FORMATS } from '#contract/sets.ts'
import { cutText } from '#shared/cutText.ts'
import { type Sentence, said } from '../../../text/sentence.ts'
import { holdingText } from '../fields.ts'
import { entryUrl, paragraphs, pictureUrl } from '../light.ts'
import {
  decoded,
  type Files,
  type Loss,
  type Source,
  type SourceEntry,
  type SourceFile,
  type SourceReader,
  UnreadableSource,
} from '../source.ts'
import { linesAsText } from './blocks.ts'
import { frontMatterOf, isPicture, Targets, withoutExtension } from './dialects.ts'
import type { Surroundings } from './inline.ts'
import { markdownText, withoutComments } from './text.ts'

const TEXT = /\.(?:md|markdown|txt)$/i
const MB = 1024 * 1024
/** Bytes of one text, which is read as a whole, and of all texts. */
const TEXT_MAX = 2 * MB
const TEXTS_MAX = 64 * MB

const byName = new Intl.Collator('en', { numeric: true })

/** Each text as an entry. Folders are kinds, and folders within them parts, unless the front matter says others. */
export async function readMarkdown(files: Files): Promise<Source> {
  const losses: Loss[] = []
  const texts = textsIn(files, losses)
  const ids = idsOf(texts)
  const targets = new Targets(files.values(), ids)
  const used = new Map<string, SourceFile>()
  const found: { entry: SourceEntry; order: number }[] = []
  for (const file of texts) {
    const { name } = file
    const problems = new Map<string, Sentence>()
    const lose = (problem: Sentence) => problems.set(JSON.stringify(problem), problem)
    const entry = entryOf(decoded(await file.bytes(), lose), ids.get(name) ?? name, {
      name,
      find: (href, isWiki) => targets.find(href, name, isWiki),
      lose,
      use: (picture) => addUsed(used, files, picture),
    })
    losses.push(...Array.from(problems.values(), (problem) => ({ place: name, problem })))
    found.push(entry)
  }
  for (const { name } of files.values())
    if (!(used.has(name) || TEXT.test(name)))
      losses.push({
        place: name,
        problem: isPicture(name) ? said('transfer.unused_picture') : said('transfer.other_kind'),
      })
  const entries = found.toSorted((a, b) => a.order - b.order).map(({ entry }) => entry)
  return { entries, files: used, losses }
}

function textsIn(files: Files, losses: Loss[]): SourceFile[] {
  const texts = [...files.values()].filter(({ name }) => TEXT.test(name))
  const short = texts.filter(({ size }) => size <= TEXT_MAX)
  for (const { name, size } of texts)
    if (size > TEXT_MAX)
      losses.push({
        place: name,
        problem: said('transfer.long_text', { limit: TEXT_MAX / MB }),
      })
  if (short.reduce((sum, { size }) => sum + size, 0) > TEXTS_MAX)
    throw new UnreadableSource(said('transfer.texts_size', { limit: TEXTS_MAX / MB }))
  return short.toSorted((a, b) => byName.compare(a.name, b.name))
}

/** Ids by the names of files: without the extension, unless another text has the same. */
function idsOf(texts: readonly SourceFile[]): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  return new Map(
    texts.map(({ name }) => {
      const short = withoutExtension(name)
      const id = taken.has(short) ? name : short
      taken.add(id)
      return [name, id]
    }),
  )
}

function addUsed(used: Map<string, SourceFile>, files: Files, name: string): void {
  const file = files.get(name)
  if (file) used.set(name, file)
}

export const reader: SourceReader = {
  recognises: ({ parts, hasText, isModule }) => parts === null && hasText && !isModule,
  read: ({ files }) => readMarkdown(files),
}

type Around = Omit<Surroundings, 'isWrapped'> & {
  readonly name: string
}

/** Names in front matter, those first that say most. */
const TITLE = ['title']
const KIND = ['type', 'kind', 'category', 'folder', 'categories']
const PART = ['subtype', 'subcategory', 'part']
const ALIASES = ['aliases', 'alias']
const ORDER = ['order']
const PICTURE = ['picture', 'image', 'cover', 'banner']

/** The text of a file as an entry. @returns also its order among the others; without one it comes last */
function entryOf(text: string, id: string, around: Around) {
  const { values, body, broken } = frontMatterOf(text)
  const front = new Front(values)
  const typed = front.one(TITLE)
  const isOurs = isOfThisSite(values)
  const visible = isOurs ? body : withoutComments(body, around.lose)
  const held = isOurs ? undefined : holdingText(`${broken?.lines ?? ''}\n${visible}`, around.name)
  const { heading, body: light } = markdownText(
    visible,
    isOurs ? { ...around, isWrapped: false } : around,
    (found, isAlone) => (typed === null ? isAlone : typed.toLowerCase() === found.toLowerCase()),
  )
  if (broken) around.lose(said('transfer.front_matter', { problem: broken.problem }))
  const folders = around.name.split('/').slice(0, -1).map(withoutDigest)
  const order = front.number(ORDER)
  const entry: SourceEntry = {
    id,
    place: around.name,
    title: typed ?? heading ?? titleOf(around.name),
    kind: front.one(KIND) ?? folders[0] ?? null,
    part: front.one(PART) ?? folders[1] ?? null,
    aliases: front.all(ALIASES),
    body: paragraphs(broken ? linesAsText(broken.lines.trim().split('\n')) : '', light),
    ...pictureOf(front.one(PICTURE), around),
    ...(isOurs && { whole: typedText(body, around) }),
    ...(held && { held }),
    fields: front.others(),
  }
  return { entry, order: order ?? Number.MAX_VALUE }
}

/** @param typed a path, or a link of a wiki @returns the name of the file, if there is one */
function pictureOf(typed: string | null, { find, lose, use }: Around) {
  if (typed === null) return {}
  const [, wiki] = /^!?\[\[([^\]|]+)/.exec(typed) ?? []
  const target = find(wiki ?? typed, wiki !== undefined)
  if (target.type === 'picture') {
    use(target.file.name)
    return { picture: target.file.name }
  }
  const name = cutText(typed, 120)
  lose(
    target.type === 'outside'
      ? said('transfer.picture_outside', { name })
      : said('transfer.picture_missing', { name }),
  )
  return {}
}
const isOfThisSite = (values: ReadonlyMap<string, readonly string[]>): boolean =>
  values.has('key') && TEXT_FORMATS.some((format) => format === values.get('format')?.[0])

/** The text of an export of this site: it is light formatting already. Its links name files. */
const typedText = (body: string, { find }: Around): string =>
  body.replace(/^\r?\n|\r?\n$/g, '').replace(/\]\(([^()\s]+)(?=[)\s])/g, (link, href: string) => {
    const target = find(href, false)
    if (target.type === 'entry') return `](${entryUrl(target.id)}`
    return target.type === 'picture' ? `](${pictureUrl(target.file.name)}` : link
  })

/** The values of front matter, of which those are remembered that have been asked for. */
class Front {
  readonly #values: ReadonlyMap<string, readonly string[]>
  readonly #read = new Set<string>()

  constructor(values: ReadonlyMap<string, readonly string[]>) {
    this.#values = values
  }

  /** The first value of the first of these names. Further ones stay among the others. */
  one(names: readonly string[]): string | null {
    const [name, [value = null] = []] = this.#find(names) ?? ['']
    if (this.#values.get(name)?.length === 1) this.#read.add(name)
    return value
  }

  /** Another value stays among the others. */
  number(names: readonly string[]): number | null {
    const value = Number(this.#find(names)?.[1][0] ?? Number.NaN)
    if (Number.isNaN(value)) return null
    this.one(names)
    return value
  }

  /** Names in one text are separated by commas. */
  all(names: readonly string[]): string[] {
    const [name, values = []] = this.#find(names) ?? ['']
    this.#read.add(name)
    const parts = values.length === 1 ? (values[0] ?? '').split(/[,;]/) : values
    return parts.map((part) => part.trim()).filter((part) => part !== '')
  }

  others(): Record<string, string> {
    return Object.fromEntries(
      [...this.#values].flatMap(([name, values]) =>
        this.#read.has(name) || values.length === 0 ? [] : [[name, values.join(', ')]],
      ),
    )
  }

  #find(names: readonly string[]) {
    const filled = [...this.#values].filter(([, values]) => values.length > 0)
    for (const name of names) {
      const found = filled.find(([typed]) => typed.toLowerCase() === name)
      if (found) return found
    }
    return undefined
  }
}

/** Notion adds digits to the names of files and folders. */
const withoutDigest = (name: string): string => name.replace(/ [0-9a-f]{32}$/, '')

const INDEX = /^(?:readme|_?index)$/i

/** The name of the file; that of its folder for a text about the folder. */
function titleOf(name: string): string {
  const [file = '', folder] = withoutExtension(name).split('/').toReversed()
  return withoutDigest(INDEX.test(file) ? (folder ?? file) : file)
}
