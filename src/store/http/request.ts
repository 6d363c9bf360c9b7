import type { FetchArgs } from '@reduxjs/toolkit/query'
import type { Access, Route } from '#contract/routes.ts'

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type Params<Path extends string> = [ParamNames<Path>] extends [never]
  ? { params?: never }
  : { params: Record<ParamNames<Path>, string | number> }

type Given<Path extends string> = Params<Path> & {
  /** Undefined and null values are left out. */
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
  headers?: Record<string, string>
}

export type ApiCall = Omit<FetchArgs, 'headers'> & {
  access: Access
  headers?: Record<string, string>
}

/** A row of the contract, filled in: its method and its path to the letter, end slash included (behaviour 7). */
export function request<const R extends Route>(
  route: R,
  ...[given]: R['path'] extends `${string}:${string}` ? [Given<R['path']>] : [Given<R['path']>?]
): ApiCall {
  const { params, query, body, headers } = (given ?? {}) as Given<'/:name'>
  const values: Record<string, string | number> = params ?? {}
  const url = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  )
  const asked = Object.entries(query ?? {}).filter(([, value]) => value != null)
  return {
    url,
    method: route.method,
    access: route.access,
    ...(asked.length > 0 && { params: Object.fromEntries(asked) }),
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
  }
}
