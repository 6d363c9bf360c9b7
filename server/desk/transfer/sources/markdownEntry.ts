import { TEXT_FORMATS } from '#contract/sets.ts'
import { cutText } from '#shared/cutText.ts'
import { said } from '../../../text/sentence.ts'
import { withoutComments } from './comments.ts'
import { frontMatterOf } from './frontMatter.ts'
import { holdingText } from './holding.ts'
import { entryUrl, pictureUrl } from './lightWords.ts'
import { linesAsText } from './markdownBlocks.ts'
import type { Surroundings } from './markdownInline.ts'
import { withoutExtension } from './markdownTargets.ts'
import { markdownText } from './markdownText.ts'
import type { SourceEntry } from './source.ts'

type Around = Omit<Surroundings, 'isWrapped'> & {
  /** The name of the file. */
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
export function entryOf(text: string, id: string, around: Around) {
  const { values, body, broken } = frontMatterOf(text)
  const front = new Front(values)
  const typed = front.one(TITLE)
  const isOurs = isOfThisSite(values)
  const visible = isOurs ? body : withoutComments(body, around.lose)
  const held = isOurs ? undefined : holdingText(`${broken?.lines ?? ''}\n${visible}`, around.name)
  const { heading, description, sections } = markdownText(
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
    description: [broken ? linesAsText(broken.lines.trim().split('\n')) : '', description]
      .filter((part) => part !== '')
      .join('\n\n'),
    sections,
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

  /** What has not been read, as text. */
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
