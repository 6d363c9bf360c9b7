import { textOf, UnreadableText } from '../../../text/handMade.ts'
import { said } from '../../../text/sentence.ts'
import { isList, isObject, type Json, jsonAt, listAt, parsedJson, textAt } from './foreignJson.ts'
import { UnreadableSource } from './source.ts'

/** Bytes of a file. */
const FILE_MAX = 64_000_000
const foundryDatabase = () => new UnreadableSource(said('transfer.foundry_database'))

/** An export of one document has its id among the facts of where it is from, and older ones have none. */
export const idOf = (json: Json): string =>
  textAt(json, '_id') ||
  textAt(json, '_stats', 'exportSource', 'uuid').split('.').at(-1) ||
  textAt(json, 'name').trim()

/** @throws UnreadableSource */
function jsonIn(bytes: Uint8Array): Json {
  if (bytes.length > FILE_MAX) throw new UnreadableSource(said('transfer.foundry_large'))
  let text: string
  try {
    text = textOf(bytes).trim()
  } catch (error) {
    throw error instanceof UnreadableText ? foundryDatabase() : error
  }
  if (text.includes('\0')) throw foundryDatabase()
  const first = text.slice(0, text.indexOf('\n') + 1).trimEnd()
  const isLines = first.startsWith('{') && first.endsWith('}')
  return isLines
    ? text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(parsedJson)
    : parsedJson(text)
}

type Kind = 'journal' | 'item' | 'actor' | 'folder' | 'other'
export type Document = { readonly kind: Kind; readonly json: Json }

/** Lists of an adventure and of collections in keys, by kind. */
const LISTS = new Map<string, Kind>([
  ['journal', 'journal'],
  ['items', 'item'],
  ['actors', 'actor'],
  ['folders', 'folder'],
  ['tables', 'other'],
  ['scenes', 'other'],
  ['macros', 'other'],
  ['cards', 'other'],
  ['playlists', 'other'],
])

function documentsIn(json: Json, list: string): Document[] {
  if (isList(json)) return json.flatMap((one) => documentsIn(one, list))
  if (!isObject(json) || json.$$deleted === true) return []
  const isAdventure = listAt(json, 'journal').length > 0 || isList(jsonAt(json, 'scenes'))
  if (isAdventure || (textAt(json, 'name') === '' && Object.values(json).some(isList)))
    return [...LISTS.keys()].flatMap((name) => documentsIn(listAt(json, name), name))
  return [{ kind: kindOf(json, list), json }]
}

function kindOf(json: Json, list: string): Kind {
  const [, collection = list] = /^!([a-z]+)/.exec(textAt(json, '_key')) ?? []
  const known = LISTS.get(collection)
  if (known !== undefined) return known
  if (isList(jsonAt(json, 'pages')) || typeof jsonAt(json, 'content') === 'string') return 'journal'
  const hasData = isObject(jsonAt(json, 'system')) || isObject(jsonAt(json, 'data'))
  if (hasData)
    return jsonAt(json, 'prototypeToken') === null && jsonAt(json, 'token') === null
      ? 'item'
      : 'actor'
  return jsonAt(json, 'sorting') === null ? 'other' : 'folder'
}

/** @throws UnreadableSource */
export const foundryDocuments = (...files: readonly Uint8Array[]): Document[] =>
  documentsIn(files.map(jsonIn), '')
