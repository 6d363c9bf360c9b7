import Type, { type TSchema } from 'typebox'
import type { DeskRole, DeskRoute } from './desk.ts'
import { ID_MAX } from './fields.ts'
import { type CallSchema, ErrorBody, id, line, nullable, Picture } from './shapes.ts'

/** ISO 8601 with its zone, as `Date.prototype.toISOString` writes it; seconds may be left out. */
export const time = () =>
  Type.String({
    maxLength: 40,
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2})$',
  })
export const anyId = () => id<number>()
const ById = Type.Object({ id: anyId() })
/** Id from the response of `POST /uploads/:purpose`; used up by the first record that names it. */
export const uploadId = () => Type.String({ pattern: '^[0-9a-f]{32}$' })

/** `sort=["title","ASC"]`, `range=[0,24]` (both ends included), `filter={"q":"apple"}`; JSON texts. */
const ListQuery = Type.Object({
  sort: Type.Optional(Type.String({ maxLength: 200 })),
  range: Type.Optional(Type.String({ maxLength: 50 })),
  filter: Type.Optional(Type.String({ maxLength: 20_000 })),
})

export const dates = { created_at: Type.String(), updated_at: Type.String() }

export const Person = Type.Object({ id: anyId(), username: Type.String() })

/** A picture as the desk shows it. */
export const DeskPicture = nullable(
  Type.Object({
    url: Type.String(),
    width: Type.Integer(),
    height: Type.Integer(),
    variants: Type.Array(Picture),
  }),
)
/** Null removes the picture, absence keeps it. */
export const pictureUpload = { picture_upload: Type.Optional(nullable(uploadId())) }

/** The whole order of a list, or of the part that belongs to one parent: every id once, first to last. */
const Order = Type.Object({ ids: Type.Array(anyId(), { minItems: 1, maxItems: 20_000 }) })
/** Optional: a new row without a position comes last. */
export const optionalPosition = {
  position: Type.Optional(Type.Integer({ minimum: 0, maximum: ID_MAX })),
}

/** A name in an order, such as a category. */
export const Named = Type.Object({ id: anyId(), name: Type.String(), position: Type.Integer() })
export const NamedBody = Type.Object({ name: line(), ...optionalPosition })

export const Reason = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' }),
})

const refused = { 401: ErrorBody, 403: ErrorBody }

export const lists = <Row extends TSchema>(row: Row) =>
  ({
    querystring: ListQuery,
    response: { 200: Type.Array(row), 400: ErrorBody, ...refused },
  }) satisfies CallSchema

export const gets = <Row extends TSchema>(row: Row) =>
  ({
    params: ById,
    response: { 200: row, 404: ErrorBody, ...refused },
  }) satisfies CallSchema

export const shows = <Body extends TSchema>(body: Body) =>
  ({ response: { 200: body, ...refused } }) satisfies CallSchema

/** A call that changes one record and responds with what it has become. */
export const changes = <Row extends TSchema>(row: Row) =>
  ({
    params: ById,
    response: { 200: row, 400: ErrorBody, 404: ErrorBody, 409: ErrorBody, ...refused },
  }) satisfies CallSchema
export const changesWith = <Row extends TSchema, Body extends TSchema>(row: Row, body: Body) =>
  ({ ...changes(row), body }) satisfies CallSchema

export const creates = <Row extends TSchema, Body extends TSchema>(row: Row, body: Body) =>
  ({
    body,
    response: { 201: row, 400: ErrorBody, 409: ErrorBody, ...refused },
  }) satisfies CallSchema

type Path = DeskRoute['path']

/** A call with its path below `DESK_API_BASE`. */
const calling =
  <const Method extends DeskRoute['method'], const Kind extends object>(method: Method, kind: Kind) =>
  <const P extends Path, Schema extends CallSchema, const Role extends DeskRole = 'staff'>(
    path: P,
    schema: Schema,
    role: Role = 'staff' as Role,
  ) =>
    ({ method, path, role, ...kind, ...schema }) as const

export const getting = calling('GET', {})
export const posting = calling('POST', {})
export const putting = calling('PUT', {})
export const deleting = calling('DELETE', {})
/** A POST that changes nothing, and leaves no row in the audit log. */
export const asking = calling('POST', { changesNothing: true })
/** The same as a PUT: what is kept is no change of the site yet. */
export const keeping = calling('PUT', { changesNothing: true })

export const reads = <const R extends string, Row extends TSchema, const Role extends DeskRole = 'staff'>(
  resource: R,
  row: Row,
  role: Role = 'staff' as Role,
) => ({
  list: getting(`/${resource}` as const, lists(row), role),
  get: getting(`/${resource}/:id` as const, gets(row), role),
})

export const edits = <const R extends string, Row extends TSchema, Body extends TSchema>(
  resource: R,
  row: Row,
  body: Body,
) => ({
  ...reads(resource, row),
  create: posting(`/${resource}` as const, creates(row, body)),
  update: putting(`/${resource}/:id` as const, changesWith(row, body)),
  /** Responds with what has been removed. */
  remove: deleting(`/${resource}/:id` as const, changes(row)),
})

export const ordered = <const R extends string, Row extends TSchema, Body extends TSchema>(
  resource: R,
  row: Row,
  body: Body,
) => ({
  ...edits(resource, row, body),
  order: posting(`/${resource}/order` as const, {
    body: Order,
    response: { 200: Order, 400: ErrorBody, ...refused },
  }),
})
