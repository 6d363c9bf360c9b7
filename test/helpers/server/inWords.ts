import { inEnglish, type Sentence } from '#server/text/sentence.ts'

type Kept = ReadonlyMap<unknown, unknown> | Uint8Array | ((...args: never[]) => unknown)
type InWords<Value> = Value extends Sentence
  ? string
  : Value extends Kept
    ? Value
    : Value extends object
      ? { [Name in keyof Value]: InWords<Value[Name]> }
      : Value

const isSentence = (value: object): value is Sentence =>
  'key' in value &&
  /^[a-z]+\.\w/.test(String(value.key)) &&
  Object.keys(value).every((name) => name === 'key' || name === 'values')

/** What a reader has found, with its sentences in English. */
export const inWords = <Value>(value: Value): InWords<Value> => worded(value) as InWords<Value>

function worded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(worded)
  if (typeof value !== 'object' || value === null || value.constructor !== Object) return value
  if (isSentence(value)) return inEnglish(value)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, worded(one)]))
}
