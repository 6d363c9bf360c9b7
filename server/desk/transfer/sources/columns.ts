import type { TableField } from '#contract/transfer.ts'
import { folded } from '../names.ts'
import { fieldOfName } from './holding.ts'

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
export const NAMES: FieldNames<TableField> = Object.entries(TEXTS).map(([field, names]) => [
  field as TableField,
  names.split(/,\s+/),
])

export type FieldNames<Field> = readonly (readonly [Field, readonly string[]])[]

/** The fields of columns by their names, each field once. */
export function namedColumns<Field>(
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
