import { timeRange } from '#shared/timeRange.ts'
import { ENGLISH } from '../../../config/locales.ts'
import type { DB } from '../../../db/schema.ts'
import type { Kit } from '../../../text/kit.ts'
import { escapeHtml, languageAttributes } from '../../../text/markup.ts'
import { iso } from '../../../text/time.ts'
import type { PersonalTable } from '../../../work/personalData.ts'

type Row = Readonly<Record<string, unknown>>
type Words = Readonly<Record<string, string>>

/** Columns with epoch milliseconds. */
const TIME = /(^|_)(at|until|since)$/

const ISO_8601 = (timestamp: number): string => iso(timestamp)
/** Times of the page: ISO 8601 in English, else as the language writes them. */
const timesIn = (language: string) =>
  language === ENGLISH
    ? ISO_8601
    : (timestamp: number) =>
        timeRange(iso(timestamp), null, 'UTC', { language, hasYear: true, hasZone: true })

/** Times as texts, ISO 8601 by default. */
export const readableRow = (row: Row, timeOf: ReturnType<typeof timesIn> = ISO_8601): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'number' && TIME.test(column) ? timeOf(value) : value,
    ]),
  )

const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1rem;border-top:1px solid #8888;padding:.75rem 0;margin:0}
dt{opacity:.7}dd{margin:0;white-space:pre-wrap}`

/** The archive for people: a page without scripts that needs no connection. */
export async function* readablePage(
  { language, texts: { myData: texts } }: Kit,
  tables: readonly (readonly [keyof DB, PersonalTable])[],
  rowsOf: (name: keyof DB, table: PersonalTable) => AsyncIterable<Row>,
  made: Date,
): AsyncGenerator<string> {
  const titles: Words = texts.tables
  const timeOf = timesIn(language)
  yield `<!doctype html>
<html ${languageAttributes(language)}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(texts.title)}</title>
<style>${STYLE}</style>
<h1>${escapeHtml(texts.title)}</h1>
<p>${escapeHtml(texts.lead)} ${timeOf(made.getTime())}</p>
`
  for (const [name, table] of tables) {
    let isEmpty = true
    for await (const row of rowsOf(name, table)) {
      if (isEmpty) yield `<h2>${escapeHtml(titles[name] ?? name)}</h2>\n`
      isEmpty = false
      yield `<dl>${Object.entries(readableRow(row, timeOf)).map(describedIn(texts.columns)).join('')}</dl>\n`
    }
  }
}

/** Cells without a value are left out. */
const describedIn =
  (labels: Words) =>
  ([column, value]: [string, unknown]): string => {
    if (value === null || value === '') return ''
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `<dt>${escapeHtml(labels[column] ?? column)}</dt><dd>${escapeHtml(text)}</dd>`
  }
