import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { App } from '../deps.ts'

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
  })
  await api.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
  api.get('/openapi.json', { schema: { hide: true } }, async () => api.swagger())
}
