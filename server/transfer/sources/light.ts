import { cutText } from '#shared/cutText.ts'
import { printable } from '../../text/keys.ts'
import { plainText } from '../../text/light.ts'

/** Sections within sections within sections: more than any index shows. */
export const SECTION_LEVELS = 6

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

/** Words that are shown as they are at the beginning of a line. */
export const escapedLine = (text: string): string =>
  text
    .replace(/[\\*_[\]|]/g, String.raw`\$&`)
    .replace(/^[>#+:~-]/, String.raw`\$&`)
    .replace(/^(\d{1,9})([.)])/, String.raw`$1\$2`)

export const escapedLines = (text: string): string => text.split('\n').map(escapedLine).join('\n')

/** @param level from 1 */
export const headingOf = (level: number, title: string): string =>
  `${'#'.repeat(level)} ${escapedLine(title)}`

const NAMED_PICTURE = /!\[((?:[^\]\\]|\\.)*)\]\(picture:([^)\s]+)((?:\s+"(?:[^"\\]|\\.)*")?)\)/g
/** @param textOf the URL of the picture; null: its description stays */
export const withPictures = (text: string, textOf: (name: string) => string | null): string =>
  text.replace(NAMED_PICTURE, (_all, alt: string, name: string, title: string) => {
    const url = textOf(decodedName(name))
    return url === null ? alt : `![${alt}](${url}${title})`
  })

/* The text of an entry is one: its headings are its sections. */

export type SourceSection = {
  readonly title: string
  /** Light formatting. Links and pictures name files of the source by `entry:ID` and `picture:PATH`. */
  readonly content: string
  /** 0 for the first level. */
  readonly level: number
}
export type Texts = {
  /** Light formatting: what comes before the first heading. */
  readonly description: string
  readonly sections: readonly SourceSection[]
}

const HEADING = /^(#{1,6}) (.+)$/

/**
 * Headings within quotes, lists and tables stay there, and so do those with a blank before them. Each part has the notes
 * to which it refers.
 */
export function textsOf(body: string): Texts {
  if (!/^#{1,6} /m.test(body)) return { description: inText(body), sections: [] }
  const { lines, notes } = withoutNotes(body)
  const sections: { title: string; level: number; lines: string[] }[] = []
  const before: string[] = []
  /** Levels of the open headings, as written: sections have no gaps between them. */
  const open: number[] = []
  for (const line of lines) {
    const within = sections.at(-1)?.lines ?? before
    const [, signs, words = ''] = HEADING.exec(line) ?? []
    if (signs === undefined) {
      within.push(line)
      continue
    }
    while ((open.at(-1) ?? 0) >= signs.length) open.pop()
    const { title, rest } = titleIn(words)
    if (title === '') within.push(...rest)
    else if (open.length >= SECTION_LEVELS) within.push(line)
    else {
      sections.push({ title, level: open.length, lines: rest })
      open.push(signs.length)
    }
  }
  const text = (own: readonly string[]) =>
    withNotes(inText(own.join('\n').replace(/\n{3,}/g, '\n\n')), notes)
  return {
    description: text(before),
    sections: sections.map(({ title, level, lines: own }) => ({
      title,
      content: text(own),
      level,
    })),
  }
}
const inText = (text: string): string => text.trim().replace(/^ (?=#{1,6} )/gm, '')

const NOTE = /^\[\^(\w+)\]: /

/** The lines of a text, and its notes by their labels. */
function withoutNotes(body: string) {
  const notes = new Map<string, string[]>()
  let note: string[] | undefined
  const lines = body.split('\n').filter((line) => {
    const [, label] = NOTE.exec(line) ?? []
    if (label !== undefined) {
      note = []
      notes.set(label, note)
    } else if (note !== undefined && line !== '' && !line.startsWith('    ')) note = undefined
    note?.push(line)
    return note === undefined
  })
  return { lines, notes }
}

function withNotes(text: string, notes: ReadonlyMap<string, readonly string[]>): string {
  if (notes.size === 0) return text
  const labels = new Set(
    Array.from(text.matchAll(/(?<!\\)\[\^(\w+)\]/g), ([, label = '']) => label),
  )
  const own = [...labels].flatMap((label) => notes.get(label)?.join('\n').trimEnd() ?? [])
  return [text, ...own].join('\n\n')
}

const PICTURE = /!\[(?:[^\]\\]|\\.)*\]\([^)\s]*(?: "(?:[^"\\]|\\.)*")?\)/g
const REFERENCE = /(?<!\\)\[\^\w+\]/g
const LINK = /\[((?:[^\]\\]|\\.)*)\]\(entry:[^)\s]*\)/g
/** Characters of a heading in which links and pictures are looked for. */
const TITLE_READ = 2000

/** The words of a heading. Pictures and notes in it move into its text. */
function titleIn(heading: string): { title: string; rest: string[] } {
  if (heading.length > TITLE_READ) return { title: heading, rest: [] }
  const rest = [...(heading.match(PICTURE) ?? []), ...(heading.match(REFERENCE) ?? [])]
  const words = heading.replace(PICTURE, '').replace(REFERENCE, '').replace(LINK, '$1')
  // Most titles are nothing but words.
  const plain = /[\\*_[\]]/.test(words) ? plainText('light', words.trim()) : words
  const title = plain.replace(/\s+/g, ' ').trim()
  return { title, rest: rest.flatMap((part) => [part, '']) }
}

/** Texts with an empty line between them, without those that are empty. */
export const paragraphs = (...texts: readonly string[]): string =>
  texts.filter((text) => text.trim() !== '').join('\n\n')

type Within = {
  readonly title: string
  readonly content: string
  readonly sections?: readonly Within[]
}
export function bodyOf(description: string, sections: readonly Within[], level = 1): string {
  const parts = sections.map(({ title, content, sections: within = [] }) =>
    paragraphs(headingOf(level, title), bodyOf(content, within, level + 1)),
  )
  return paragraphs(description, ...parts)
}

/** A text below a heading; the headings in it are below that one. @param level from 1 */
export const below = (level: number, title: string, body: string): string =>
  paragraphs(
    headingOf(level, title),
    body.replace(/^#{1,6}(?= )/gm, (signs) =>
      level + signs.length > SECTION_LEVELS ? ` ${signs}` : '#'.repeat(level) + signs,
    ),
  )

/** Signs that turn the direction of what follows. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g

/** A text as one line. @param onCut called when it is longer than allowed, in characters */
export function lineWithin(text: string, max: number, onCut: () => void): string {
  const clean = printable(text).replace(TURNS, '').replace(/\s+/g, ' ').trim()
  if (clean.length <= max) return clean
  onCut()
  return cutText(clean, max).trimEnd()
}

/** The text in one piece or several, cut between paragraphs, else between lines, else anywhere. */
export function piecesOf(text: string, max: number): string[] {
  const pieces: string[] = []
  let rest = text.trim()
  while (rest.length > max) {
    const window = rest.slice(0, max)
    const at = [window.lastIndexOf('\n\n'), window.lastIndexOf('\n'), window.lastIndexOf(' ')].find(
      (index) => index > max / 2,
    )
    const end = at ?? cutText(rest, max).length
    pieces.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return [...pieces, rest]
}
