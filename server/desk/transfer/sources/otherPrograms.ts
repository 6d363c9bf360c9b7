import { type Sentence, type SentenceKey, said } from '../../../text/sentence.ts'
import { isList, isObject, type Json, textAt } from './foreignJson.ts'

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
