import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { calls } from '#contract/calls.ts'
import { CSRF_HEADER, DESK_API_BASE } from '#contract/desk.ts'
import { buildDesk } from '#server/compose/site.ts'
import { SITE_FOLDER } from '#server/http/plugins/builtSite.ts'
import { type DeskCall, deskAct, deskCalls, deskRequest } from '#test/helpers/fixtures/deskActs.ts'
import {
  BUILT_DESK_OTHERS,
  BUILT_OTHERS,
  CALLERS,
  type Caller,
  DESK_OTHERS,
  deskPolicy,
  ID_KINDS,
  type IdKind,
  idlePolicies,
  outcomeOf,
  type Row,
  SITE_OTHERS,
  sitePolicy,
} from '#test/helpers/fixtures/policies.ts'
import { addToken } from '#test/helpers/fixtures/securityActs.ts'
import type { AnyId, Side } from '#test/helpers/fixtures/siteAct.ts'
import { filledIn, siteActs, siteRequest } from '#test/helpers/fixtures/siteActs.ts'
import { amount, figure } from '#test/helpers/server/faults.ts'
import { type RegisteredRoute, registeredRoutes } from '#test/helpers/server/registeredRoutes.ts'
import { changesOf, rowsOf } from '#test/helpers/server/rowsOf.ts'
import { sample } from '#test/helpers/server/sample.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'
import {
  engines,
  startServer,
  type TestServer,
  type TestUser,
} from '#test/helpers/server/startServer.ts'

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

/** Unknown id of the kind that the call has: a number, or a secret. */
const missing = (id: AnyId): AnyId => (typeof id === 'number' ? 2_000_000_000 : 'unknown-secret')

const GARBAGE: Readonly<Record<Caller, string>> = {
  anonymous: 'x',
  member: '-1',
  other: '1.5',
  owner: '2147483648',
  reader: 'one',
  staff: 'undefined',
  superuser: "1' or '1'='1",
}

/** Only `npm run lab -- faults` sends the calls of the desk, on each engine: test/server/deskAccess has their roles. */
const DESK_ENGINES = sample(engines, amount(engines.length, 0))

/** Calls that also end the caller's desk sessions. */
const LEAVES_THE_DESK: readonly string[] = ['endOtherSessions', 'changePassword']

type Cell = { readonly caller: Caller; readonly kind: IdKind; readonly expected: string }

type Request = InjectOptions & { readonly headers: Record<string, string> }

type Prepared = {
  /** Null: the call has none. */
  readonly id: AnyId | null
  readonly request: (id?: AnyId) => Promise<Request>
}

