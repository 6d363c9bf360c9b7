import { textOf, UnreadableText } from '../../text/handMade.ts'
import { type Sentence, said } from '../../text/sentence.ts'
import { type Loss, type SourceFile, UnreadableSource } from './source.ts'

/*
 * JSON of another program. Nothing is known of its shape, and numbers are text as written: ids may be larger than what a
 * number holds.
 */

export type Json = string | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** @throws UnreadableSource */
function foreignJson(bytes: Uint8Array): Json {
  try {
    return parsedJson(textOf(bytes))
  } catch (error) {
    if (error instanceof UnreadableText) throw new UnreadableSource(error.sentence)
    throw error
  }
}

/** @throws UnreadableSource */
export function parsedJson(text: string): Json {
  try {
    return JSON.parse(
      text,
      (_name: string, value: unknown, context?: { readonly source?: string }) =>
        typeof value === 'number' ? (context?.source ?? String(value)) : value,
    ) as Json
  } catch (error) {
    throw new UnreadableSource(
      error instanceof RangeError ? said('transfer.json_deep') : said('transfer.json_invalid'),
    )
  }
}

/** A value within objects; null if there is none. */
export function jsonAt(value: Json, ...path: readonly string[]): Json {
  let found: Json = value
  for (const name of path) {
    if (!isObject(found)) return null
    found = found[name] ?? null
  }
  return found
}

export const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Text or a number; empty for anything else. */
export function textAt(value: Json, ...path: readonly string[]): string {
  const found = jsonAt(value, ...path)
  return typeof found === 'string' ? found : ''
}

export function listAt(value: Json, ...path: readonly string[]): readonly Json[] {
  const found = jsonAt(value, ...path)
  return isList(found) ? found : []
}
export const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

/** True for true and for numbers but 0, as databases write it. */
export function isSetAt(value: Json, ...path: readonly string[]): boolean {
  const found = jsonAt(value, ...path)
  return found === true || (typeof found === 'string' && !/^(?:0|false|)$/.test(found))
}

export const orderAt = (value: Json, name: string): number => Number(textAt(value, name)) || 0

/** Bytes of one file of several. */
const ENTITY_MAX = 20_000_000

/** Null for a file that is no JSON; the loss is named. */
export async function readJson(file: SourceFile | undefined, losses: Loss[]): Promise<Json | null> {
  if (file === undefined) return null
  const lose = (problem: Sentence) => losses.push({ place: file.name, problem })
  if (file.size > ENTITY_MAX) {
    lose(said('transfer.large_entity'))
    return null
  }
  try {
    return foreignJson(await file.bytes())
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error
    lose(said('transfer.unreadable_left_out', { problem: error.sentence }))
    return null
  }
}
