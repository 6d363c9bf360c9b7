import type { FetchArgs, FetchBaseQueryMeta } from '@reduxjs/toolkit/query'
import type { Static, TSchema } from 'typebox'
import { SUGGESTIONS_HEADER, SUGGESTIONS_MAX } from '#contract/lists.ts'
import type { PageCall } from '#contract/pages.ts'
import type { Access, Call } from '#contract/route.ts'

type Part<Row, Key extends string> =
  Row extends Readonly<Record<Key, infer Schema extends TSchema>> ? Static<Schema> : unknown
type Query<Row> = {
  [Key in keyof Part<Row, 'querystring'>]: Part<Row, 'querystring'>[Key] | null
}

/** What a call sends as one object, by the names of the contract. Null leaves an optional value of the query out. */
export type FieldsOf<Row> = Part<Row, 'params'> & Query<Row> & Part<Row, 'body'>

// biome-ignore lint/suspicious/noConfusingVoidType: RTK Query leaves out arguments that are void, not undefined.
type Nothing<Fields> = object extends Fields ? void : never

/** The fields of a call; the bare value if there is one path parameter alone, and nothing if there are none. */
export type ArgumentOf<Row> = Row extends
  | { readonly querystring: TSchema }
  | { readonly body: TSchema }
  ? FieldsOf<Row> | Nothing<FieldsOf<Row>>
  : Row extends { readonly params: TSchema }
    ? Part<Row, 'params'>[keyof Part<Row, 'params'>]
    : // biome-ignore lint/suspicious/noConfusingVoidType: RTK Query leaves out arguments that are void, not undefined.
      void

export type ApiCall = Omit<FetchArgs, 'headers'> & {
  /** What the URL was made from. */
  row: PageCall
  access: Access
  /** True for a sensitive call; see session/stepUp.ts. */
  stepUp?: boolean
  headers?: Record<string, string>
}

/** A call with method and URL of its row, letter for letter, trailing slash included (behaviour 7.1). */
export const request = <const Row extends Call>(
  row: Row,
  ...[argument]: ArgumentOf<Row> extends void ? [] : [ArgumentOf<Row>]
): ApiCall => requestOf(row, argument)

type Plain = string | number | boolean
const isPlain = (value: unknown): value is Plain =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** The same without the types of the row. */
export function requestOf(
  { method, path, access, stepUp }: Call,
  argument: unknown,
  unsent?: string,
): ApiCall {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name)
  const fields: object =
    typeof argument === 'object'
      ? { ...argument, ...(unsent && { [unsent]: undefined }) }
      : Object.fromEntries(names.map((name) => [name, argument]))
  const isChange = method === 'POST' || method === 'PUT'
  const params: Record<string, Plain> = {}
  const query: Record<string, Plain> = {}
  const body: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (isChange && !names.includes(name)) body[name] = value
    else if (isPlain(value)) (names.includes(name) ? params : query)[name] = value
  }
  const has = (part: object) => Object.values(part).some((value) => value !== undefined)
  return {
    row: { path, params, query },
    url: path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name]))),
    method,
    access,
    ...(stepUp && { stepUp }),
    ...(has(query) && { params: query }),
    ...(has(body) && { body }),
  }
}

/** Titles close to the search term; none unless the server sends some with an empty list. */
export function suggestionsIn(meta: FetchBaseQueryMeta | undefined): string[] {
  try {
    const header = meta?.response?.headers.get(SUGGESTIONS_HEADER)
    const titles: unknown = JSON.parse(decodeURIComponent(header ?? '[]'))
    if (!Array.isArray(titles)) return []
    return titles.filter((title) => typeof title === 'string').slice(0, SUGGESTIONS_MAX)
  } catch {
    return []
  }
}

/** The `cursor` of the `rel="next"` URL in a Link header; null when there is none. */
export function nextCursor(link: string | null): string | null {
  for (const [, url = '', attributes = ''] of (link ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    if (!/;\s*rel="?next"?/i.test(attributes)) continue
    return new URLSearchParams(url.split('?')[1] ?? '').get('cursor')
  }
  return null
}
