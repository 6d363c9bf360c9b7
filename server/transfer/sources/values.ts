import { ENTRY_STATES, TEXT_FORMATS } from '#contract/sets.ts'
import { CONTENT_FIELDS, type TableField } from '#contract/transfer.ts'
import { cutText } from '#shared/cutText.ts'
import { said } from '../../text/sentence.ts'
import { type Column, fieldNamed, fieldOfName, holding, isSwitch } from './fields.ts'
import { below, escapedLines, paragraphs } from './light.ts'
import type { Loss, Reading, Source, SourceEntry } from './source.ts'

/* Values that a source has by name, such as front matter: each goes to a field, to the list of values, or stays out. */

/** Names on the screen. Those beyond go where they are guessed to go. */
const COLUMNS_MAX = 200
/** Properties of programs, of which readers have nothing. */
const TECHNICAL =
  /^(?:position|css-?class(?:es)?|_?ids?|[ug]?uid|guid|notion-?id|permalink|slug|layout|sticker|banner_[xy]|(?:excalidraw|kanban|linter|dg|obsidian).*)$/i
/** Names that exports of ours have beside fields. */
const OURS = new Set([
  ...['rejection_reason', 'waiting_max', 'confirm_hours', 'registration_closes_at', 'questions'],
  ...['event_kind', 'how_to_get_in', 'series'],
  ...['companions_max', 'companion_names', 'guests'],
  ...['slots', 'takes_offers', 'parent', 'slot', 'table'],
])

type Known = readonly TableField[]
type Fields = ReadonlyMap<string, TableField | null>

type Options = Pick<Reading, 'fields' | 'decided'> & {
  /** Its dates and places are those of a world. */
  readonly isWorld: boolean
}

/** The source with its values where they go. */
export function withValues(
  source: Source,
  { isWorld, fields: known, decided }: Options,
): { readonly source: Source; readonly columns: Column[] } {
  const own = new Map(Object.entries(decided))
  const fields = new Map<string, TableField | null>()
  const counts = new Map<string, number>()
  for (const name of source.entries.flatMap((entry) => Object.keys(entry.fields))) {
    const field = own.get(name)
    counts.set(name, (counts.get(name) ?? 0) + 1)
    fields.set(name, field === undefined ? guessed(name, isWorld, known) : field)
  }
  const found = source.entries.map((entry) => new Placing(entry, fields, known).run())
  const entries = found.toSorted((a, b) => a.order - b.order).map(({ entry }) => entry)
  const losses = [...fields].flatMap(([name, field]) =>
    field === null ? [leftOut(name, counts.get(name) ?? 0)] : [],
  )
  const columns = Array.from(fields, ([name, field]) => ({ name, field })).filter(
    ({ name }) => !OURS.has(name),
  )
  return {
    source: { ...source, entries, losses: [...source.losses, ...losses] },
    columns: columns.slice(0, COLUMNS_MAX),
  }
}

export const leftOut = (name: string, count: number): Loss => ({
  place: said('transfer.place.file'),
  problem: said('transfer.field_left_out', { name: cutText(name, 120), count }),
})

function guessed(name: string, isWorld: boolean, known: Known): TableField | null {
  if (isWorld) return 'list'
  if (TECHNICAL.test(name)) return null
  const held = fieldOfName(name)
  if (held !== undefined) return held
  const field = /^(?:key|format|state|language)$/.test(name)
    ? known.find((one) => one === name)
    : CONTENT_FIELDS.find((one) => one === fieldNamed(name) && known.includes(one))
  return field ?? 'list'
}

export const namesIn = (text: string): string[] =>
  text
    .split(/[,;|\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Values that mean something; others are any words. */
const VALID: Partial<Record<TableField, (value: string) => boolean>> = {
  state: (value) => ENTRY_STATES.some((one) => one === value),
  format: (value) => TEXT_FORMATS.some((one) => one === value),
  language: (value) => /^[a-z]{2}$/.test(value),
  order: (value) => !Number.isNaN(numberIn(value)),
}
const numberIn = (text: string): number => Number(text.replace(',', '.') || Number.NaN)
export const isValid = (field: TableField, value: string): boolean => VALID[field]?.(value) ?? true

/** Puts the values of one entry where they go. */
class Placing {
  readonly #entry: SourceEntry
  readonly #columns: Fields
  readonly #isArticle: boolean
  readonly #filled = new Map<string, string>()
  readonly #list: (readonly [string, string])[] = []

  constructor(entry: SourceEntry, columns: Fields, known: Known) {
    this.#entry = entry
    this.#columns = columns
    this.#isArticle = known.includes('published')
  }

  run(): { entry: SourceEntry; order: number } {
    const { fields, ...entry } = this.#entry
    let { held, aliases } = entry
    let { body } = entry
    const isOurs = 'key' in fields && 'format' in fields
    for (const [name, value] of Object.entries(fields)) {
      const field = this.#columns.get(name) ?? null
      const why = holding(name, value, field)
      // Drafts are nothing special among news.
      if (why && this.#isArticle && DRAFT.test(name)) this.#filled.set('draft', 'true')
      else held ??= why
      if (isOurs && OURS.has(name)) this.#filled.set(name, value)
      else if (field === null || isSwitch(name, value, field)) continue
      else if (field === 'aliases') aliases = [...aliases, ...namesIn(value)]
      else if (field === 'description') body = beforeSections(body, escapedLines(value))
      else if (field === 'section') body = paragraphs(body, below(1, name, escapedLines(value)))
      else this.#fill(field, name, value)
    }
    const order = numberIn(this.#take('order') ?? String(Number.MAX_VALUE))
    const placed = {
      ...entry,
      title: this.#take('title') ?? entry.title,
      kind: this.#take('kind') ?? entry.kind,
      part: this.#take('part') ?? entry.part,
      aliases,
      body,
      list: [...(entry.list ?? []), ...this.#list],
      ...(held && { held }),
      fields: Object.fromEntries(this.#filled),
    }
    return { entry: placed, order }
  }

  /** The first value counts; further ones are in the list. */
  #fill(field: TableField, name: string, value: string): void {
    const isFree = field !== 'list' && field !== 'held' && !this.#filled.has(field)
    if (isFree && isValid(field, value)) this.#filled.set(field, value)
    else this.#list.push([name, value])
  }

  #take(field: TableField): string | undefined {
    const value = this.#filled.get(field)
    this.#filled.delete(field)
    return value
  }
}
const DRAFT = /^(?:draft|entwurf|publish(?:ed)?|veröffentlicht)$/i

/** A text before the first heading of another one. */
function beforeSections(body: string, text: string): string {
  const at = body.search(/^#{1,6} /m)
  const end = at === -1 ? body.length : at
  return paragraphs(body.slice(0, end).trim(), text.trim(), body.slice(end).trim())
}
