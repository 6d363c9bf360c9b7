import type { FetchArgs } from '@reduxjs/toolkit/query'
import type { PageCall } from '#contract/pages.ts'
import type { Access, Route } from '#contract/route.ts'

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type Params<Path extends string> = [ParamNames<Path>] extends [never]
  ? { params?: never }
  : { params: Record<ParamNames<Path>, string | number> }

type Input<Path extends string> = Params<Path> & {
  /** Undefined and null values are left out. */
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
  headers?: Record<string, string>
}

export type ApiCall = Omit<FetchArgs, 'headers'> & {
  /** What the URL was made from. */
  row: PageCall
  access: Access
  /** True for a sensitive call; see session/stepUp.ts. */
  stepUp?: boolean
  headers?: Record<string, string>
}

/** Method and URL of a contract row, letter for letter, trailing slash included (behaviour 7.1). */
export function request<const R extends Route>(
  route: R,
  ...[input]: R['path'] extends `${string}:${string}` ? [Input<R['path']>] : [Input<R['path']>?]
): ApiCall {
  const { params, query, body, headers } = (input ?? {}) as Input<'/:name'>
  const values: Record<string, string | number> = params ?? {}
  const search = Object.fromEntries(
    Object.entries(query ?? {}).flatMap(([name, value]) => (value == null ? [] : [[name, value]])),
  )
  return {
    row: { path: route.path, params: values, query: search },
    url: route.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(values[name])),
    ),
    method: route.method,
    access: route.access,
    ...(route.stepUp && { stepUp: true }),
    ...(Object.keys(search).length > 0 && { params: search }),
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
  }
}
