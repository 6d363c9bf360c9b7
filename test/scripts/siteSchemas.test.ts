import { calls } from '#contract/calls.ts'
import { checkedPart } from '#scripts/siteSchemas.ts'
import { responseOf, type Schema } from '#src/store/http/schema.ts'

type Whole = Schema & { readonly enum?: readonly unknown[] }

/** A value that fits. */
function sample(schema: Whole): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf?.[0] !== undefined) return sample(schema.anyOf[0])
  if (schema.items !== undefined) return [sample(schema.items), 7]
  const fields = Object.entries(schema.properties ?? {})
  if (schema.type === 'object')
    return Object.fromEntries(fields.map(([name, field]) => [name, sample(field)]))
  if (schema.type === 'string') return 'text'
  return schema.type === 'boolean' ? true : 5
}

const responses = calls.flatMap(({ name, response }) => {
  const schema: Whole | undefined = response[200] ?? response[201]
  return schema === undefined ? [] : [[name, schema] as const]
})

test.each(responses)('the site checks %s by a part of its schema as by the whole', (_, schema) => {
  const resultBy = (by: Schema, value: unknown) =>
    responseOf({ response: { 200: by } })['~standard'].validate(value)
  const part: Schema = JSON.parse(JSON.stringify(checkedPart(schema)))
  const value = sample(schema)
  const without = (known: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (_name, each) => (each === known ? { odd: 0 } : each))
  for (const sent of [value, without('text'), without(5), without(true), null, [], {}, [{}]])
    expect(resultBy(part, sent)).toEqual(resultBy(schema, sent))
})
