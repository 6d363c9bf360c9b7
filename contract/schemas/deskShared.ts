import Type from 'typebox'
import { ID_MAX } from '../limits.ts'
import { Picture } from './content.ts'
import { type CallSchema, ErrorBody, id, nullable } from './shared.ts'

/** ISO 8601 with its zone, as `Date.prototype.toISOString` writes it; seconds may be left out. */
export const time = () =>
  Type.String({
    maxLength: 40,
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2})$',
  })
export const anyId = () => id<number>()
export const ById = Type.Object({ id: anyId() })
/** What `POST /uploads/:purpose` has answered; used up by the first record that names it. */
export const uploadId = () => Type.String({ pattern: '^[0-9a-f]{32}$' })

/** `sort=["title","ASC"]`, `range=[0,24]` (both ends included), `filter={"q":"apple"}`; JSON texts. */
export const ListQuery = Type.Object({
  sort: Type.Optional(Type.String({ maxLength: 200 })),
  range: Type.Optional(Type.String({ maxLength: 50 })),
  filter: Type.Optional(Type.String({ maxLength: 20_000 })),
})

/** A picture as the desk shows it. */
export const DeskPicture = nullable(
  Type.Object({
    url: Type.String(),
    width: Type.Integer(),
    height: Type.Integer(),
    variants: Type.Array(Picture),
  }),
)
/** Null takes the picture away, absence keeps it. */
export const pictureUpload = { picture_upload: Type.Optional(nullable(uploadId())) }

/** The whole order of a list, or of the part that belongs to one parent: every id once, first to last. */
export const Order = Type.Object({ ids: Type.Array(anyId(), { minItems: 1, maxItems: 20_000 }) })
export const position = () => Type.Integer({ minimum: 0, maximum: ID_MAX })

export const Reason = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' }),
})

const refused = { 401: ErrorBody, 403: ErrorBody }

export const lists = (row: Type.TSchema) =>
  ({
    querystring: ListQuery,
    response: { 200: Type.Array(row), 400: ErrorBody, ...refused },
  }) satisfies CallSchema

export const gets = (row: Type.TSchema) =>
  ({
    params: ById,
    response: { 200: row, 404: ErrorBody, ...refused },
  }) satisfies CallSchema

/** A call that changes one record and answers what it has become. */
export const acts = (row: Type.TSchema, body?: Type.TSchema) =>
  ({
    ...gets(row),
    ...(body && { body }),
    response: { 200: row, 400: ErrorBody, 404: ErrorBody, 409: ErrorBody, ...refused },
  }) satisfies CallSchema

export const creates = (row: Type.TSchema, body: Type.TSchema) =>
  ({
    body,
    response: { 201: row, 400: ErrorBody, 409: ErrorBody, ...refused },
  }) satisfies CallSchema

export const reads = (row: Type.TSchema) => ({ list: lists(row), get: gets(row) })

export const edits = (row: Type.TSchema, body: Type.TSchema) => ({
  ...reads(row),
  create: creates(row, body),
  update: acts(row, body),
  /** Answers what has been removed. */
  remove: acts(row),
})

export const ordered = (row: Type.TSchema, body: Type.TSchema) => ({
  ...edits(row, body),
  order: {
    body: Order,
    response: { 200: Order, 400: ErrorBody, ...refused },
  } satisfies CallSchema,
})
