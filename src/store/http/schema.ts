import type { FetchBaseQueryError, FetchBaseQueryMeta } from '@reduxjs/toolkit/query'
import * as v from 'valibot'
import { UNEXPECTED_RESPONSE } from './errors.ts'

/** Ids are plain numbers at run time, and a closed set may grow with the next server. */
type Wide<Value> = Value extends number ? number : Value extends string ? string : Value

/** A check for each required field of the contract's type. Optional fields are checked where they are used. */
type Checks<T> = {
  [Field in keyof T as undefined extends T[Field] ? never : Field]: v.GenericSchema<
    unknown,
    Wide<T[Field]>
  >
}

/** An object of the contract; fields without a check pass as they are. */
export const object = <T extends object>(checks: Checks<T>) =>
  // `Checks` ties the fields to the contract's type, which valibot cannot know.
  v.looseObject(checks) as unknown as v.GenericSchema<T>

/** An array without the items that do not fit; refused if it has items and none fits. */
export const list = <Item>(item: v.GenericSchema<Item>) =>
  v.pipe(
    v.array(v.unknown()),
    v.rawTransform(({ dataset, addIssue, NEVER }): Item[] => {
      const fitting = dataset.value.flatMap((value) => {
        const result = v.safeParse(item, value)
        return result.success ? [result.output] : []
      })
      if (fitting.length > 0 || dataset.value.length === 0) return fitting
      addIssue()
      return NEVER
    }),
  ) as unknown as v.GenericSchema<Item[]>

export const textOrEmpty = v.fallback(v.string(), '')
export const textOrNull = v.fallback(v.nullable(v.string()), null)
export const idOrNull = v.fallback(v.nullable(v.number()), null)

type Sent = { data?: unknown; error?: FetchBaseQueryError; meta?: FetchBaseQueryMeta }
type Checked<T> = { data: T; error?: undefined } | { data?: undefined; error: FetchBaseQueryError }

/** Checks the response of a call inside a queryFn, as `rawResponseSchema` does for the others. */
export async function checked<T>(
  schema: v.GenericSchema<T>,
  sent: Sent | PromiseLike<Sent>,
): Promise<Checked<T>> {
  const { data, error } = await sent
  if (error) return { error }
  const result = v.safeParse(schema, data)
  return result.success ? { data: result.output } : { error: UNEXPECTED_RESPONSE }
}
