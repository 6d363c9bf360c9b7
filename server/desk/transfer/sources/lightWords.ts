import { cutText } from '#shared/cutText.ts'
import { type Sentence, said } from '../../../text/sentence.ts'

/* Pieces of texts with light formatting that name files of a source. */

/** A name in a link: what ends a link in Markdown is encoded. */
const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed())
    .replaceAll('%2F', '/')
    .replace(/[()*!'_~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** @param id of an entry of a source, or its key in a file of ours */
export const entryUrl = (id: string): string => `entry:${encoded(id)}`
export const pictureUrl = (name: string): string => `picture:${encoded(name)}`

/** A name as it was before it was encoded; people may have typed it as it is. */
export function decodedName(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** Words that are shown as they are, within a line. */
export const escaped = (text: string): string => text.replace(/[\\*_[\]]/g, String.raw`\$&`)

/** Words that are shown as they are at the beginning of a line. */
export const escapedLine = (text: string): string =>
  text
    .replace(/[\\*_[\]|]/g, String.raw`\$&`)
    .replace(/^[>#+:~-]/, String.raw`\$&`)
    .replace(/^(\d{1,9})([.)])/, String.raw`$1\$2`)

/** Lines that are shown as they are. */
export const escapedLines = (text: string): string => text.split('\n').map(escapedLine).join('\n')

/** The inverse of `escapedLines`. */
export const unescaped = (text: string): string => text.replace(/\\([\\*_[\]|>#+:~.)-])/g, '$1')

/** @param level from 1 */
export const headingOf = (level: number, title: string): string =>
  `${'#'.repeat(level)} ${escapedLine(title)}`

/** Brackets of a text that was typed without formatting have a backslash in its export. */
const ENTRY = /(\\?\[)((?:[^\]\\]|\\.)*?)(\\?\])\(entry:([^)\s]+)\)/g
/** @param keys of entries that come, or are here @param all of the source: links to the others become words */
export const withEntries = (
  text: string,
  keys: ReadonlyMap<string, string>,
  all: ReadonlyMap<string, string>,
  lose: (problem: Sentence) => void,
): string =>
  text.replace(ENTRY, (link, open: string, words: string, close: string, address: string) => {
    const id = decodedName(address)
    const key = keys.get(id)
    if (key !== undefined) return `${open}${words}${close}(${entryUrl(key)})`
    if (!all.has(id)) return link
    lose(said('transfer.link_left_out', { name: cutText(words, 120) }))
    return words
  })

const PICTURE = /!\[((?:[^\]\\]|\\.)*)\]\(picture:([^)\s]+)((?:\s+"(?:[^"\\]|\\.)*")?)\)/g
/** @param textOf the URL of the picture; null: its description stays */
export const withPictures = (text: string, textOf: (name: string) => string | null): string =>
  text.replace(PICTURE, (_all, alt: string, name: string, title: string) => {
    const url = textOf(decodedName(name))
    return url === null ? alt : `![${alt}](${url}${title})`
  })
