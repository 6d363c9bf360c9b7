import {
  type ChangedField,
  type EntryFate,
  type EntryPreview,
  type FieldChange,
  type Losses,
  PREVIEWS_MAX,
  type PreviewOf,
  type TransferReport,
} from '#contract/transfer.ts'
import { ENGLISH } from '../config/locales.ts'
import type { FlatSection } from '../desk/sections.ts'
import { aliasesIn } from '../desk/translations.ts'
import { parseLight } from '../text/light.ts'
import type { Import, ImportFile } from './format.ts'
import type { Counts, NotedEntry } from './keyedRows.ts'
import type { Problem } from './reading.ts'
import { type Loss, lossIn } from './sources/source.ts'

/** Losses within a report; all of them come in lines before it. */
const LOSSES_MAX = 500
/** Kinds of losses in a report, and losses of one kind. */
const KINDS_MAX = 200
const EXAMPLES_MAX = 3
/** Characters of all losses, of some 50 MB. */
const ALL_MAX = 25_000_000
const CHUNK = 1000

/** Entries, rows and files that are not there afterwards. */
const ABSENT = new Set(
  [
    ...['row_untitled', 'key_twice', 'id_twice', 'document_twice', 'nameless_file'],
    ...['nameless_documents', 'private_entity', 'hidden_pages', 'large_entity', 'long_text'],
    ...[
      'unreadable_left_out',
      'first_sheet_only',
      'column_left_out',
      'event_without_start',
      'open_comment',
    ],
    ...['held_review', 'held_draft', 'held_out', 'held_kept', 'foundry_unknown'],
  ].map((name) => `transfer.${name}`),
)
/** Things around the words. */
const AROUND = /picture|link|address|contents|macros|headers|charts|unused|indentation|seen|taken/

const seriousness = (kind: string): number => (ABSENT.has(kind) ? 0 : AROUND.test(kind) ? 2 : 1)

/** Losses by their kind, the most serious first: many of one kind hide no other one. */
const grouped = (losses: readonly Loss[]) =>
  [...Map.groupBy(losses, ({ problem }) => problem.key)].toSorted(
    ([one, ones], [other, others]) =>
      seriousness(one) - seriousness(other) || ones.length - others.length,
  )

const NOTHING = {
  counts: { added: 0, changed: 0, unchanged: 0 },
  entries: { fates: { new: 0, changed: 0, same: 0 }, previews: [] },
}

/** @param outcome what was written, or the problems because of which nothing was */
export function reportOf(
  { language = ENGLISH, noteLosses }: Pick<Import, 'language' | 'noteLosses'>,
  { losses, recognised }: Pick<ImportFile, 'losses' | 'recognised'>,
  outcome: { readonly counts: Counts; readonly entries: EntryNotes } | readonly Problem[],
): TransferReport {
  const { counts, entries } = 'counts' in outcome ? outcome : NOTHING
  const kinds = grouped(losses)
  if (losses.length > LOSSES_MAX && noteLosses)
    noteAll(
      kinds.flatMap(([, all]) => all),
      language,
      noteLosses,
    )
  return {
    ...counts,
    problems: 'counts' in outcome ? [] : outcome.map((one) => lossIn(language, one)),
    losses: losses.slice(0, LOSSES_MAX).map((one) => lossIn(language, one)),
    more_losses: Math.max(0, losses.length - LOSSES_MAX),
    kinds_of_losses: kinds.slice(0, KINDS_MAX).map(([, all]) => ({
      count: all.length,
      examples: all.slice(0, EXAMPLES_MAX).map((one) => lossIn(language, one)),
    })),
    recognised,
    fates: entries.fates,
    previews: entries.previews,
  }
}

function noteAll(losses: readonly Loss[], language: string, note: (losses: Losses) => void): void {
  let room = ALL_MAX
  for (let from = 0; from < losses.length && room > 0; from += CHUNK) {
    const chunk = losses.slice(from, from + CHUNK).map((one) => lossIn(language, one))
    const fitting = chunk.filter(({ place, problem }) => {
      room -= place.length + problem.length + 2
      return room > 0
    })
    note({ losses: fitting })
  }
}

