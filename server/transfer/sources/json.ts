import { textOf, UnreadableText } from '../../text/handMade.ts'
import { type Sentence, type SentenceKey, said } from '../../text/sentence.ts'
import type { Loss, SourceFile } from './source.ts'
import { UnreadableSource } from './source.ts'

/*
 * JSON of another program. Nothing is known of its shape, and numbers are text as written: ids may be larger than what a
 * number holds.
 */

export type Json = string | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** @throws UnreadableSource */
export function foreignJson(bytes: Uint8Array): Json {
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

/** A number by which things are ordered. */
export const orderAt = (value: Json, name: string): number => Number(textAt(value, name)) || 0

/* What marks files of programs that are not read, and the way that works for them. */

type Kind = readonly [key: SentenceKey, name: string, start: RegExp | null, ending: RegExp]
/** Marks within archives and folders; a media type counts as a name. */
const MARKED: readonly Kind[] = [
  ['transfer.save_as_docx', 'OpenDocument', null, /\.(?:f?odt|sxw)$|opendocument\.text/i],
  ['transfer.save_as_xlsx', 'OpenDocument', null, /\.f?ods$|opendocument\.spreadsheet/i],
  ['transfer.save_as_docx', 'EPUB', null, /\.epub$|epub\+zip|^META-INF\/container\.xml$/i],
  ['transfer.save_as_docx', 'Pages', null, /\.pages$/i],
  ['transfer.save_as_xlsx', 'Numbers', null, /\.numbers$/i],
  ['transfer.save_as_docx', 'Pages', null, /(?:^|\/)Index(?:\.zip$|\/.*\.iwa$)/],
  ['transfer.save_as_docx', 'Scrivener', null, /\.scrivx$/i],
  ['transfer.foundry_database', '', null, /(?:^|\/)MANIFEST-\d+$|\.ldb$/],
]
const UNREAD: readonly Kind[] = [
  ...MARKED,
  ['transfer.save_as_docx', 'PDF', /^%PDF/, /\.pdf$/i],
  ['transfer.save_as_docx', 'RTF', /^\{\\rtf/, /\.rtf$/i],
  ['transfer.save_as_docx', 'OneNote', null, /\.one(?:pkg|toc2)?$/i],
  ['transfer.save_as_docx', 'HTML', /^\s*(?:<!doctype html|<html)/i, /\.(?:x?html?|mht)$/i],
  ['transfer.unpack', 'gzip', /^\W\x8b/, /\.t?gz$/i],
  ['transfer.unpack', '7z', /^7z\xbc\xaf/, /\.7z$/i],
  ['transfer.unpack', 'RAR', /^Rar!/, /\.rar$/i],
  ['transfer.unpack', 'tar', null, /\.tar$/i],
  ['transfer.docx_old', '', null, /\.doc$/i],
  ['transfer.old_sheet', '', null, /\.xls$/i],
  ['transfer.other_program', 'Obsidian Canvas', null, /\.canvas$/i],
  ['transfer.other_program', 'LegendKeeper', null, /\.lk$/i],
]

/**
 * Null for what may be read.
 * @param names of files @param start of a file that is alone; null for several, which may be read beside others
 */
export function refusalOf(names: readonly string[], start: string | null): Sentence | null {
  const found = (start === null ? MARKED : UNREAD).find(
    ([, , mark, ending]) => mark?.test(start ?? '') || names.some((name) => ending.test(name)),
  )
  return found === undefined ? null : said(found[0], { name: found[1] })
}

/** The program of which a file in JSON is, by what marks it; null for one that is not known. */
export function programOf(json: Json): string | null {
  if (isList(json)) return json[0] === undefined ? null : programOf(json[0])
  if (!isObject(json)) return null
  const has = (...names: string[]) => names.every((name) => json[name] !== undefined)
  if (has('entity')) return 'Kanka'
  if (has('_id') || has('_key') || has('_stats')) return 'Foundry'
  if (has('content', 'template') || has('entityClass') || has('articleType')) return 'World Anvil'
  if (has('schema_version') || has('handouts') || has('charactersheet')) return 'Roll20'
  if (has('nodes', 'edges')) return 'Obsidian Canvas'
  if (has('resources')) return 'LegendKeeper'
  const isSourced = (one: Json) => textAt(one, 'name') !== '' && textAt(one, 'source') !== ''
  return Object.values(json).some((list) => isList(list) && list.some(isSourced)) ? '5etools' : null
}

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
