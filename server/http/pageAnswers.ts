import { Value } from 'typebox/value'
import type { PageAnswer, PageCall } from '#contract/pages.ts'
import type { Route } from '#contract/route.ts'
import type { CallSchema } from '#contract/schemas/shared.ts'
import type { CachedResponse } from './cache/cachedResponse.ts'
import type { Read } from './cache/sendCached.ts'
import { Refusal } from './errors.ts'

/** A call of the API that rendered pages make, without its way over HTTP. */
export type PageRead = {
  readonly route: Route
  readonly schema: CallSchema
  readonly read: (sent: never) => Promise<CachedResponse>
}

/** Rows of a table of the contract, each with the function that its handler reads with. */
export const pageReads = <Name extends string, D>(
  deps: D,
  routes: Readonly<Record<Name, Route>>,
  schemas: Readonly<Record<Name, CallSchema>>,
  reads: { readonly [N in Name]?: Read<D, never> },
): readonly PageRead[] =>
  (Object.entries(reads) as [Name, Read<D, never>][]).map(([name, read]) => ({
    route: routes[name],
    schema: schemas[name],
    read: (sent) => read(deps, sent),
  }))

/** Answers as the API would: 404 for what does not exist, 400 for parameters that the schemas refuse. */
export function answering(reads: readonly PageRead[]) {
  const calls = reads.map((call) => ({ ...call, pattern: patternOf(call.route) }))
  return async ({ url, query: given }: PageCall): Promise<PageAnswer> => {
    for (const { pattern, schema, read } of calls) {
      const found = pattern.exec(url)
      if (found === null) continue
      const params = converted(schema.params, { ...found.groups })
      const query = converted(schema.querystring, { ...given })
      if (params === null || query === null) return refused(400)
      try {
        // Checked by the schemas of the row, as in a handler.
        const { bytes, headers, mediaType } = await read({ params, query } as never)
        return {
          status: 200,
          headers: { ...headers, 'content-type': mediaType },
          text: bytes.toString(),
        }
      } catch (error) {
        if (error instanceof Refusal && error.status < 500) return refused(error.status)
        throw error
      }
    }
    throw new Error(`No page may call ${url}`)
  }
}

const refused = (status: number): PageAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  text: '{}',
})

/** `/contents/get/:id` finds `/contents/get/7`, with 7 as its group `id`. */
const patternOf = ({ path }: Route): RegExp =>
  new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)

/** Null for values that the schema refuses. */
function converted(schema: CallSchema['params'], values: Record<string, string>): unknown {
  if (schema === undefined) return {}
  const value = Value.Convert(schema, values)
  return Value.Check(schema, value) ? value : null
}
