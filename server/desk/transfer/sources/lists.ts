import { cutText } from '#shared/cutText.ts'
import { type Sentence, said, sentenceIn } from '../../../text/sentence.ts'
import { entryUrl, escapedLine, escapedLines, headingOf } from './lightWords.ts'
import type { SourceEntry } from './source.ts'

/* Values of an entry that no field has, as a list in its text. */

/** Values of one list. */
const VALUES_MAX = 50
/** Names that the report says of one entry. */
const NAMED_MAX = 100

const fileName = (name: string): string => (name.split('/').at(-1) ?? '').toLowerCase()

/** Ids of entries by what links of a wiki call them. */
export const wikiNames = (entries: readonly SourceEntry[]): ReadonlyMap<string, string> =>
  new Map(
    entries.flatMap(({ id, title }) =>
      [title.toLowerCase(), fileName(id)].map((name) => [name, id]),
    ),
  )

const WIKI = /\[\[([^\][|#^]+)[^\][|]*(?:\|([^\][]+))?\]\]/g

/** The lines of a value as they are, with links of a wiki. */
function valueText(value: string, wiki: ReadonlyMap<string, string>): string {
  let at = 0
  const parts: string[] = []
  for (const { 0: link, 1: target = '', 2: words = target, index } of value.matchAll(WIKI)) {
    const id = wiki.get(fileName(target.trim()))
    const shown = id === undefined ? link : words.trim()
    parts.push(escapedLines(value.slice(at, index)), escapedLine(shown))
    if (id !== undefined) parts.push(`[${parts.pop()}](${entryUrl(id)})`)
    at = index + link.length
  }
  return [...parts, escapedLines(value.slice(at))].join('').replace(/\n/g, '\n    ')
}

/** The entry with its list as its last section. @param language of the title of the section */
export function withList(
  { list = [], ...entry }: SourceEntry,
  language: string,
  wiki: ReadonlyMap<string, string>,
  lose: (problem: Sentence) => void,
): SourceEntry {
  if (list.length === 0) return entry
  const more = list.slice(VALUES_MAX).map(([name]) => cutText(name, 60))
  if (more.length > 0) {
    const names = more.slice(0, NAMED_MAX)
    lose(said('transfer.values_cut', { limit: VALUES_MAX, names, count: more.length }))
  }
  const title = sentenceIn(language, said('imported.details'))
  const content = list
    .slice(0, VALUES_MAX)
    .map(([name, value]) => `${escapedLine(name)}\n: ${valueText(value, wiki)}`)
    .join('\n\n')
  const { whole, sections } = entry
  return {
    ...entry,
    sections: [...sections, { title, content, level: 0 }],
    ...(whole !== undefined && { whole: [whole, headingOf(1, title), content].join('\n\n') }),
  }
}
