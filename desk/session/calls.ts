import type { Static, TSchema } from 'typebox'
import type { DeskRoute } from '#contract/desk.ts'
import type { DeskCalls } from '#contract/deskCalls.ts'

export type CallRoute = {
  [R in keyof DeskCalls]: DeskCalls[R][keyof DeskCalls[R]]
}[keyof DeskCalls]
type Part<Schema, Name extends string> = Schema extends { readonly [K in Name]: infer S }
  ? S extends TSchema
    ? Static<S>
    : unknown
  : unknown

export type OrderedResource = {
  [R in keyof DeskCalls]: 'order' extends keyof DeskCalls[R] ? R : never
}[keyof DeskCalls]

/** Path parameters and body of a call in one. */
export type ArgsOf<R extends CallRoute> = object & Part<R, 'params'> & Part<R, 'body'>
export type ResponseOf<R extends CallRoute> = R extends {
  readonly response: { readonly 200: infer S extends TSchema }
}
  ? Static<S>
  : unknown

/** Fills the parameters of the path; the rest is the body. */
export function requestOf(
  { method, path }: DeskRoute,
  args: object,
): { readonly path: string; readonly options: { method?: string; body?: string } } {
  const rest = new Map<string, unknown>(Object.entries(args))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(String(value))
  })
  if (method === 'GET') return { path: filled, options: {} }
  return { path: filled, options: { method, body: JSON.stringify(Object.fromEntries(rest)) } }
}
