import { listed } from '#shared/lists.ts'
import { ENGLISH } from '../config/locales.ts'
import { type Texts, textsIn } from './languages.ts'

/*
 * Sentences of answers by their keys: code that finds something to say knows no language, and the answer is rendered in
 * that of its request. A sentence is plain data, which threads and JSON take.
 */

/** The parts of `sentences.json`, and the whole of `refusals.json`. */
export type SentenceTexts = Pick<Texts, 'refusals'> & Texts['sentences']

/** Plural forms of one sentence have one key: `rows_one` and `rows_other` are `rows`. */
export type Singular<Name extends string> = Name extends `${infer Stem}_${'one' | 'other'}`
  ? Stem
  : Name
type KeysOf<Part> = {
  [Name in keyof Part & string]: Part[Name] extends string
    ? Singular<Name>
    : `${Name}.${KeysOf<Part[Name]>}`
}[keyof Part & string]

/** Such as `refusals.not_found`: the file or part of it, then the name within it. */
export type SentenceKey = KeysOf<SentenceTexts>

type Value = string | number | Sentence | readonly string[] | undefined
type Values = Readonly<Record<string, Value>>
export type Sentence = {
  readonly key: SentenceKey
  /** Values that replace `{{name}}`; `count`, or else the first number, chooses the plural form. */
  readonly values?: Values
}

export const said = (key: SentenceKey, values?: Values): Sentence =>
  values === undefined ? { key } : { key, values }

/** @param language two letters; a sentence that the language lacks is English */
export function sentenceIn(language: string, { key, values = {} }: Sentence): string {
  const count = values['count'] ?? Object.values(values).find((one) => typeof one === 'number')
  const text = textOf(language, key, count) ?? key
  return text.replace(/{{(\w+)(, number)?}}/g, (_all, name: string, isNumber?: string) =>
    shown(language, values[name], isNumber !== undefined),
  )
}

/** In English, for logs and the command line. */
export const inEnglish = (sentence: Sentence): string => sentenceIn(ENGLISH, sentence)

function textOf(language: string, key: string, count: Value): string | undefined {
  const texts = flatTexts(textsIn(language))
  const form = typeof count === 'number' ? new Intl.PluralRules(language).select(count) : 'other'
  return texts.get(`${key}_${form}`) ?? texts.get(key) ?? texts.get(`${key}_other`)
}

/** @param isNumber written as numbers are in the language; else its digits alone, as of ids and years */
function shown(language: string, value: Value, isNumber: boolean): string {
  if (typeof value === 'number')
    return isNumber ? new Intl.NumberFormat(language).format(value) : String(value)
  if (typeof value === 'string') return value
  if (value === undefined) return ''
  if ('key' in value) return sentenceIn(language, value)
  return listed(value, language)
}

const flattened = new WeakMap<object, ReadonlyMap<string, string>>()

function flatTexts(texts: Texts): ReadonlyMap<string, string> {
  const known = flattened.get(texts)
  if (known !== undefined) return known
  const { refusals, sentences } = texts
  const flat = new Map(leavesOf({ refusals, ...sentences }, ''))
  flattened.set(texts, flat)
  return flat
}

function leavesOf(part: object, path: string): [key: string, text: string][] {
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'string') return [[`${path}${name}`, value] as [string, string]]
    return typeof value === 'object' && value !== null ? leavesOf(value, `${path}${name}.`) : []
  })
}
