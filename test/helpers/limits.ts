import { EMAIL_PATTERN, LINE_PATTERN, WEB_URL_PATTERN } from '#contract/fields.ts'
import { LINK_SECRET_PATTERN } from '#contract/pages.ts'

export type Schema = {
  readonly type?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly const?: unknown
  readonly pattern?: string
} & Readonly<Record<'minLength' | 'maxLength' | 'minItems' | 'maxItems', number | undefined>> &
  Readonly<Record<'minimum' | 'maximum', number | undefined>>

const HEX = '^[0-9a-f]{32}$'
/** Colours, names of stored files, and languages. */
const OTHER = ['^#[0-9a-f]{6}', '^(?:https?://)?[A-Za-z0-9-]+', '^[0-9a-f]{32}(', '^[a-z]{2}$']
const ID = '1–2147483647'

/** Limits of a field in short form: `1–400 line`. Undefined for a field without limits. */
function said({ const: only, pattern, ...schema }: Schema): string | undefined {
  if (only !== undefined || schema.type === 'null') return undefined
  const kind = { [LINE_PATTERN]: 'line', [EMAIL_PATTERN]: 'e-mail' }[pattern ?? '']
  const range = (least = 0, most: number | string = 'any') => `${least}–${most}`
  if (schema.type === 'string') {
    const words: Readonly<Record<string, string>> = {
      '\\S': 'not blank',
      [HEX]: 'upload',
      [LINK_SECRET_PATTERN]: 'secret',
    }
    const word = kind ?? words[pattern ?? '']
    const isLink = pattern?.endsWith(WEB_URL_PATTERN)
    const isOther = OTHER.some((start) => pattern?.startsWith(start))
    const other = isLink ? 'link' : pattern === undefined ? 'text' : isOther ? 'form' : 'time'
    return `${range(schema.minLength, schema.maxLength)} ${word ?? other}`
  }
  if (schema.type === 'array') return `${range(schema.minItems, schema.maxItems)} rows`
  if (schema.type === 'integer') return range(schema.minimum, schema.maximum)
  return undefined
}
export function fields(schema: Schema, path: string): [string, string][] {
  const { anyOf, properties, items } = schema
  if (anyOf) return anyOf.flatMap((one) => fields(one, path))
  if (properties)
    return Object.entries(properties).flatMap(([name, one]) => fields(one, `${path}.${name}`))
  const own = said(schema)
  const here: [string, string][] = own === undefined ? [] : [[path, own]]
  return items === undefined ? here : [...here, ...fields(items, `${path}[]`)]
}
export type Parts = {
  readonly querystring?: object
  readonly body?: object
  readonly response?: object
}
/** Limits of the query parameters and of the body; ids are the same everywhere. */
export const ofCall = (name: string, { querystring, body }: Parts): [string, string][] =>
  [querystring, body]
    .flatMap((part) => (part === undefined ? [] : fields(part as Schema, name)))
    .filter(([, what]) => what !== ID)
