import type { TableField } from '#contract/transfer.ts'
import { cutText } from '#shared/cutText.ts'
import { folded } from '../../text/keys.ts'
import { type Sentence, said } from '../../text/sentence.ts'

/** A column with what it is; null leaves it out. */
export type Column = { readonly name: string; readonly field: TableField | null }

/** Names of columns in English and German, those that say most first. */
const TEXTS: Readonly<Partial<Record<TableField, string>>> = {
  key: 'key, id, slug, uuid, Schlüssel, Kennung',
  title: `name, title, heading, headline, term, entry, Titel, Bezeichnung, Überschrift, Begriff,
    Eintrag, Stichwort`,
  kind: 'kind, type, category, folder, class, Art, Typ, Kategorie, Ordner, Rubrik, Klasse',
  part: `part, subtype, subcategory, subfolder, subclass, Teil, Untertyp, Unterart,
    Unterkategorie, Unterordner, Unterrubrik`,
  aliases: `aliases, alias, other names, also known as, aka, synonyms, synonym, Aliasse,
    andere Namen, weitere Namen, auch bekannt als, Synonyme`,
  summary: `summary, short description, teaser, excerpt, abstract, Kurzbeschreibung,
    Zusammenfassung, Anreißer`,
  starts: `starts, starts at, start, start date, start time, begins, event date, from, Beginn,
    beginnt, Anfang, Termin, von`,
  ends: 'ends, ends at, end, end date, end time, until, to, Ende, endet, bis',
  published: `published, published at, publish, publish date, publication date, posted, date,
    veröffentlicht, veröffentlicht am, Veröffentlichung, Datum`,
  location: 'location, venue, place, where, address, Ort, Veranstaltungsort, Adresse',
  scope: 'scope, event scope, Reichweite',
  attendance: 'attendance, event type, Teilnahme',
  seats: 'seats, capacity, Plätze, Sitzplätze',
  state: 'review state, Prüfstand',
  format: 'text format, Textformat',
  // A column of that name alone may be about what people of a world speak.
  language: 'text language, Textsprache',
  description: `description, text, content, body, summary, entry text, definition, Beschreibung,
    Inhalt, Kurzbeschreibung, Zusammenfassung, Erklärung`,
  order: 'order, sort order, sort, position, number, no, Reihenfolge, Sortierung, Nummer, Nr, Rang',
}
const NAMES: FieldNames<TableField> = Object.entries(TEXTS).map(([field, names]) => [
  field as TableField,
  names.split(/,\s+/),
])

type FieldNames<Field> = readonly (readonly [Field, readonly string[]])[]

function namedColumns<Field>(
  headers: readonly string[],
  known: FieldNames<Field>,
): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>()
  for (const [field, names] of known) {
    const found = names
      .map(folded)
      .map((name) => headers.find((header) => !fields.has(header) && folded(header) === name))
      .find((header) => header !== undefined)
    if (found !== undefined) fields.set(found, field)
  }
  return fields
}

/**
 * What the columns are by their names. Any other column is a section with its name; without a column of titles the
 * first of these has them.
 * @param known the fields that a row of the area can have
 */
export function guessColumns(headers: readonly string[], known: readonly TableField[]): Column[] {
  const fields = namedColumns(
    headers,
    NAMES.filter(([field]) => known.includes(field)),
  )
  const columns = headers.map((name) => {
    const held = fieldOfName(name)
    return { name, field: fields.get(name) ?? (held === undefined ? ('section' as const) : held) }
  })
  if (columns.some(({ field }) => field === 'title')) return columns
  const first = columns.findIndex(({ field }) => field === 'section')
  return columns.map((column, index) => (index === first ? { ...column, field: 'title' } : column))
}

const BY_NAME = new Map(
  NAMES.toReversed().flatMap(([field, names]) => names.map((name) => [folded(name), field])),
)

/** The field of a value that has a name, such as in front matter. */
export const fieldNamed = (name: string): TableField | undefined => BY_NAME.get(folded(name))

/* What a source says of who may see an entry: such entries are not published by an import. */

/** Words for what players don't see, in English and German, as `folded` has them. */
const HELD =
  /^(?:is|ist)?(?:drafts?|private|privat|secrets?|hidden|unpublished|spoilers?|(?:gm|dm|sl|nursl|master)(?:only|secrets?)?|entwurf|geheim(?:nis)?|verborgen|versteckt)$/
const NOTES =
  /^(?:gm|dm|sl|master|privat|private|secret|geheime?)(?:notes?|notizen?|infos?|texte?)$/
const PUBLIC =
  /^(?:is|ist)?(?:dg)?(?:publish(?:ed)?|public|shared?|visible|offentlich|veroffentlicht|sichtbar)$/
const STATUS = /^(?:status|state|visibility|access|audience|sichtbarkeit|zugriff)$/
const TAGS = /^(?:tags?|keywords?|labels?|schlagworte?r?)$/
const YES = /^(?:true|yes|y|on|1|x|ja|wahr|[✓✔☑])$/i
const NO = /^(?:false|no|n|off|0|nein|falsch|none|never|-)$/i

const isHeldTag = (text: string): boolean =>
  text.split(/[\s,;#[\]"']+/).some((tag) => tag.split('/').some((part) => HELD.test(folded(part))))

/** What a name says of its values: null leaves out what game masters note for themselves. */
export function fieldOfName(name: string): 'held' | null | undefined {
  if (NOTES.test(folded(name))) return null
  return HELD.test(folded(name)) ? 'held' : undefined
}

const saying = (text: string) => said('transfer.says', { text: cutText(text, 120) })

/** Why players don't see an entry that has this value; undefined if they do. */
export function holding(
  name: string,
  value: string,
  field: TableField | null | undefined,
): Sentence | undefined {
  const plain = folded(name)
  const isHeld =
    (field === 'held' && value !== '' && !NO.test(value)) ||
    (PUBLIC.test(plain) && NO.test(value)) ||
    (STATUS.test(plain) && HELD.test(folded(value))) ||
    (TAGS.test(plain) && isHeldTag(value))
  return isHeld ? saying(`${name}: ${value}`) : undefined
}

/** A switch says whether players see an entry, and nothing else. */
export const isSwitch = (name: string, value: string, field: TableField | null): boolean =>
  (field === 'held' || PUBLIC.test(folded(name))) && (YES.test(value) || NO.test(value))

/** Marks within a text: tags, callouts, and properties in lines of their own. */
const MARK = /(?:^|\s)#([\p{L}\p{N}_/-]{2,60})|^[ \t>]*\[!([\p{L}_-]{2,30})\]/gmu
const LINE =
  /^[ \t>*-]*([\p{L}][\p{L} _-]{1,30})\*{0,2}[ \t]*(?:::?|=)\*{0,2}[ \t]*["'[]?(\p{L}{1,12}|[01✓✔☑])["'\]]?[ \t]*$/gmu

/** Why players don't see a text. @param path of its file; a folder may say so */
export function holdingText(text: string, path: string): Sentence | undefined {
  const folder = path
    .split('/')
    .slice(0, -1)
    .find((part) => HELD.test(folded(part)))
  if (folder !== undefined) return saying(`${folder}/`)
  for (const [mark, tag, callout = ''] of text.matchAll(MARK))
    if (tag === undefined ? HELD.test(folded(callout)) : isHeldTag(tag)) return saying(mark.trim())
  for (const [line, name = '', value = ''] of text.matchAll(LINE)) {
    const field = fieldOfName(name)
    if ((field !== 'held' || YES.test(value)) && holding(name, value, field))
      return saying(line.trim())
  }
  return undefined
}
