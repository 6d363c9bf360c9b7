import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { DETAIL } from '#contract/errors.ts'
import { EMAIL_PATTERN, LINE_PATTERN } from '#contract/limits.ts'
import { INVALID_EMAIL } from '../errors.ts'

const options = {
  allErrors: true,
  verbose: true,
  useDefaults: true,
  strict: false,
  // TypeBox makes valid schemas; checking each takes a tenth of the start.
  validateSchema: false,
} as const

/** Bodies are not coerced: a number is no text. Parts of a URL and headers are texts and are coerced. */
export function schemaCompiler(): FastifySchemaCompiler<TSchema> {
  const exact = new Ajv({ ...options, removeAdditional: true })
  const fromText = new Ajv({ ...options, coerceTypes: true, removeAdditional: true })
  return ({ schema, httpPart }) =>
    compiledAtFirstUse(httpPart === 'body' ? exact : fromText, schema)
}

/** Compiling all schemas at the start took more than half of it. */
function compiledAtFirstUse(ajv: Ajv, schema: TSchema) {
  let compiled: ValidateFunction | undefined
  const validate = (data: unknown): boolean => {
    compiled ??= ajv.compile(schema)
    const isValid = compiled(data)
    validate.errors = compiled.errors
    return isValid
  }
  // Fastify reads the errors from the function, as with Ajv's own.
  validate.errors = undefined as ValidateFunction['errors']
  return validate
}

export type FieldError = { code: string; detail: string; attr: string | null }

/** One error per field: the first one. */
export function fieldErrors(found: readonly Partial<ErrorObject>[]): FieldError[] {
  const byField = new Map<string, FieldError>()
  for (const error of found) {
    const attr = fieldOf(error)
    if (!byField.has(attr))
      byField.set(attr, { ...messageFor(error), attr: attr === '' ? null : attr })
  }
  return [...byField.values()]
}

function fieldOf({ keyword, instancePath = '', params }: Partial<ErrorObject>): string {
  const path = instancePath.split('/').slice(1).join('.')
  if (keyword !== 'required') return path
  const missing = String(params?.missingProperty)
  return path === '' ? missing : `${path}.${missing}`
}

const VISIBLE = /[^\s\u2800\p{C}\p{Default_Ignorable_Code_Point}]/u

const WRONG_PATTERN: Readonly<Record<string, string>> = {
  [EMAIL_PATTERN]: INVALID_EMAIL,
  [LINE_PATTERN]:
    'Write one line that can be seen, without characters that turn the direction of text.',
}

function messageFor({
  keyword = '',
  params,
  data,
}: Partial<ErrorObject>): Omit<FieldError, 'attr'> {
  const isBlank = typeof data === 'string' && !VISIBLE.test(data)
  switch (keyword) {
    case 'required':
      return { code: 'required', detail: 'This field is required.' }
    case 'minLength':
    case 'pattern':
      if (isBlank) return { code: 'blank', detail: DETAIL.blank }
      if (keyword === 'minLength')
        return { code: 'too_short', detail: `Use at least ${params?.limit} characters.` }
      return {
        code: 'invalid',
        detail: WRONG_PATTERN[String(params?.pattern)] ?? 'Enter a valid value.',
      }
    case 'maxLength':
      return { code: 'too_long', detail: `Use at most ${params?.limit} characters.` }
    case 'type':
      return { code: 'invalid_type', detail: `This must be of type ${params?.type}.` }
    case 'minimum':
    case 'maximum':
      return { code: 'out_of_range', detail: 'This number is out of range.' }
    case 'minItems':
    case 'maxItems':
      return {
        code: 'wrong_count',
        detail: `This list ${keyword === 'minItems' ? 'needs at least' : 'may hold at most'} ${params?.limit} items.`,
      }
    default:
      return { code: 'invalid_choice', detail: 'This value is not one of the choices.' }
  }
}