deskTests('the access matrix on %s', (server, engine) => {
  let people: Record<Exclude<Caller, 'anonymous' | 'reader'>, TestUser>
  let seats: Record<'staff' | 'superuser', DeskCaller>
  let helper: DeskCaller
  let acts: ReturnType<typeof siteActs>
  beforeAll(async () => {
    helper = await server.staff('Root', 'superuser')
    await sitDown()
    const { staff, superuser } = seats
    const [member, other, owner] = [
      await server.addUser('Member'),
      await server.addUser('Other'),
      await server.addUser('Owner'),
    ]
    people = { member, other, owner, staff: staff.user, superuser: superuser.user }
    acts = siteActs(server, { member: member.id, other: other.id, owner: owner.id })
  })

  let reader: Record<string, string>
  // Some calls of the owner end it.
  beforeEach(async () => {
    await server.deps.db.deleteFrom('access_tokens').where('name', '=', 'Reader').execute()
    const { token } = await addToken(server, people.owner.id, 'Reader')
    reader = { authorization: `Bearer ${token}` }
  })
  const authOf = (caller: Caller, kind: 'auth' | 'sensitive' = 'auth'): Record<string, string> => {
    if (caller === 'anonymous') return {}
    return caller === 'reader' ? reader : people[caller][kind]
  }

  let count = 0
  /** Logs in to the desk again after a call that ends the caller's session. */
  async function sitDown(): Promise<void> {
    count++
    seats = {
      staff: await server.staff(`Staff${count}`),
      superuser: await server.staff(`Chief${count}`, 'superuser'),
    }
  }

  /**
   * Sends the call of each cell: first the refused ones, which must change no row, then the allowed ones, each with new
   * rows.
   */
  async function check(
    row: Row,
    isWrite: boolean,
    prepare: (side: Side, caller: Caller) => Promise<Prepared>,
    send: (request: Request, caller: Caller) => Promise<{ statusCode: number; body: string }>,
    renew: () => Promise<void>,
  ): Promise<void> {
    const { id: example } = await prepare('own', 'superuser')
    const kinds = example === null ? (['own'] as const) : ID_KINDS
    const cells = kinds.flatMap((kind) =>
      CALLERS.map((caller): Cell => ({ caller, kind, expected: outcomeOf(row, caller, kind) })),
    )
    const ask = async ({ caller, kind }: Cell, { id, request }: Prepared) => {
      const ids = { missing: missing(id ?? ''), garbage: GARBAGE[caller] }
      const named = kind === 'own' || kind === 'foreign' ? undefined : ids[kind]
      const { statusCode, body } = await send(await request(named), caller)
      return `${caller}, ${kind}: ${statusCode < 400 ? 'ok' : statusCode}${statusCode >= 500 ? body : ''}`
    }
    const made = new Map<string, Prepared>()
    /** Rows of another cell are reused as long as nothing has changed them. */
    async function preparedFor({ caller, kind }: Cell): Promise<Prepared> {
      const side = kind === 'foreign' ? 'foreign' : 'own'
      const isSeated = caller === 'staff' || caller === 'superuser'
      const key = `${side} ${isSeated ? caller : ''}`
      const known = made.get(key) ?? (await prepare(side, caller))
      made.set(key, known)
      return known
    }
    const outcomes: string[] = []
    const refused = cells.filter(({ expected }) => expected !== 'ok')
    for (const cell of refused) await preparedFor(cell)
    const before = await rowsOf(server.deps)
    for (const cell of refused) outcomes.push(await ask(cell, await preparedFor(cell)))
    expect(changesOf(before, await rowsOf(server.deps))).toEqual({})

    const allowed = cells.filter(({ expected }) => expected === 'ok')
    for (const cell of allowed) {
      outcomes.push(await ask(cell, await preparedFor(cell)))
      if (isWrite) made.clear()
      await renew()
    }
    expect(outcomes).toEqual(
      [...refused, ...allowed].map(
        ({ caller, kind, expected }) => `${caller}, ${kind}: ${expected}`,
      ),
    )
    figure(`${allowed.length} of ${cells.length} callers and ids allowed, as the policy says`)
  }

  test.each(calls)('$name of the site', async (route) => {
    const { name } = route
    await check(
      sitePolicy(route),
      route.method !== 'GET' || route.changesData === true,
      async (side) => {
        const act = await acts[name](side)
        return { id: act.id, request: (id) => siteRequest(route, act, id) }
      },
      (request, caller) => {
        const auth = authOf(caller, 'sensitive')
        return server.app.inject({ ...request, headers: { ...request.headers, ...auth } })
      },
      async () => (LEAVES_THE_DESK.includes(name) ? sitDown() : undefined),
    )
  })

  const endsSession = ({ name }: DeskCall) =>
    ['session.logOut', 'members.endSessions', 'second-factor.start'].includes(name)

  const askDesk = DESK_ENGINES.includes(engine) ? test.each(deskCalls) : undefined
  askDesk?.('$name of the desk', async (call) => {
    await check(
      deskPolicy(call),
      call.method !== 'GET',
      async (side, caller) => {
        const isSuperuser = call.role === 'superuser'
        const who = caller === 'superuser' ? seats.superuser : isSuperuser ? helper : seats.staff
        const act = await deskAct(server, call, side, who, helper)
        return { id: act.id, request: async (id) => deskRequest(call, act, id) }
      },
      (request, caller) => {
        const isStaff = caller === 'staff' || caller === 'superuser'
        const auth = isStaff
          ? { cookie: seats[caller].cookie, [CSRF_HEADER]: seats[caller].csrf }
          : { ...authOf(caller), [CSRF_HEADER]: 'anything' }
        return server.desk.inject({ ...request, headers: { ...request.headers, ...auth } })
      },
      async () => (endsSession(call) ? sitDown() : undefined),
    )
  })

  const others = [
    ...Object.entries(SITE_OTHERS).map(([route, other]) => ({
      of: 'app' as const,
      route,
      ...other,
    })),
    ...Object.entries(DESK_OTHERS).map(([route, other]) => ({
      of: 'desk' as const,
      route,
      ...other,
    })),
  ]
  test.each(others)(
    '$route, which is no call of the contract',
    async ({ of, route, url, row, form }) => {
      const [method] = route.split(' ', 1)
      const filled = await filledIn(server, url)
      for (const caller of CALLERS) {
        const auth = authOf(caller)
        const request = await siteRequest(
          { method: String(method), path: '' },
          { id: null, ...(form && { form: formOf(form) }) },
        )
        const { statusCode } = await server[of].inject({
          ...request,
          url: filled,
          headers: { ...request.headers, ...auth },
        })
        const outcomes = statusCode < 400 ? 'ok' : String(statusCode)
        expect(`${caller}: ${outcomes}`).toBe(`${caller}: ${outcomeOf(row, caller, 'own')}`)
      }
    },
  )
})

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
