import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { EMAIL_PATTERN, LINE_PATTERN } from '#contract/fields.ts'
import { type Sentence, type SentenceKey, said } from '../../text/sentence.ts'

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

export type FieldError = {
  readonly code: string
  readonly sentence: Sentence
  readonly attr: string | null
}

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

const WRONG_PATTERN: Readonly<Record<string, SentenceKey>> = {
  [EMAIL_PATTERN]: 'refusals.invalid_email',
  [LINE_PATTERN]: 'refusals.invalid_line',
}

const MESSAGES: Readonly<Record<string, readonly [code: string, key: SentenceKey]>> = {
  required: ['required', 'refusals.required'],
  minLength: ['too_short', 'refusals.too_short'],
  maxLength: ['too_long', 'refusals.too_long'],
  type: ['invalid_type', 'refusals.invalid_type'],
  minimum: ['out_of_range', 'refusals.out_of_range'],
  maximum: ['out_of_range', 'refusals.out_of_range'],
  minItems: ['wrong_count', 'refusals.too_few_items'],
  maxItems: ['wrong_count', 'refusals.too_many_items'],
}

function messageFor({
  keyword = '',
  params = {},
  data,
}: Partial<ErrorObject>): Omit<FieldError, 'attr'> {
  const isBlank = typeof data === 'string' && !VISIBLE.test(data)
  if (isBlank && (keyword === 'minLength' || keyword === 'pattern'))
    return { code: 'blank', sentence: said('refusals.blank') }
  if (keyword === 'pattern') {
    const key = WRONG_PATTERN[String(params['pattern'])] ?? 'refusals.invalid'
    return { code: 'invalid', sentence: said(key) }
  }
  const [code, key] = MESSAGES[keyword] ?? ['invalid_choice', 'refusals.invalid_choice']
  return { code, sentence: said(key, params) }
}
