import Type, { type Static } from 'typebox'
import { EMAIL_PATTERN, ID_MAX, LINE_PATTERN, LONG_TEXT_MAX, TEXT_MAX } from './fields.ts'
import { PAGE_LIMIT_MAX } from './lists.ts'

/** The one id type: bounded, so that no number in JSON can overflow a column. */
export const id = <T extends number>() => Type.Unsafe<T>(Type.Integer({ minimum: 1, maximum: ID_MAX }))

/** One line with a visible character: 1-400 characters. */
export const line = (maxLength: number = TEXT_MAX) => Type.String({ minLength: 1, maxLength, pattern: LINE_PATTERN })
/** Text that is only compared with a stored value: anything but white space. */
export const compared = (maxLength: number = TEXT_MAX) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })
/** One line that may be empty. */
export const optionalLine = (maxLength: number = TEXT_MAX) => Type.String({ maxLength })
/** Several lines, not blank. */
export const longText = () => Type.String({ minLength: 1, maxLength: LONG_TEXT_MAX, pattern: '\\S' })
export const emailAddress = () => Type.String({ minLength: 1, maxLength: TEXT_MAX, pattern: EMAIL_PATTERN })
/** Opaque token of a mailed link. Any length: a wrong token is unknown, not malformed. */
export const linkToken = () => Type.String()
/** Someone else may know the former password: calendar links end with it. An addition. */
export const someoneKnew = () => Type.Optional(Type.Boolean())

/** A mark for the site alone, which no JSON schema shows: validators and documents do not know it. */
const marked = <T extends Type.TSchema>(schema: T, mark: `~${string}`, value: unknown): T =>
  Object.create(Object.prototype, {
    ...Object.getOwnPropertyDescriptors(schema),
    [mark]: { value },
  }) as T

/** Ids are plain numbers at run time. */
type Plain<Value> = Value extends number ? number : Value
/**
 * The site takes `fallback` where this part of a response is missing or odd, as other servers may have it (behaviour
 * section 7). What is not marked makes the response, or the row of a list, one that is refused.
 */
export const lenient = <T extends Type.TSchema>(schema: T, fallback: NoInfer<Plain<Static<T>>>): T =>
  marked(schema, '~lenient', fallback)

/** The site does not check this part of a response; the component that shows it does. */
export const unchecked = <T extends Type.TSchema>(schema: T): T => marked(schema, '~unchecked', true)

export const nullable = <T extends Type.TSchema>(schema: T) =>
  marked(Type.Union([schema, Type.Null()]), '~lenient', null)

/** Stored as it is, so that whatever is unknown is left out. */
export const closed = <Fields extends Type.TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false })

/** Path parameter `id`. */
export const byId = <T extends number>() => Type.Object({ id: id<T>() })

/** ISO 8601 date and time, UTC. */
export const timestamp = () => Type.String()

/** The site does not look at it: other servers have their own words for it. */
export const Nothing = unchecked(Type.Object({}))

/** The one error shape (ruling 43). */
export const ErrorBody = Type.Object({
  errors: Type.Array(
    Type.Object({
      code: Type.String(),
      detail: Type.String(),
      attr: nullable(Type.String()),
      /** The translation of a `detail` that clients compare and that stays English. Additive. */
      message: Type.Optional(Type.String()),
    }),
  ),
  detail: Type.String(),
})
export type ErrorBody = Static<typeof ErrorBody>
/** Responses with an error, by their statuses. */
export const refused = <const Status extends number>(...statuses: readonly Status[]) =>
  Object.fromEntries(statuses.map((status) => [status, ErrorBody])) as Record<Status, typeof ErrorBody>

/** Tokens of a login. */
export const TokenPair = Type.Object({ access: Type.String(), refresh: Type.String() })
export type TokenPair = Static<typeof TokenPair>

/** Pixels. */
export const Picture = Type.Object({
  url: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
})
export type Picture = Static<typeof Picture>

/** An image in other sizes, and its own size. Additive. */
export const pictures = {
  pictures: Type.Optional(Type.Array(Picture)),
  image_size: Type.Optional(Type.Object({ width: Type.Integer(), height: Type.Integer() })),
}
/** Also in the sizes of list rows. */
export const listPictures = { ...pictures, thumbnails: Type.Optional(Type.Array(Picture)) }

/** Optional parameters of a list; without them the response is the whole array. */
export const Paging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_LIMIT_MAX })),
  cursor: Type.Optional(Type.String({ maxLength: 1000 })),
}

/** A response that is not JSON: documentation only, neither validated nor serialised. */
export type FileResponse = {
  readonly description: string
  readonly content: Readonly<Record<string, { readonly schema: Type.TSchema }>>
}
/** @param mediaTypes media types or ranges, such as `image/*` */
export const fileResponse = (description: string, ...mediaTypes: readonly [string, ...string[]]): FileResponse => ({
  description,
  content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: Type.String() }])),
})

/** A row of a schema table, in Fastify's format. */
export type CallSchema = {
  readonly summary?: string
  readonly params?: Type.TSchema
  readonly querystring?: Type.TSchema
  readonly headers?: Type.TSchema
  readonly body?: Type.TSchema
  readonly consumes?: readonly string[]
  readonly response: Readonly<Record<number, Type.TSchema | FileResponse>>
}
/** A table with a missing or unknown row does not compile. */
export type SchemasOf<Routes> = Record<keyof Routes, CallSchema>

/** What a call responds with when it succeeds. */
export type SuccessOf<Row extends CallSchema> = Row['response'] extends {
  readonly 200: infer Schema extends Type.TSchema
}
  ? Static<Schema>
  : Row['response'] extends { readonly 201: infer Schema extends Type.TSchema }
    ? Static<Schema>
    : never
