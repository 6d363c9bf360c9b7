import type { Static, TSchema } from 'typebox'
import type { DeskRoute, deskRoutes } from '#contract/desk.ts'
import type { DeskSchemas } from '#contract/schemas/desk.ts'

type Routes = typeof deskRoutes
/** Every row of the contract with its schemas. */
type Rows = {
  [R in keyof Routes]: {
    [C in keyof Routes[R] & keyof DeskSchemas[R]]: {
      readonly route: Routes[R][C]
      readonly schema: DeskSchemas[R][C]
    }
  }[keyof Routes[R] & keyof DeskSchemas[R]]
}[keyof Routes]

export type CallRoute = Rows['route']
type SchemaOf<R extends CallRoute> = Extract<Rows, { readonly route: R }>['schema']
type Part<Schema, Name extends string> = Schema extends { readonly [K in Name]: infer S }
  ? S extends TSchema
    ? Static<S>
    : unknown
  : unknown

export type OrderedResource = {
  [R in keyof Routes]: 'order' extends keyof Routes[R] ? R : never
}[keyof Routes]

/** Path parameters and body of a call in one. */
export type ArgsOf<R extends CallRoute> = object &
  Part<SchemaOf<R>, 'params'> &
  Part<SchemaOf<R>, 'body'>
export type ResponseOf<R extends CallRoute> =
  SchemaOf<R> extends { readonly response: { readonly 200: infer S extends TSchema } }
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
