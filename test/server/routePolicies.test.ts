import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '#contract/calls.ts'
import { DESK_API_BASE } from '#contract/desk.ts'
import { buildDesk } from '#server/compose/site.ts'
import { SITE_FOLDER } from '#server/http/plugins/builtSite.ts'
import { deskCalls } from '#test/helpers/fixtures/deskActs.ts'
import {
  BUILT_DESK_OTHERS,
  BUILT_OTHERS,
  DESK_OTHERS,
  idlePolicies,
  SITE_OTHERS,
} from '#test/helpers/fixtures/policies.ts'
import { type RegisteredRoute, registeredRoutes } from '#test/helpers/server/registeredRoutes.ts'
import { startServer, type TestServer } from '#test/helpers/server/startServer.ts'

/** Routes that exist only where something is built: tests run without a build, too. */
const isBuilt = (folder: string) => existsSync(join(folder, 'index.html'))

describe('every route has a policy, and every policy a route', () => {
  const keyOf = (
    { method, path }: { readonly method: string; readonly path: string },
    base: string,
  ) => `${method} ${base}${path}`

  test('on the site', async () => {
    const server = Promise.withResolvers<TestServer>()
    const routes = await registeredRoutes(async () => server.resolve(await startServer('sqlite')))
    await (await server.promise).close()
    const described = [
      ...calls.map((call) => keyOf(call, '/api')),
      ...Object.keys(SITE_OTHERS),
      ...(isBuilt(SITE_FOLDER) ? Object.keys(BUILT_OTHERS) : []),
    ]
    expect(asked(routes)).toEqual(described.toSorted())
    // HEAD goes with each GET that changes nothing, and with nothing else.
    const changing = calls
      .filter(({ changesData }) => changesData)
      .map((call) => keyOf(call, '/api'))
    expect(heads(routes)).toEqual(
      asked(routes).filter((key) => key.startsWith('GET ') && !changing.includes(key)),
    )
  })

  test('at the desk', async () => {
    const server = await startServer('sqlite')
    const routes = await registeredRoutes(async () => {
      const desk = await buildDesk(server.deps)
      await desk.ready()
      await desk.close()
    })
    await server.close()
    const described = [
      ...deskCalls.map((call) => keyOf(call, DESK_API_BASE)),
      ...Object.keys(DESK_OTHERS),
      ...(isBuilt('dist/desk') ? Object.keys(BUILT_DESK_OTHERS) : []),
    ]
    expect(asked(routes)).toEqual(described.toSorted())
    expect(idlePolicies(deskCalls.map(({ name }) => name))).toEqual([])
  })

  const asked = (routes: readonly RegisteredRoute[]) =>
    routes
      .filter(({ method }) => method !== 'HEAD')
      .map(({ method, url }) => `${method} ${url}`)
      .toSorted()
  const heads = (routes: readonly RegisteredRoute[]) =>
    routes
      .filter(({ method }) => method === 'HEAD')
      .map(({ url }) => `GET ${url}`)
      .toSorted()
})
