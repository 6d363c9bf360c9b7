import { type TObject, type TSchema, Type } from 'typebox'
import { DETAIL } from '#contract/errors.ts'
import { EMAIL_PATTERN, ID_MAX, LINE_PATTERN } from '#contract/fields.ts'
import { ANY } from '#contract/lists.ts'
import { Refusal } from '#server/http/errors.ts'
import { idFilter, isUnknown } from '#server/http/idFilter.ts'
import { errorBody } from '#server/http/plugins/errorHandler.ts'
import { assertGoodText, refuseBadText } from '#server/http/plugins/textGuard.ts'
import { fieldErrors, schemaCompiler } from '#server/http/plugins/validation.ts'
import { isPrintable } from '#server/text/keys.ts'

describe('the errors of a body', () => {
  const compile = schemaCompiler()
  const check = (schema: TSchema, httpPart = 'body') =>
    compile({ schema, httpPart, method: 'POST', url: '/' })
  const errorsOf = (schema: TSchema, body: unknown) => {
    const validate = check(schema)
    return validate(body) === true ? [] : errorBody('en', fieldErrors(validate.errors ?? [])).errors
  }
  const title = (options: Record<string, string | number>) =>
    Type.Object({ title: Type.String(options) })
  const list = (options: Record<string, string | number>) =>
    Type.Object({ tags: Type.Array(Type.String(), options) })
  const count = (options: Record<string, string | number>) =>
    Type.Object({ count: Type.Integer(options) })
  const line = { pattern: LINE_PATTERN }
  const invalidLine =
    'Write a single line of visible text. Remove line breaks and hidden characters.'

  const kind = Type.Object({ kind: Type.Union([Type.Literal('a'), Type.Literal('b')]) })
  const blank = `blank: ${DETAIL.blank}`
  const outOfRange = 'out_of_range: This number is too small or too large.'
  const wrongType = 'invalid_type: This value has the wrong type. Use the type string.'
  const tooMany = 'wrong_count: Remove some items. The list can hold at most 1.'

  test.each<[string, TObject, unknown, string]>([
    ['nothing', title({}), undefined, 'required: This field is required.'],
    ['no text', title({}), 7, wrongType],
    ['a short text', title({ minLength: 3 }), 'ab', 'too_short: Use at least 3 characters.'],
    ['a long text', title({ maxLength: 3 }), 'abcd', 'too_long: Use at most 3 characters.'],
    ['an empty text', title({ minLength: 1 }), '', blank],
    ['spaces', title(line), ' \t\u3000', blank],
    ['invisible signs', title(line), '\u200b\u2800\u00ad\u2060', blank],
    ['two lines', title(line), 'a\nb', `invalid: ${invalidLine}`],
    ['no address', title({ pattern: EMAIL_PATTERN }), 'x', 'invalid: Enter a valid email address.'],
    ['another pattern', title({ pattern: '^a$' }), 'b', 'invalid: Enter a valid value.'],
    ['blanks in a long text', title({ maxLength: 1 }), '  ', 'too_long: Use at most 1 characters.'],
    ['too small a number', count({ minimum: 2 }), 1, outOfRange],
    ['too large a number', count({ maximum: 2 }), 3, outOfRange],
    [
      'few items',
      list({ minItems: 2 }),
      ['a'],
      'wrong_count: Add more items. The list needs at least 2.',
    ],
    ['too many items', list({ maxItems: 1 }), ['a', 'b'], tooMany],
    ['no choice', kind, 'c', 'invalid_choice: Choose one of the values on offer.'],
  ])('%s', (_what, schema, value, refusal) => {
    const [attr = ''] = Object.keys(schema.properties)
    const found = errorsOf(schema, value === undefined ? {} : { [attr]: value })
    expect(found.map((one) => [`${one.code}: ${one.detail}`, one.attr])).toEqual([[refusal, attr]])
  })

  test('of a list name the item, and the field in it', () => {
    const entry = Type.Object({ title: Type.String({ minLength: 1 }), size: Type.Integer() })
    const found = errorsOf(Type.Object({ entries: Type.Array(entry) }), {
      entries: [{ title: 'a', size: 1 }, { title: '', size: 1 }, { title: 'c' }],
    })
    expect(found.map(({ code, attr }) => [code, attr])).toEqual([
      ['blank', 'entries.1.title'],
      ['required', 'entries.2.size'],
    ])
  })

  test('are one for each field, the first, and one without a field for no object at all', () => {
    const both = title({ minLength: 5, pattern: '^[0-9]+$' })
    expect(errorsOf(both, { title: 'a' }).map(({ code }) => code)).toEqual(['too_short'])
    const two = Type.Object({ a: Type.Integer(), b: Type.Integer() })
    expect(errorsOf(two, { a: 'x' }).map(({ attr }) => attr)).toEqual(['b', 'a'])
    expect(errorsOf(two, [])).toEqual([
      {
        code: 'invalid_type',
        detail: 'This value has the wrong type. Use the type object.',
        attr: null,
      },
    ])
  })

  test('are cleared at the next valid body', () => {
    const validate = check(title({}))
    expect([validate({}), validate.errors?.length]).toEqual([false, 1])
    expect([validate({ title: 'a' }), validate.errors]).toEqual([true, null])
  })

  test('a body is not coerced, other parts of a request are; unknown fields are removed', () => {
    const schema = Type.Object(
      { count: Type.Integer({ default: 3 }) },
      { additionalProperties: false },
    )
    expect(check(schema)({ count: '7' })).toBe(false)
    const query = { count: '7', other: 'x' }
    expect(check(schema, 'querystring')(query)).toBe(true)
    expect(query).toEqual({ count: 7 })
    const body = { other: 'x' }
    expect(check(schema)(body)).toBe(true)
    expect(body).toEqual({ count: 3 })
  })
})

