import { personName } from '../parts/auditSentences.ts'
import { fieldName } from '../parts/fieldName.ts'

/** Null stands for a field that is null or absent. */
export type Change = { readonly field: string; readonly before: unknown; readonly after: unknown }

/** Fields that the server sets with every change: they say nothing about it. */
const NOISE: readonly string[] = ['id', 'updated_at', 'sequence', 'entry_id']

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (state: unknown): Fields =>
  typeof state === 'object' && state !== null && !Array.isArray(state) ? (state as Fields) : {}

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

const isSame = (one: unknown, other: unknown): boolean =>
  (isNothing(one) && isNothing(other)) || JSON.stringify(one) === JSON.stringify(other)

/** The fields in which the two states of a record differ, in the order of the record. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => !NOISE.includes(field) && !isSame(old[field], now[field]))
    .map((field) => ({ field, before: old[field] ?? null, after: now[field] ?? null }))
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** A time as ISO 8601, from a text or from milliseconds in a field that is named after a time; null for other values. */
export function timeIn(field: string, value: unknown): string | null {
  if (typeof value === 'string' && MOMENT.test(value)) return value
  const isTime = /_(at|until)$/.test(field)
  return isTime && typeof value === 'number' ? new Date(value).toISOString() : null
}

/** A value as lines of text: a member by username, a picture by URL, a list item by item. */
export function textOf(value: unknown): string {
  if (isNothing(value)) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).join('\n\n')
  if (typeof value === 'object') {
    const fields = value as Fields
    if (typeof fields['username'] === 'string') return personName(fields['username'])
    if (typeof fields['url'] === 'string') return fields['url']
    return Object.entries(fields)
      .filter(([field, one]) => !NOISE.includes(field) && !isNothing(one))
      .map(([field, one]) => `${fieldName(field)}: ${textOf(one)}`)
      .join('\n')
  }
  return JSON.stringify(value)
}