/** Counts the entries of an import, and shows some of them. */
export class EntryNotes {
  readonly fates: Record<EntryFate, number> = { new: 0, changed: 0, same: 0 }
  readonly previews: EntryPreview[] = []
  readonly #shown: PreviewOf | undefined
  #at = 0

  /** @param shown none are shown without it */
  constructor(shown: PreviewOf | undefined) {
    this.#shown = shown
  }

  note({ title, fate, changes, text }: NotedEntry): void {
    this.fates[fate]++
    if (this.#shown === undefined || (this.#shown.fate ?? fate) !== fate) return
    const place = this.#at++ - this.#shown.from
    if (place < 0 || place >= PREVIEWS_MAX) return
    const whole = text()
    this.previews.push({
      title,
      fate,
      changes: changes(),
      text: whole,
      tree: parseLight(whole),
    })
  }
}

/** What people call the columns of an entry. Others, such as times of changes, are no field of an entry. */
const FIELDS: Readonly<Record<string, ChangedField>> = {
  title: 'title',
  kind: 'kind',
  category_id: 'kind',
  type_id: 'kind',
  subcategory_id: 'part',
  quick_subcategory_id: 'part',
  subtype_id: 'part',
  aliases: 'aliases',
  format: 'format',
  language: 'language',
  picture: 'picture',
  position: 'order',
  approved_at: 'state',
  rejected_at: 'state',
  short_description: 'summary',
  publish_at: 'published',
  starts_at: 'starts',
  ends_at: 'ends',
  location: 'location',
  event_scope: 'scope',
  event_type: 'attendance',
  seats: 'seats',
  waiting_max: 'seats',
  registration_closes_at: 'seats',
  confirm_hours: 'seats',
  questions: 'seats',
  unpublished_at: 'state',
  cancelled_at: 'state',
  description: 'description',
}
const BARE = new Set([
  ...['picture', 'position'],
  ...['approved_at', 'rejected_at', 'unpublished_at', 'cancelled_at'],
  ...['waiting_max', 'registration_closes_at', 'confirm_hours', 'questions'],
])

export type Version = { readonly columns: object; readonly sections: readonly FlatSection[] }

/**
 * Fields of an entry that differ.
 * @param nameOf the name of the category or type to which a column refers
 */
export function changesOf(
  before: Version,
  after: Version,
  nameOf: (column: string, id: number) => string | undefined,
): FieldChange[] {
  const known = new Map<string, unknown>(Object.entries(before.columns))
  const shown = (column: string, value: unknown): string | null => {
    if (typeof value === 'number') return nameOf(column, value) ?? null
    if (typeof value !== 'string') return null
    return (column === 'aliases' ? aliasesIn(value).join(', ') : value) || null
  }
  const fields = Object.entries(after.columns).flatMap(([column, value]): FieldChange[] => {
    const field = FIELDS[column]
    if (field === undefined || known.get(column) === value) return []
    const [was, is] = BARE.has(column)
      ? [null, null]
      : [shown(column, known.get(column)), shown(column, value)]
    return [{ field, name: '', before: was, after: is }]
  })
  return [...once(fields), ...sectionChanges(before.sections, after.sections)]
}

/** Several columns of a state, or of a registration, are one field: that with values counts. */
const once = (changes: readonly FieldChange[]): FieldChange[] =>
  [...Map.groupBy(changes, ({ field }) => field).values()].flatMap((same) => {
    const readable = same.filter(({ before, after }) => before !== null || after !== null)
    return readable.length > 0 ? readable : same.slice(0, 1)
  })

/** Sections are the same by their titles; of several with one title the first is that of the first. */
function sectionChanges(before: readonly FlatSection[], after: readonly FlatSection[]) {
  const left = [...before]
  const changes: FieldChange[] = []
  const add = (name: string, was: string | null, is: string | null) =>
    changes.push({ field: 'section', name, before: was, after: is })
  for (const { title, content, level } of after) {
    const at = left.findIndex((one) => one.title === title)
    const [known] = at < 0 ? [] : left.splice(at, 1)
    if (known === undefined) add(title, null, content)
    else if (known.content !== content) add(title, known.content, content)
    else if (known.level !== level) add(title, null, null)
  }
  for (const { title, content } of left) add(title, content, null)
  return changes
}
