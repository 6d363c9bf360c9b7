import { readdirSync, statSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LoaderContext } from 'webpack'
import type { DeskCall } from '#contract/desk.ts'
import type { Call } from '#contract/route.ts'
import type { Schema } from '#src/store/http/schema.ts'

const CONTRACT = join(import.meta.dirname, '../contract')
const VERSION_PARAMETER = 'version'

/** Browsers get the calls of the contract without TypeBox. */
export const schemaRule = {
  test: /[\\/]contract[\\/].*\.ts$/,
  enforce: 'pre',
  loader: import.meta.filename,
} as const

/** Node evaluates each URL once: a change while `npm run dev` runs gives all files of the contract another URL. */
registerHooks({
  resolve(specifier, { parentURL = 'file:', ...context }, next) {
    const resolved = next(specifier, { parentURL, ...context })
    const version = new URL(parentURL).searchParams.get(VERSION_PARAMETER)
    return version === null || !resolved.url.startsWith(pathToFileURL(CONTRACT).href)
      ? resolved
      : { ...resolved, url: `${resolved.url}?${VERSION_PARAMETER}=${version}` }
  },
})

const lastChange = (): number =>
  Math.max(
    ...readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).map(
      (file) => statSync(join(CONTRACT, file)).mtimeMs,
    ),
  )

/** What a browser needs of a call besides the check of its response, which the desk does not check. */
const ROUTE = [
  'method',
  'path',
  'access',
  'changesData',
  'stepUp',
  'role',
  'changesNothing',
] as const

type Row = Call & Partial<DeskCall>
type Table = { readonly [Name in string]: Row | Table }
const isRow = (one: Row | Table): one is Row => typeof one.method === 'string'

const isSchema = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && '~kind' in value
const isTable = (name: string): boolean => name.endsWith('Calls')

/**
 * A loader of webpack: instead of a file of `contract` that makes schemas, with all of TypeBox, browsers get its limits
 * and sets, and its calls with the parts of their responses that the site checks (src/store/http/schema.ts). Lists that
 * are made of all calls come as their values. Other files stay as they are.
 */
export default async function siteSchemas(
  this: LoaderContext<object>,
  source: string,
): Promise<string> {
  if (!/from '(typebox|\.\/calls\.ts)'/.test(source)) return source
  this.addContextDependency(CONTRACT)
  const url = `${pathToFileURL(this.resourcePath).href}?${VERSION_PARAMETER}=${lastChange()}`
  const exported = (await import(url)) as Readonly<Record<string, unknown>>
  const names = new Map<string, string>()
  /** Calls with the same response share it. */
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `s${names.size}`
    names.set(text, name)
    return name
  }
  const rowOf = ([name, call]: [string, Row | Table]): string => {
    if (!isRow(call)) return `'${name}':{${Object.entries(call).map(rowOf).join()}}`
    const schema = call.role ? undefined : (call.response[200] ?? call.response[201])
    const parts = ROUTE.filter((key) => call[key] !== undefined).map(
      (key) => `${key}:${JSON.stringify(call[key])}`,
    )
    const response = schema ? `200:${nameOf(JSON.stringify(checkedPart(schema)))}` : ''
    const checks = call.role ? [] : [`response:{${response}}`]
    return `${name}:{${[...parts, ...checks].join()}}`
  }
  const lines = Object.entries(exported).flatMap(([name, value]) => {
    if (isTable(name)) {
      const rows = Object.entries(value as Table).map(rowOf)
      return [`export const ${name}={${rows.join()}}`]
    }
    // Functions make schemas.
    const isForServers = isSchema(value) || typeof value === 'function' || name.endsWith('Schemas')
    if (value instanceof RegExp) throw new Error(`${name}: no regular expression beside schemas`)
    return isForServers ? [] : [`export const ${name}=${JSON.stringify(value)}`]
  })
  return [...[...names].map(([text, name]) => `const ${name}=${text}`), ...lines].join('\n')
}

/** The part of a schema that src/store/http/schema.ts reads. */
export function checkedPart(schema: Schema): Schema {
  if (schema['~unchecked']) return { '~unchecked': true }
  const { type, anyOf, items, properties = {} } = schema
  const mark = '~lenient' in schema && { '~lenient': schema['~lenient'] }
  const [first, other] = anyOf ?? []
  // The mark makes null of whatever does not fit, so null needs no schema.
  if (first && other?.type === 'null' && schema['~lenient'] === null)
    return { ...checkedPart(first), ...mark }
  const required = Array.isArray(schema.required) ? schema.required : []
  const checked = Object.entries(properties).filter(
    ([name, field]) => required.includes(name) || '~lenient' in field,
  )
  return {
    ...mark,
    ...('const' in schema ? { const: schema.const } : { type }),
    ...(anyOf && { anyOf: anyOf.map(checkedPart) }),
    ...(items && { items: checkedPart(items) }),
    ...(checked.length > 0 && {
      properties: Object.fromEntries(checked.map(([name, field]) => [name, checkedPart(field)])),
      required: checked.every(([name]) => required.includes(name)) || required,
    }),
  }
}
