import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifySchema } from 'fastify'
import {
  type Access,
  accountRoutes,
  contentRoutes,
  glossaryRoutes,
  groupRoutes,
  profileRoutes,
  type Route,
  rulesRoutes,
} from '#contract/routes.ts'
import { ErrorBody } from '#contract/schemas/shared.ts'
import type { App } from '../deps.ts'

/** A chapter per table of behaviour 7. */
const CHAPTERS: Record<string, Record<string, Route>> = {
  'Session and account': accountRoutes,
  'Profile, preferences and order details': profileRoutes,
  Groups: groupRoutes,
  'Public content': contentRoutes,
  Rules: rulesRoutes,
  Glossary: glossaryRoutes,
}
const SECURITY: Record<Access, Record<string, string[]>[]> = {
  open: [],
  optional: [{}, { member: [] }],
  member: [{ member: [] }],
}

const UNAUTHORIZED = {
  ...ErrorBody,
  description:
    'Code `not_authenticated`: no token was sent. Code `token_not_valid`: the token is bad, expired or ended; a refresh may help.',
}

/** Hooks validate the URLs and bodies of all operations. */
const BAD_REQUEST = {
  ...ErrorBody,
  description: 'Not readable, or not within the limits; `attr` names the field.',
}
const TOO_MANY_REQUESTS = {
  ...ErrorBody,
  description: 'Too many of these in a while; `Retry-After` says when to come back.',
}

const calls = new Map<string, Pick<Operation, 'operationId' | 'tags' | 'access'>>(
  Object.entries(CHAPTERS).flatMap(([chapter, table]) =>
    Object.entries(table).map(([operationId, { method, path, access }]) => [
      `${method} ${path}`,
      { operationId, tags: [chapter], access },
    ]),
  ),
)

type Operation = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly access: Access
  /** By a limit of its own, or that of all changes of a member. */
  readonly isLimited: boolean
}

/** Adds access and the refusals of hooks to the schema of a route. */
function described(
  { response, ...schema }: FastifySchema,
  { access, isLimited, ...about }: Partial<Operation> & Pick<Operation, 'access' | 'isLimited'>,
) {
  return {
    ...schema,
    ...about,
    security: SECURITY[access],
    response: {
      400: BAD_REQUEST,
      ...(isLimited && { 429: TOO_MANY_REQUESTS }),
      ...(response as object | undefined),
      ...(access !== 'open' && { 401: UNAUTHORIZED }),
    },
  }
}

/** The contract as OpenAPI at `/api/openapi.json`, and a page to browse it at `/api/docs`. */
export async function documentApi(api: App): Promise<void> {
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Discordia API',
        version: '1.0.0',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      // Relative: the server may have several names.
      servers: [{ url: '/', description: 'This server' }],
      components: {
        securitySchemes: { member: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: ({ schema = {}, url, route: { method, config } }) => {
      const call = calls.get(`${String(method)} ${url.slice(api.prefix.length)}`)
      const access = call?.access ?? 'open'
      const changes = method !== 'GET' || config?.changesData === true
      const isLimited = config?.rateLimit !== undefined || (access === 'member' && changes)
      return {
        url,
        schema: schema.hide ? schema : described(schema, { ...call, access, isLimited }),
      }
    },
  })
  await api.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
  api.get('/openapi.json', { schema: { hide: true } }, async () => api.swagger())
}
