import { readdirSync, statSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LoaderContext } from 'webpack'
import type { CallSchema } from '#contract/schemas/shared.ts'
import type { Schema } from '#src/store/http/schema.ts'

const CONTRACT = join(import.meta.dirname, '../contract')
const VERSION_PARAMETER = 'version'

/** The site checks responses by the schemas of the contract, without TypeBox. */
export const schemaRule = { test: /contract[\\/]schemas[\\/]/, loader: import.meta.filename }

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

type Table = Readonly<Record<string, Partial<CallSchema>>>

/**
 * A loader of webpack: instead of a file of `contract/schemas`, with all of TypeBox, the site gets the tables of calls
 * in it, with what the site checks of their responses (src/store/http/schema.ts).
 */
export default async function siteSchemas(this: LoaderContext<object>): Promise<string> {
  this.addContextDependency(CONTRACT)
  const url = `${pathToFileURL(this.resourcePath).href}?${VERSION_PARAMETER}=${lastChange()}`
  const exported = (await import(url)) as Readonly<Record<string, Table>>
  const names = new Map<string, string>()
  /** Calls with the same response share it. */
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `s${names.size}`
    names.set(text, name)
    return name
  }
  const tables = Object.keys(exported)
    .filter((name) => name.endsWith('Schemas'))
    .map((name) => {
      const rows = Object.entries(exported[name] ?? {}).flatMap(([call, { response = {} }]) => {
        const schema = response[200] ?? response[201]
        return schema
          ? [`${call}:{response:{200:${nameOf(JSON.stringify(checkedPart(schema)))}}}`]
          : []
      })
      return `export const ${name}={${rows.join()}}`
    })
  return [...[...names].map(([text, name]) => `const ${name}=${text}`), ...tables].join('\n')
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
