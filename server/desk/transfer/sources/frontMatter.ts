import { parseDocument } from 'yaml'

export type FrontMatter = {
  /** Values as text by their names as typed; a list has several. */
  readonly values: ReadonlyMap<string, readonly string[]>
  /** The text below it. */
  readonly body: string
  /** Lines that are not valid, as typed. */
  readonly broken: { readonly lines: string; readonly problem: string } | null
}

/** Characters. */
const FRONT_MAX = 64_000
/** Lines that repeat others by name: a few of them can make a text of gigabytes. */
const ALIASES_MAX = 10

/** Nothing, as YAML writes it. */
const EMPTY = /^(?:|~|null)$/i

const NONE: ReadonlyMap<string, readonly string[]> = new Map()

/** The YAML between `---` and `---` at the beginning of a text. Its values are texts, however they look. */
export function frontMatterOf(text: string): FrontMatter {
  const lines = linesOf(text)
  if (lines === null) return { values: NONE, body: text, broken: null }
  const yaml = text.slice(lines.start, lines.end)
  const body = text.slice(lines.after)
  try {
    const document = parseDocument(yaml, { schema: 'failsafe', logLevel: 'error' })
    const [error] = document.errors
    if (error) return { values: NONE, body, broken: { lines: yaml, problem: firstLine(error) } }
    const found: unknown = document.toJS({ mapAsMap: true, maxAliasCount: ALIASES_MAX })
    if (found === null) return { values: NONE, body, broken: null }
    // A text may begin with a line across it, and have another one.
    if (!(found instanceof Map)) return { values: NONE, body: text, broken: null }
    const values = [...found].map(
      ([name, value]) => [textOf(name), textsOf(value).filter((one) => !EMPTY.test(one))] as const,
    )
    return { values: new Map(values), body, broken: null }
  } catch (error) {
    // Of the parser: aliases beyond the limit, and nesting that is too deep for it.
    if (!(error instanceof ReferenceError || error instanceof RangeError)) throw error
    return { values: NONE, body, broken: { lines: yaml, problem: firstLine(error) } }
  }
}

const firstLine = ({ message }: Error): string => message.split('\n')[0]?.replace(/:$/, '') ?? ''

/** Where the lines of the front matter begin and end, and the text begins. */
function linesOf(text: string): { start: number; end: number; after: number } | null {
  const [first] = /^---[^\S\n]*\r?\n/.exec(text) ?? []
  if (first === undefined) return null
  const closing = /^(?:---|\.\.\.)[^\S\n]*(?:\r?\n|$)/gm
  closing.lastIndex = first.length
  const found = closing.exec(text.slice(0, FRONT_MAX))
  if (found === null) return null
  return { start: first.length, end: found.index, after: found.index + found[0].length }
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((one) => textOf(one)) : [textOf(value)]

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map((one) => textOf(one)).join(', ')
  if (value instanceof Map)
    return Array.from(value, ([name, one]) => `${textOf(name)}: ${textOf(one)}`).join('; ')
  return ''
}
