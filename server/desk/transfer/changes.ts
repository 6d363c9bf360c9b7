import type { FieldChange } from '#contract/schemas/transfer.ts'
import type { ChangedField } from '#contract/transfer.ts'
import { aliasesIn } from '../aliases.ts'
import type { FlatSection } from '../sections.ts'

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
  display_name: 'title',
  download_file_name: 'file',
  digest: 'file',
  withdrawn_at: 'state',
}
/** Columns whose values are nothing to read. */
const BARE = new Set([
  ...['picture', 'position', 'digest'],
  ...['approved_at', 'rejected_at', 'withdrawn_at', 'unpublished_at', 'cancelled_at'],
  ...['waiting_max', 'registration_closes_at', 'confirm_hours', 'questions'],
])

type Version = { readonly columns: object; readonly sections: readonly FlatSection[] }

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
