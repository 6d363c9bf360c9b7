import fc, { type Arbitrary } from 'fast-check'
import type { Route } from '#contract/routes.ts'

/** The part of JSON Schema that the contract uses. */
type Schema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly const?: unknown
}
export type CallSchema = { readonly summary?: string; readonly body?: object }
export type MalformedRequest = {
  readonly method: Route['method'] | 'HEAD' | 'PATCH'
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload?: string | Buffer
}

/** Texts and numbers that have broken servers before. */
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff x',
  '\u202e\u200b',
  '𝔐'.repeat(400),
  'ﷺ'.repeat(400),
  'İ'.repeat(400),
  'x'.repeat(401),
  'x'.repeat(30_000),
  "'; drop table users; --",
  '%_\\',
  '{{username}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'a@b.c',
  'Golden-Apple-412',
  '\r\nx-injected: 1',
  '__proto__',
  'constructor',
]
const NUMBERS = [0, -0, -1, 1, 2, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 63), 8.4e296, 5e-324]
const IN_ADDRESS = [
  '1',
  '2',
  '0',
  '-1',
  '-',
  '1.5',
  '1e3',
  '9'.repeat(30),
  '%00',
  '%zz',
  '%',
  '%c0%80',
  '%ed%a0%80',
  '..%2f..',
  '%2e%2e',
  'undefined',
  'null',
  '1;2',
  "1'--",
  'x'.repeat(600),
  '%F0%9F%90%90',
  '1%0a',
]
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/xml',
  'x',
  '',
]

const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary', maxLength: 60 }))
const anything = fc.oneof(text, fc.constantFrom(...NUMBERS), fc.jsonValue(), fc.constant(null))

/** Mostly of the right kind, so that much of it gets past the first check. */
function near(schema: Schema): Arbitrary<unknown> {
  return fc.oneof({ arbitrary: right(schema), weight: 4 }, { arbitrary: anything, weight: 1 })
}

function right({ type, properties, items, anyOf, ...schema }: Schema): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(near))
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([key, value]) => [key, near(value)] as const)
    return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  }
  if (items !== undefined) return fc.array(near(items), { maxLength: 5 })
  if (type === 'string') return text
  if (type === 'boolean') return fc.boolean()
  return fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom(...NUMBERS))
}

/** JSON that is whole, cut, doubled, nested deeply, or no text at all. */
const payloadOf = (body: Arbitrary<unknown>): Arbitrary<string | Buffer> =>
  fc.oneof(
    { arbitrary: body.map((value) => JSON.stringify(value) ?? ''), weight: 12 },
    { arbitrary: body.map((value) => (JSON.stringify(value) ?? '').slice(0, -1)), weight: 1 },
    { arbitrary: body.map((value) => JSON.stringify(value).repeat(2)), weight: 1 },
    { arbitrary: fc.constant(`${'['.repeat(5000)}${']'.repeat(5000)}`), weight: 1 },
    { arbitrary: fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)), weight: 1 },
    {
      arbitrary: fc.constantFrom(
        '--x\r\n',
        '--x\r\n\r\n--x--',
        '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n',
      ),
      weight: 1,
    },
  )

const query = fc.oneof(
  { arbitrary: fc.constant(''), weight: 3 },
  {
    arbitrary: fc.constantFrom(
      '?',
      '?limit=1e99',
      '?limit=-1',
      '?cursor=%00',
      '?cursor=x',
      '?a[]=1&a=2',
      '?%zz',
      '?search=%',
      '?__proto__=1',
    ),
    weight: 1,
  },
)

/**
 * Requests near one call of the contract, most of them wrong somewhere.
 * @param tokens headers to choose from, beside none and bad ones
 */
export function malformedRequest(
  { method, path }: Route,
  { body }: CallSchema,
  tokens: readonly string[],
): Arbitrary<MalformedRequest> {
  const segments = path
    .split('/')
    .map((segment) =>
      segment.startsWith(':') ? fc.constantFrom(...IN_ADDRESS) : fc.constant(segment),
    )
  const bearers = [
    ...tokens,
    ...tokens,
    ...tokens,
    '',
    'Bearer',
    'Bearer x',
    `Bearer ${'x'.repeat(9000)}`,
  ]
  return fc
    .record({
      method: fc.oneof(
        { arbitrary: fc.constant(method), weight: 15 },
        { arbitrary: fc.constantFrom('HEAD', 'PATCH', 'PUT', 'DELETE'), weight: 1 },
      ),
      path: fc.tuple(...segments).map((parts) => parts.join('/')),
      query,
      authorization: fc.constantFrom(...bearers),
      type: fc.oneof(
        { arbitrary: fc.constant('application/json'), weight: 12 },
        { arbitrary: fc.constantFrom(...TYPES), weight: 1 },
      ),
      payload: fc.option(payloadOf(near((body ?? {}) as Schema)), { freq: 12, nil: undefined }),
      successor: fc.constantFrom('', '', '1', '2', 'x', '1e99', '-1'),
    })
    .map(({ method, path, query, authorization, type, payload, successor }) => ({
      method,
      url: `/api${path}${query}`,
      headers: {
        ...(authorization && { authorization }),
        ...(successor && { 'x-new-owner': successor }),
        ...(payload !== undefined && type && { 'content-type': type }),
      },
      ...(payload !== undefined && method !== 'GET' && method !== 'HEAD' && { payload }),
    }))
}
