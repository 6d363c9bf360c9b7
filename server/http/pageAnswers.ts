import Type, { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { PageAnswer, PageCall } from '#contract/pages.ts'
import type { Call, CallTable, Route } from '#contract/route.ts'
import type { CallSchema } from '#contract/shapes.ts'
import type { CachedResponse } from './cache/cachedResponse.ts'
import type { Read } from './cache/sendCached.ts'
import { Refusal } from './errors.ts'

/** A call of the API that rendered pages make, without its way over HTTP. */
export type PageRead = {
  readonly path: Route['path']
  /** Null for values that the schemas of the row refuse. */
  readonly read: (sent: Omit<PageCall, 'path'>) => Promise<CachedResponse> | null
}

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : object
type Sent<S extends CallSchema> = {
  readonly params: StaticOf<S['params']>
  readonly query: StaticOf<S['querystring']>
}

/** Rows of a table of the contract, each with the function that its handler reads with. */
export const pageReads = <Calls extends CallTable, D>(
  deps: D,
  calls: Calls,
  reads: { readonly [Name in keyof Calls]?: Read<D, Sent<Calls[Name]>> },
): readonly PageRead[] =>
  Object.keys(reads).flatMap((name: keyof Calls) => {
    const read = reads[name]
    return read ? [pageRead(deps, calls[name], read)] : []
  })

function pageRead<C extends Call, D>(deps: D, call: C, read: Read<D, Sent<C>>): PageRead {
  const { path, params = Type.Object({}), querystring: query = Type.Object({}) } = call
  const both = Type.Object({ params, query })
  const fits = (sent: unknown): sent is Sent<C> => Value.Check(both, sent)
  return {
    path,
    read: (given) => {
      const sent = Value.Convert(both, { ...given })
      return fits(sent) ? read(deps, sent) : null
    },
  }
}

/** Answers as the API would: 404 for what does not exist, 400 for parameters that the schemas refuse. */
export function answering(reads: readonly PageRead[]) {
  const readAt = new Map<string, PageRead['read']>(reads.map(({ path, read }) => [path, read]))
  return async ({ path, ...sent }: PageCall): Promise<PageAnswer> => {
    const read = readAt.get(path)
    if (read === undefined) throw new Error(`No page may call ${path}`)
    try {
      const found = await read(sent)
      if (found === null) return refused(400)
      const { bytes, headers, mediaType } = found
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
}

const refused = (status: number): PageAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  text: '{}',
})
