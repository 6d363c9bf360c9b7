import type { TableField } from '#contract/transfer.ts'

/** A column with what it is; null leaves it out. */
export type Column = { readonly name: string; readonly field: TableField | null }

/** Names of columns in English and German, those that say most first. */
export const NAMES: FieldNames<TableField> = [
  ['key', ['key', 'id', 'slug', 'uuid', 'Schlüssel', 'Kennung']],
  [
    'title',
    [
      ...['name', 'title', 'heading', 'headline', 'term', 'entry'],
      ...['Titel', 'Bezeichnung', 'Überschrift', 'Begriff', 'Eintrag', 'Stichwort'],
    ],
  ],
  [
    'kind',
    [
      ...['kind', 'type', 'category', 'folder', 'class'],
      ...['Art', 'Typ', 'Kategorie', 'Ordner', 'Rubrik', 'Klasse'],
    ],
  ],
  [
    'part',
    [
      ...['part', 'subtype', 'subcategory', 'subfolder', 'subclass'],
      ...['Teil', 'Untertyp', 'Unterart', 'Unterkategorie', 'Unterordner', 'Unterrubrik'],
    ],
  ],
  [
    'aliases',
    [
      ...['aliases', 'alias', 'other names', 'also known as', 'aka', 'synonyms', 'synonym'],
      ...['Aliasse', 'andere Namen', 'weitere Namen', 'auch bekannt als', 'Synonyme'],
    ],
  ],
  [
    'description',
    [
      ...['description', 'text', 'content', 'body', 'summary', 'entry text', 'definition'],
      ...['Beschreibung', 'Inhalt', 'Kurzbeschreibung', 'Zusammenfassung', 'Erklärung'],
    ],
  ],
  [
    'order',
    [
      ...['order', 'sort order', 'sort', 'position', 'number', 'no'],
      ...['Reihenfolge', 'Sortierung', 'Nummer', 'Nr', 'Rang'],
    ],
  ],
]

/** Letters and digits alone; umlauts and what is written instead of them are the same. */
const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/([aou])e/g, '$1')

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
 */
export function guessColumns(headers: readonly string[]): Column[] {
  const fields = namedColumns(headers, NAMES)
  const columns = headers.map((name) => ({ name, field: fields.get(name) ?? ('section' as const) }))
  if (columns.some(({ field }) => field === 'title')) return columns
  const first = columns.findIndex(({ field }) => field === 'section')
  return columns.map((column, index) => (index === first ? { ...column, field: 'title' } : column))
}
