import Type, { type TSchema } from 'typebox'
import type { DeskRole, DeskRoute } from './desk.ts'
import { ID_MAX } from './fields.ts'
import { type CallSchema, id, line, nullable, Picture, refused } from './shapes.ts'

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

export const lists = <Row extends TSchema>(row: Row) =>
  ({
    querystring: ListQuery,
    response: { 200: Type.Array(row), ...refused(400, 401, 403) },
  }) satisfies CallSchema

export const gets = <Row extends TSchema>(row: Row) =>
  ({
    params: ById,
    response: { 200: row, ...refused(401, 403, 404) },
  }) satisfies CallSchema

export const shows = <Body extends TSchema>(body: Body) =>
  ({ response: { 200: body, ...refused(401, 403) } }) satisfies CallSchema

/** A call that changes one record and responds with what it has become. */
export const changes = <Row extends TSchema>(row: Row) =>
  ({
    params: ById,
    response: { 200: row, ...refused(400, 401, 403, 404, 409) },
  }) satisfies CallSchema
export const changesWith = <Row extends TSchema, Body extends TSchema>(row: Row, body: Body) =>
  ({ ...changes(row), body }) satisfies CallSchema

export const creates = <Row extends TSchema, Body extends TSchema>(row: Row, body: Body) =>
  ({
    body,
    response: { 201: row, ...refused(400, 401, 403, 409) },
  }) satisfies CallSchema

type Path = DeskRoute['path']

/** Calls of a role, with their paths below `DESK_API_BASE`. */
function callsOf<const Role extends DeskRole>(role: Role) {
  const calling =
    <const Method extends DeskRoute['method'], const Kind extends object>(method: Method, kind: Kind) =>
    <const P extends Path, Schema extends CallSchema>(path: P, schema: Schema) =>
      ({ method, path, role, ...kind, ...schema }) as const
  const getting = calling('GET', {})
  return {
    getting,
    posting: calling('POST', {}),
    putting: calling('PUT', {}),
    deleting: calling('DELETE', {}),
    /** A POST that changes nothing, and leaves no row in the audit log. */
    asking: calling('POST', { changesNothing: true }),
    /** The same as a PUT: what is kept is no change of the site yet. */
    keeping: calling('PUT', { changesNothing: true }),
    reads: <const R extends string, Row extends TSchema>(resource: R, row: Row) => ({
      list: getting(`/${resource}` as const, lists(row)),
      get: getting(`/${resource}/:id` as const, gets(row)),
    }),
  }
}

export const anyone = callsOf('open')
export const superuser = callsOf('superuser')
/** Superusers are among them. */
const staff = callsOf('staff')
export const { getting, posting, deleting, asking, reads } = staff

export const edits = <const R extends string, Row extends TSchema, Body extends TSchema>(
  resource: R,
  row: Row,
  body: Body,
) => ({
  ...reads(resource, row),
  create: posting(`/${resource}` as const, creates(row, body)),
  update: staff.putting(`/${resource}/:id` as const, changesWith(row, body)),
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
    response: { 200: Order, ...refused(400, 401, 403) },
  }),
})
