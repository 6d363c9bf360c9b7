import { LONG_TEXT_MAX, TEXT_MAX } from '#contract/fields.ts'
import { ENTRY_STATES, type EntryState } from '#contract/sets.ts'
import type { ImportMapping } from '#contract/transfer.ts'
import { cutText } from '#shared/cutText.ts'
import { nameKey, printable, titleKey } from '../../text/keys.ts'
import { plainText } from '../../text/light.ts'
import { sha256 } from '../../text/secrets.ts'
import { type Sentence, said, sentenceIn } from '../../text/sentence.ts'
import { nested } from '../reading.ts'
import {
  bodyOf,
  decodedName,
  entryUrl,
  escapedLine,
  escapedLines,
  headingOf,
  lineWithin,
  paragraphs,
  piecesOf,
  type SourceSection,
  type Texts,
  textsOf,
  withPictures,
} from './light.ts'
import type { Loss, Place, Source, SourceEntry } from './source.ts'

export type Named = { readonly key: string; readonly name: string }
/** An entry of another program as rows of our own files have it. */
export type SourceRecord = {
  readonly key: string
  readonly title: string
  readonly isLight: boolean
  /** Two letters; absent where the source says none. */
  readonly language?: string
  /** Null where the source knows none: then it is public. */
  readonly state: EntryState | null
  readonly rejection_reason: string | null
  readonly kind: Named | null
  /** Its key is unique among the parts of all kinds. */
  readonly part: Named | null
  readonly aliases: readonly string[]
  /** Name of its own picture in the source. */
  readonly picture?: string | null
  readonly description: string
  readonly sections: ReturnType<typeof nested>
  /** What else the source says, by its names; what only some areas have. */
  readonly fields: Readonly<Record<string, string>>
}
export type Records = {
  readonly records: readonly SourceRecord[]
  /** Keyed by the index of the record. */
  readonly places: readonly Place[]
  readonly losses: readonly Loss[]
}

/** Types or categories that are here, and what is within them. */
export type Names = {
  readonly kinds: readonly Named[]
  readonly parts: readonly (Named & { readonly parent: string })[]
  /** Keys of entries that are public or decided about. */
  readonly decided: ReadonlySet<string>
  /** What becomes of an entry that players don't see in its source. */
  readonly unpublished: 'review' | 'draft' | 'out'
}

export type Limits = {
  readonly titleMax: number
  /** Other names of an entry. */
  readonly aliasesMax: number
  /** Sections become headings of the one text of an entry. */
  readonly isOneText?: true
}

/** What is cut where it is too long. */
type What = 'title' | 'section_title' | 'kind_name'

const KEY_MAX = 120
/** What an entry is called whose source has no kind. */
const NAME_MAX = 100

/** Keys of the entries by their ids, which are numbers in some programs. */
const keyOf = ({ id, fields }: SourceEntry, prefix: string): string =>
  shortKey(fields.key?.trim() || `${prefix}${id}`)

/** A long key keeps its beginning; the digest makes it unique. */
const shortKey = (id: string): string => {
  const key = printable(id).trim()
  return key.length <= KEY_MAX
    ? key
    : `${cutText(key, KEY_MAX - 17).trimEnd()}-${sha256(id).slice(0, 16)}`
}

type Recording = {
  /** Keeps the ids of one program apart from those of others. */
  readonly keyPrefix: string
  readonly mapped: Mapped
  readonly limits: Limits
  /** Names of existing rows; `here` has the keys of all entries. */
  readonly names: Names & { readonly here: ReadonlySet<string>; readonly language: string }
  readonly pictureText: (name: string, place: Place) => string | null
}
type Mapped = NonNullable<ImportMapping['kinds']>