describe('the id of a filter (behaviour 7.6)', () => {
  test.each([undefined, '', ANY])('%s is no filter', (text) => {
    expect(idFilter(text)).toBeNull()
    expect(isUnknown(idFilter(text))).toBe(false)
  })
  test.each(['1', '42', '1000000000', `${ID_MAX}`])('%s is an id', (text) => {
    expect(idFilter(text)).toBe(Number(text))
    expect(isUnknown(idFilter(text))).toBe(false)
  })
  test.each([
    '0',
    '01',
    '-1',
    '1.5',
    '1e3',
    'x1',
    '1x',
    ' 1',
    'any',
    `${ID_MAX + 1}`,
    '10000000000',
  ])('%s is the id of no row', (text) => {
    expect(idFilter(text)).toBe(0)
    expect(isUnknown(idFilter(text))).toBe(true)
  })
})

describe('the guard of texts', () => {
  const refusal = (work: () => void) => {
    try {
      work()
    } catch (error) {
      if (error instanceof Refusal) return [error.status, error.code, error.attr]
      throw error
    }
    return null
  }
  const nested = (levels: number): unknown =>
    Array.from({ length: levels }).reduce((inner) => [inner], 'text')

  test('names the field, also within lists and objects, and checks names too', () => {
    const found = (value: unknown) => refusal(() => assertGoodText(value, 'body'))
    expect(found('a\0')).toEqual([400, 'bad_text', 'body'])
    expect(found({ name: 'a\0' })).toEqual([400, 'bad_text', 'name'])
    expect(found({ list: [{ title: 'a' }, { title: '\ud800' }] })).toEqual([
      400,
      'bad_text',
      'title',
    ])
    expect(found({ list: ['a', 'b\0'] })).toEqual([400, 'bad_text', 'list'])
    expect(found({ 'a\0': 1 })).toEqual([400, 'bad_text', 'body'])
    expect(found({ name: 'a', list: [1, null, true, undefined] })).toBeNull()
    expect(found(Buffer.from('a\0'))).toBeNull()
  })

  test('checks twenty levels and not one more', () => {
    const found = (levels: number) => refusal(() => assertGoodText(nested(levels), 'body'))
    expect(found(20)).toBeNull()
    expect(found(21)).toEqual([400, 'too_deep', 'body'])
    const objects = { a: nested(19) }
    expect(refusal(() => assertGoodText(objects, 'body'))).toBeNull()
    expect(refusal(() => assertGoodText({ a: objects }, 'body'))).toEqual([400, 'too_deep', 'a'])
  })

  test('accepts undisplayable text in passwords, and in no other field of a body', () => {
    const found = (value: object) => refusal(() => assertGoodText(value, 'body', isPrintable))
    expect(found({ password: 'a\u0001' })).toBeNull()
    expect(found({ new_password: 'a\u0001' })).toBeNull()
    expect(found({ password: 'a\0' })).toEqual([400, 'bad_text', 'password'])
    expect(found({ name: 'a\u0001' })).toEqual([400, 'bad_text', 'name'])
  })

  test('is strict with bodies only: URLs are not displayed', async () => {
    type Request = Parameters<typeof refuseBadText>[0]
    const found = async (parts: object) =>
      refuseBadText({ body: {}, params: {}, query: {}, ...parts } as Request).then(
        () => null,
        ({ attr }: Refusal) => attr,
      )
    const [control, nul] = ['a\u0001', 'a\0']
    expect(await found({ query: { a: control }, params: { b: control } })).toBeNull()
    expect(await found({ body: { c: control } })).toBe('c')
    expect(await found({ query: { a: nul } })).toBe('a')
    expect(await found({ params: { b: nul } })).toBe('b')
    expect(await found({ query: nul })).toBe('query')
    expect(await found({ params: nul })).toBe('path')
    expect(await found({ body: nul })).toBe('body')
  })
})
