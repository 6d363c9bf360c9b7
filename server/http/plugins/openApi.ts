import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifySchema } from 'fastify'
import { calls, tables } from '#contract/calls.ts'
import type { Access } from '#contract/route.ts'
import { ErrorBody } from '#contract/shapes.ts'
import type { KitSource } from '../../text/kit.ts'
import type { App } from '../deps.ts'

const SECURITY: Record<Access, Record<string, string[]>[]> = {
  open: [],
  optional: [{}, { member: [] }],
  member: [{ member: [] }],
}

const UNAUTHORIZED = {
  ...ErrorBody,
  description:
    'Code `not_authenticated`: no token was sent. Code `token_not_valid`: the token is bad, expired or revoked; refresh it once.',
}

/** Any operation may respond so: the same hooks validate all paths and bodies. */
const BAD_REQUEST = {
  ...ErrorBody,
  description: 'Malformed, or outside the limits; `attr` names the field.',
}
const TOO_MANY_REQUESTS = {
  ...ErrorBody,
  description: 'Rate limit reached; `Retry-After` says when to try again.',
}

const operations = new Map(
  calls.map(({ name, table, method, path, access }) => [
    `${method} ${path}`,
    { operationId: name, tags: [tables[table].title], access },
  ]),
)

/**
 * Adds to a route's schema who may call it and the errors that hooks respond with.
 * @param isLimited by a rate limit of its own or by that for changes of members
 */
function described(
  { response, ...schema }: FastifySchema,
  { access, isLimited, ...about }: { readonly access: Access; readonly isLimited: boolean },
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

const titleOf = (kit: KitSource): string => `${kit.current().name} API`

/** The document is made once; the name of the site may change. */
function titled(api: App, kit: KitSource) {
  const document = api.swagger()
  return { ...document, info: { ...document.info, title: titleOf(kit) } }
}

/** Serves the contract as OpenAPI at `/api/openapi.json` and Swagger UI at `/api/docs`. */
export async function documentApi(api: App, kit: KitSource): Promise<void> {
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: titleOf(kit),
        version: '1.0.0',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      // Relative: a server may have several host names.
      servers: [{ url: '/', description: 'This server' }],
      components: {
        securitySchemes: { member: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: ({ schema = {}, url, route: { method, config } }) => {
      const call = operations.get(`${String(method)} ${url.slice(api.prefix.length)}`)
      const access = call?.access ?? 'open'
      const changes = method !== 'GET' || config?.changesData === true
      const isLimited = config?.rateLimit !== undefined || (access === 'member' && changes)
      return {
        url,
        schema: schema.hide ? schema : described(schema, { ...call, access, isLimited }),
      }
    },
  })
  await api.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    transformSpecificationClone: false,
    transformSpecification: () => titled(api, kit),
    uiHooks: {
      // Its scripts have URLs that are relative to the one with the slash.
      onRequest(request, reply, next) {
        const [path = ''] = request.url.split('?', 1)
        if (path.endsWith('/docs')) reply.redirect(`${path}/`)
        else next()
      },
    },
    // The policy is that of every other page of this origin.
    transformStaticCSP: (policy) =>
      policy.replace("frame-ancestors 'self'", "frame-ancestors 'none'"),
  })
  api.get('/openapi.json', { schema: { hide: true } }, async () => titled(api, kit))
}