/** Our own records of a source, with everything within the limits of a row. */
export function recordsOf(source: Source, recording: Recording): Records {
  const { keyPrefix, limits, names, pictureText } = recording
  const { titleMax, aliasesMax, isOneText } = limits
  const losses: Loss[] = [...source.losses]
  const all = new Map(source.entries.map((entry) => [entry.id, keyOf(entry, keyPrefix)]))
  const taken = source.entries.filter((entry) =>
    isTaken(entry, recording, { key: all.get(entry.id) ?? '', losses }),
  )
  const keys = keysOf(taken, all, names.here)
  const wiki = wikiNames(taken)
  const records = taken.map((found) => {
    const lose = (problem: Sentence) => losses.push({ place: found.place, problem })
    const entry = withList(found, { language: names.language, wiki, lose })
    const cut = (text: string, max: number, what: What) =>
      lineWithin(text, max, () =>
        lose(said('transfer.cut', { what: said(`transfer.what.${what}`), limit: max })),
      )
    const isPlain = entry.fields.format === 'plain'
    const { isTyped, ...texts } = textsIn(entry, isOneText === true)
    const text = (typed: string) => {
      if (!isPlain) return lightText(typed)
      return isTyped ? unescaped(lightText(typed)) : plainText('light', printable(typed))
    }
    const lightText = (typed: string) =>
      withPictures(withEntries(printable(typed), { keys, all, lose }), (name) =>
        pictureText(name, found.place),
      )
    const title = cut(entry.title, titleMax, 'title') || cut(entry.id, titleMax, 'title')
    const sections = texts.sections.flatMap((section) =>
      partsOf(
        {
          ...section,
          title: cut(section.title, TEXT_MAX, 'section_title') || title,
          content: text(section.content),
        },
        LONG_TEXT_MAX,
      ),
    )
    const [description = '', ...further] = piecesOf(text(texts.description), LONG_TEXT_MAX)
    if (isOneText && further.length > 0) lose(said('transfer.cut_text', { limit: LONG_TEXT_MAX }))
    const rest = isOneText ? [] : further.map((content) => ({ title, content, level: 0 }))
    return {
      key: keys.get(entry.id) ?? entry.id,
      title,
      ...kindOf(entry, recording, (name) => cut(name, NAME_MAX, 'kind_name')),
      isLight: !isPlain,
      ...(entry.fields.language !== undefined && { language: entry.fields.language }),
      ...stateOf(entry),
      aliases: aliasesOf(entry, aliasesMax, lose),
      picture: entry.picture ?? null,
      description,
      sections: nested([...rest, ...sections]),
      fields: entry.fields,
    }
  })
  return { records, places: taken.map(({ place }) => place), losses }
}

/** @param isOneText sections are headings of the one text, which may be as it was typed */
function textsIn({ body, whole }: SourceEntry, isOneText: boolean): Texts & { isTyped: boolean } {
  const parts = textsOf(body)
  if (!isOneText) return { ...parts, isTyped: false }
  const description = whole ?? bodyOf(parts.description, nested(parts.sections))
  return { description, sections: [], isTyped: whole !== undefined }
}

const stateOf = ({
  held,
  fields,
}: SourceEntry): Pick<SourceRecord, 'state' | 'rejection_reason'> => ({
  state: held ? 'pending' : (ENTRY_STATES.find((state) => state === fields.state) ?? null),
  rejection_reason: fields.rejection_reason ?? null,
})

/** The kind and the part of an entry: those that are here by their names, others with keys made of their names. */
function kindOf(
  { kind, part }: SourceEntry,
  { mapped, names: { kinds, parts } }: Recording,
  cut: (name: string) => string,
): Pick<SourceRecord, 'kind' | 'part'> {
  const name = cut(targetOf(kind, mapped) ?? '')
  if (name === '') return { kind: null, part: null }
  const own = kinds.find((one) => titleKey(one.name) === titleKey(name)) ?? {
    key: nameKey(name),
    name,
  }
  const partName = cut(part ?? '')
  if (partName === '') return { kind: own, part: null }
  const known = parts.find(
    (one) => one.parent === own.key && titleKey(one.name) === titleKey(partName),
  )
  const key = shortKey(`${own.key}-${nameKey(partName)}`)
  return { kind: own, part: known ?? { key, name: partName } }
}

function aliasesOf(
  { aliases }: SourceEntry,
  max: number,
  lose: (problem: Sentence) => void,
): string[] {
  const names = [...new Set(aliases.map((alias) => printable(alias).replace(/\s+/g, ' ').trim()))]
  const good = names.filter((name) => name !== '' && name.length <= NAME_MAX)
  for (const name of names)
    if (name.length > NAME_MAX) lose(said('transfer.long_name', { name: cutText(name, 60) }))
  for (const name of good.slice(max)) lose(said('transfer.no_room_for_name', { name }))
  return good.slice(0, max)
}

/* Which entries of a source are imported. */

/** The name of the type or category of a kind; null: it is left out. */
export const targetOf = (kind: string | null, mapped: Mapped): string | null => {
  const name = kind ?? ''
  // Objects have values of their own under names such as `constructor`.
  const target = Object.hasOwn(mapped, name) ? mapped[name] : undefined
  return target === undefined ? name : target
}

