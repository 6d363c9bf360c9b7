import Type from 'typebox'
import { lenient, nullable, unchecked } from '#contract/shapes.ts'
import { responseOf } from '#src/store/http/schema.ts'

/** What the site has of a response; undefined for one that it refuses. */
function taken(schema: Type.TSchema, value: unknown): unknown {
  const result = responseOf({ response: { 200: schema } })['~standard'].validate(value)
  return 'value' in result ? result.value : undefined
}

const row = Type.Object({ id: Type.Integer(), name: lenient(Type.String(), '') })

test.each([
  ['a field without a mark is needed', Type.Object({ id: Type.Integer() }), { id: '1' }, undefined],
  ['a lenient one is replaced', row, { id: 1, name: 2 }, { id: 1, name: '' }],
  ['a lenient one may be missing', row, { id: 1 }, { id: 1, name: '' }],
  ['a nullable one may be missing', Type.Object({ a: nullable(Type.String()) }), {}, { a: null }],
  [
    'an optional one is not looked at',
    Type.Object({ a: Type.Optional(Type.String()) }),
    { a: 1 },
    { a: 1 },
  ],
  [
    'an optional one with a mark is replaced where it is odd',
    Type.Object({ a: Type.Optional(lenient(Type.String(), '')) }),
    { a: 1 },
    { a: '' },
  ],
  [
    'and stays away where it is missing',
    Type.Object({ a: Type.Optional(lenient(Type.String(), '')) }),
    {},
    {},
  ],
  ['fields that the site does not know pass', Type.Object({}), { more: 1 }, { more: 1 }],
  ['an enum may grow', Type.Enum(['yes', 'no']), 'maybe', 'maybe'],
  ['with texts alone', Type.Enum(['yes', 'no']), 1, undefined],
  ['a literal is exact', Type.Literal('yes'), 'no', undefined],
  ['so is a union of them', Type.Union([Type.Literal('a'), Type.Literal('b')]), 'c', undefined],
  ['null is a value', Type.Union([row, Type.Null()]), null, null],
  [
    'a list loses the rows that do not fit',
    Type.Array(row),
    [{ id: 1, name: 'a' }, 7, null],
    [{ id: 1, name: 'a' }],
  ],
  ['a list in which none fits is refused', Type.Array(row), [7, null], undefined],
  ['an empty one is not', Type.Array(row), [], []],
  ['what is not checked passes', Type.Array(unchecked(row)), [7], [7]],
])('%s', (_what, schema, value, expected) => {
  expect(taken(schema, value)).toEqual(expected)
})
