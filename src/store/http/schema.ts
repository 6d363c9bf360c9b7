import type { FetchBaseQueryError, FetchBaseQueryMeta } from '@reduxjs/toolkit/query'
import type { CallSchema, SuccessOf } from '#contract/shapes.ts'
import { UNEXPECTED_RESPONSE } from './errors.ts'

/**
 * The parts of the contract's schemas, with their marks (contract/shapes.ts), that the checks below read. The
 * build leaves out all other parts (scripts/siteSchemas.ts).
 */
export type Schema = {
  readonly type?: string
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  /** `true` means that all properties are required. */
  readonly required?: readonly string[] | true
  readonly '~lenient'?: unknown
  readonly '~unchecked'?: true
}

const UNFIT = Symbol('unfit')

function fitted(schema: Schema, value: unknown): unknown {
  const fitting = schema['~unchecked'] ? value : strictlyFitted(schema, value)
  return fitting === UNFIT && '~lenient' in schema ? schema['~lenient'] : fitting
}

function strictlyFitted(schema: Schema, value: unknown): unknown {
  if ('const' in schema) return value === schema.const ? value : UNFIT
  if (schema.anyOf) return firstFitted(schema.anyOf, value)
  if (schema.items) return rowsFitted(schema.items, value)
  if (schema.type === 'object') return fieldsFitted(schema, value)
  return isOfType(schema, value) ? value : UNFIT
}

/** Enums have no type: their values are texts, and another server may have more of them. So an empty schema is that of a text. */
function isOfType({ type = 'string' }: Schema, value: unknown): boolean {
  return type === 'null' ? value === null : typeof value === (type === 'integer' ? 'number' : type)
}

function firstFitted(schemas: readonly Schema[], value: unknown): unknown {
  for (const schema of schemas) {
    const fitting = fitted(schema, value)
    if (fitting !== UNFIT) return fitting
  }
  return UNFIT
}

/** An array without the items that do not fit; refused if it has items and none fits. */
function rowsFitted(item: Schema, value: unknown): unknown {
  if (!Array.isArray(value)) return UNFIT
  const rows = value.map((row) => fitted(item, row)).filter((row) => row !== UNFIT)
  return rows.length === 0 && value.length > 0 ? UNFIT : rows
}

/** The object, with fields that have no schema. Optional fields without a mark are checked where they are used. */
function fieldsFitted({ properties = {}, required = [] }: Schema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return UNFIT
  const fields: Record<string, unknown> = { ...value }
  for (const [name, schema] of Object.entries(properties)) {
    const isNeeded = required === true || required.includes(name)
    if (isNeeded || ('~lenient' in schema && name in fields))
      fields[name] = fitted(schema, fields[name])
    if (fields[name] === UNFIT) return UNFIT
  }
  return fields
}

type Check<T> = {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'contract'
    readonly validate: (
      value: unknown,
    ) => { readonly value: T } | { readonly issues: readonly { readonly message: string }[] }
  }
}

/** The check of a row of the contract, for RTK Query: a Standard Schema. */
export function responseOf<Row extends CallSchema>({ response }: Row): Check<SuccessOf<Row>> {
  const schema: Schema = response[200] ?? response[201] ?? {}
  return {
    '~standard': {
      version: 1,
      vendor: 'contract',
      validate(value) {
        const fitting = fitted(schema, value)
        return fitting === UNFIT
          ? { issues: [{ message: UNEXPECTED_RESPONSE.error }] }
          : { value: fitting as SuccessOf<Row> }
      },
    },
  }
}

type Response = { data?: unknown; error?: FetchBaseQueryError; meta?: FetchBaseQueryMeta }
type Checked<T> = { data: T; error?: undefined } | { data?: undefined; error: FetchBaseQueryError }

/** Checks the response of a call inside a queryFn, as `responseSchema` does for other calls. */
export async function checked<T>(
  check: Check<T>,
  response: Response | PromiseLike<Response>,
): Promise<Checked<T>> {
  const { data, error } = await response
  if (error) return { error }
  const result = check['~standard'].validate(data)
  return 'value' in result ? { data: result.value } : { error: UNEXPECTED_RESPONSE }
}