/** What players don't see is not published, and changes nothing that is. */
function isTaken(
  { kind, held, place }: SourceEntry,
  { mapped, names: { decided, unpublished } }: Recording,
  { key, losses }: { readonly key: string; readonly losses: Loss[] },
): boolean {
  if (targetOf(kind, mapped) === null) return false
  if (held === undefined) return true
  const fate = decided.has(key) ? 'kept' : unpublished
  losses.push({ place, problem: said(`transfer.held_${fate}`, { why: held }) })
  return fate === 'review' || fate === 'draft'
}

/** Keys to which texts link: of entries that come, and of those that are here. */
function keysOf(
  taken: readonly SourceEntry[],
  all: ReadonlyMap<string, string>,
  here: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const coming = new Set(taken.map(({ id }) => id))
  return new Map([...all].filter(([id, key]) => coming.has(id) || here.has(key)))
}

const unescaped = (text: string): string => text.replace(/\\([\\*_[\]|>#+:~.)-])/g, '$1')

/** Brackets of a text that was typed without formatting have a backslash in its export. */
const ENTRY = /(\\?\[)((?:[^\]\\]|\\.)*?)(\\?\])\(entry:([^)\s]+)\)/g
type Linking = {
  /** Keys of new and existing entries. */
  readonly keys: ReadonlyMap<string, string>
  /** Keys of the whole source: links to the other ones become words. */
  readonly all: ReadonlyMap<string, string>
  readonly lose: (problem: Sentence) => void
}
const withEntries = (text: string, { keys, all, lose }: Linking): string =>
  text.replace(ENTRY, (link, open: string, words: string, close: string, address: string) => {
    const id = decodedName(address)
    const key = keys.get(id)
    if (key !== undefined) return `${open}${words}${close}(${entryUrl(key)})`
    if (!all.has(id)) return link
    lose(said('transfer.link_left_out', { name: cutText(words, 120) }))
    return words
  })

/** A section that is too long goes on in another one. */
const partsOf = (section: SourceSection, max: number): SourceSection[] =>
  piecesOf(section.content, max).map((content, index) => ({
    ...section,
    content,
    ...(index > 0 && { title: `${cutText(section.title, TEXT_MAX - 8)} (${index + 1})` }),
  }))

/* Values of an entry that no field has, as a list in its text. */

const VALUES_MAX = 50
/** Names that the report says of one entry. */
const NAMED_MAX = 100

const fileName = (name: string): string => (name.split('/').at(-1) ?? '').toLowerCase()

/** Ids of entries by what links of a wiki call them. */
const wikiNames = (entries: readonly SourceEntry[]): ReadonlyMap<string, string> =>
  new Map(
    entries.flatMap(({ id, title }) =>
      [title.toLowerCase(), fileName(id)].map((name) => [name, id]),
    ),
  )

const WIKI = /\[\[([^\][|#^]+)[^\][|]*(?:\|([^\][]+))?\]\]/g

/** The lines of a value as they are, with links of a wiki. */
function valueText(value: string, wiki: ReadonlyMap<string, string>): string {
  let at = 0
  const parts: string[] = []
  for (const { 0: link, 1: target = '', 2: words = target, index } of value.matchAll(WIKI)) {
    const id = wiki.get(fileName(target.trim()))
    const shown = id === undefined ? link : words.trim()
    parts.push(escapedLines(value.slice(at, index)), escapedLine(shown))
    if (id !== undefined) parts.push(`[${parts.pop()}](${entryUrl(id)})`)
    at = index + link.length
  }
  return [...parts, escapedLines(value.slice(at))].join('').replace(/\n/g, '\n    ')
}

type Listing = {
  /** The language of the title of the section. */
  readonly language: string
  readonly wiki: ReadonlyMap<string, string>
  readonly lose: (problem: Sentence) => void
}

function withList(
  { list = [], ...entry }: SourceEntry,
  { language, wiki, lose }: Listing,
): SourceEntry {
  if (list.length === 0) return entry
  const more = list.slice(VALUES_MAX).map(([name]) => cutText(name, 60))
  if (more.length > 0) {
    const names = more.slice(0, NAMED_MAX)
    lose(said('transfer.values_cut', { limit: VALUES_MAX, names, count: more.length }))
  }
  const title = sentenceIn(language, said('imported.details'))
  const content = list
    .slice(0, VALUES_MAX)
    .map(([name, value]) => `${escapedLine(name)}\n: ${valueText(value, wiki)}`)
    .join('\n\n')
  const { whole, body } = entry
  const withIt = (text: string) => paragraphs(text, headingOf(1, title), content)
  return { ...entry, body: withIt(body), ...(whole !== undefined && { whole: withIt(whole) }) }
}
