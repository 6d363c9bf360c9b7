import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifySchema } from 'fastify'
import { calls, tables } from '#contract/calls.ts'
import { DESK_API_BASE } from '#contract/desk.ts'
import type { Access } from '#contract/route.ts'
import { ErrorBody } from '#contract/shapes.ts'
import { MINUTE_MS } from '../config/time.ts'
import { guard } from '../desk/guard.ts'
import { API_BASE } from '../http/apiBase.ts'
import { cacheRawResponses } from '../http/cache/rawResponseCache.ts'
import { type App, type Deps, scope } from '../http/deps.ts'
import { bareApp } from '../http/plugins/bareApp.ts'
import type { ConnectionLimits } from '../http/plugins/connections.ts'
import { admitViewer, requireMember, requireStepUp } from '../http/plugins/identity.ts'
import { measure } from '../http/plugins/metrics.ts'
import { limitRates, limitReads, limitWrites } from '../http/plugins/rateLimit.ts'
import { secureDesk, secureSite } from '../http/plugins/security.ts'
import { boundBodies } from '../http/plugins/slowBodies.ts'
import { serveDesk } from '../http/plugins/staticFiles.ts'
import { modules } from '../modules.ts'
import type { KitSource } from '../text/kit.ts'
import { importsRoutes } from '../transfer/imports.ts'
import { transferRoutes } from '../transfer/routes.ts'
import { collected, collectSite, findDeskSession, transfers } from './collect.ts'

const LIMITS = { maxParamLength: 500 }
const MEMBER_BODY_BYTES = 1024 * 1024

/** Does not listen: tests inject requests. @param connections for tests */
export async function buildApp(deps: Deps, connections: Partial<ConnectionLimits> = {}) {
  const { partsOfSite, all } = collectSite(deps)
  const app = bareApp(deps, LIMITS, connections)
  app.decorateRequest('viewerId', null)

  measure(app)
  app.metrics.registerMetric(deps.security.counter)
  cacheRawResponses(app, deps)
  for (const decorate of partsOfSite('decorate')) await decorate(app)
  secureSite(app, deps)
  await limitRates(app, deps)
  await app.register(
    scope('api', async (api) => {
      await documentApi(api, deps.kit)
      // Access depends on the scope alone.
      await api.register(
        scope('open', async (open) => {
          for (const routes of partsOfSite('open')) await routes(open, all)
        }),
      )
      await api.register(
        scope('optional', async (optional) => {
          optional.addHook('onRequest', admitViewer(optional.siteTokens.whoIs))
          limitReads(optional, deps)
          for (const routes of partsOfSite('optional')) await routes(optional, all)
        }),
      )
      await api.register(
        scope('member', async (member) => {
          const { whoIs, stepUp } = member.siteTokens
          member.addHook('onRequest', requireMember(whoIs))
          member.addHook('onRoute', (route) => {
            route.bodyLimit ??= MEMBER_BODY_BYTES
          })
          limitWrites(member)
          limitReads(member, deps)
          member.addHook('onRequest', requireStepUp(stepUp.isValid))
          for (const routes of partsOfSite('member')) await routes(member, all)
        }),
      )
    }),
    { prefix: API_BASE },
  )
  for (const pages of partsOfSite('pages')) await pages(app, all)
  return app
}

const DESK_LIMITS = { maxParamLength: 100, exposeHeadRoutes: false }

/** Time for 200 MB over a slow line. */
const REQUEST_TIMEOUT_MS = 30 * MINUTE_MS

/**
 * The staff desk: an application with an origin of its own (ruling 17), on the site's database. Does not listen.
 * @param connections for tests
 */
export async function buildDesk(deps: Deps, connections: Partial<ConnectionLimits> = {}) {
  const app = bareApp(deps, DESK_LIMITS, { requestTimeout: REQUEST_TIMEOUT_MS, ...connections })
  boundBodies(app)
  secureDesk(app, deps, DESK_API_BASE)
  await app.register(cookie)
  await limitRates(app, deps)
  await app.register(
    scope('desk', async (desk) => {
      guard(desk, deps, findDeskSession)
      for (const module of modules) await module.desk?.(desk, deps, collected)
      importsRoutes(desk, deps)
      await desk.register(
        scope('transfer', async (files) => transferRoutes(files, deps, transfers)),
      )
    }),
    { prefix: DESK_API_BASE },
  )
  for (const module of modules) await module.deskFiles?.(app, deps)
  await serveDesk(app, deps.kit)
  return app
}

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
async function documentApi(api: App, kit: KitSource): Promise<void> {
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
      onRequest(request, reply, next) {
        const [path = ''] = request.url.split('?', 1)
        // Its scripts have URLs that are relative to the one with the slash.
        if (path.endsWith('/docs')) reply.redirect(`${path}/`)
        // Writing YAML takes most of a second each time; JSON is YAML, too.
        else if (path.endsWith('/docs/yaml')) reply.redirect(`${api.prefix}/openapi.json`)
        else next()
      },
    },
    // The policy is that of every other page of this origin.
    transformStaticCSP: (policy) =>
      policy.replace("frame-ancestors 'self'", "frame-ancestors 'none'"),
  })
  api.get('/openapi.json', { schema: { hide: true } }, async () => titled(api, kit))
}
