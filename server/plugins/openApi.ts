import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
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

/** One chapter per table of SPEC 7. */
const CHAPTERS: Record<string, Record<string, Route>> = {
  'Session and account': accountRoutes,
  'Profile, preferences and order details': profileRoutes,
  Groups: groupRoutes,
  'Public content': contentRoutes,
  Rules: rulesRoutes,
  Glossary: glossaryRoutes,
}
const SECURITY: Record<Access, object> = {
  open: {},
  optional: { security: [{}, { member: [] }] },
  member: { security: [{ member: [] }] },
}

const UNAUTHORIZED = {
  ...ErrorBody,
  description:
    'Code `not_authenticated`: no token was sent. Code `token_not_valid`: the token is bad, expired or ended; a refresh may help.',
}

const calls = new Map(
  Object.entries(CHAPTERS).flatMap(([chapter, table]) =>
    Object.entries(table).map(([operationId, { method, path, access }]) => [
      `${method} ${path}`,
      { operationId, tags: [chapter], access },
    ]),
  ),
)

/** The contract as OpenAPI at `/api/openapi.json`, and a page to browse it at `/api/docs`. */
export async function documentApi(api: App): Promise<void> {
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Discordia API', version: '1.0.0' },
      components: {
        securitySchemes: { member: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: ({ schema, url, route }) => {
      const call = calls.get(`${String(route.method)} ${url.slice(api.prefix.length)}`)
      if (call === undefined) return { url, schema }
      const { access, ...about } = call
      const { response = {} } = schema as { response?: object }
      const refused = access !== 'open' && { response: { ...response, 401: UNAUTHORIZED } }
      return { url, schema: { ...schema, ...about, ...SECURITY[access], ...refused } }
    },
  })
  await api.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
  api.get('/openapi.json', { schema: { hide: true } }, async () => api.swagger())
}
