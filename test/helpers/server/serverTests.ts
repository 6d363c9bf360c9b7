import type { Role } from '#contract/sets.ts'
import type { Engine } from '#server/db/dialect.ts'
import { type DeskServer, startDesk } from './startDesk.ts'
import { engines, startServer, type TestServer } from './startServer.ts'

type Options = {
  /** Settings of the server beside those of every test. */
  readonly env?: Record<string, string>
  /** `bothEngines` for tests of the database itself. */
  readonly engines?: readonly Engine[]
}
type Define<Server> = (server: Server, engine: Engine) => void

/**
 * Tests of a server that starts before the first of them and ends after the last, once for each engine.
 * @param title contains `%s`, which becomes the name of the engine
 * @param define gets a server that has started when tests and hooks run, not before
 */
export const serverTests = suiteOn<TestServer>(startServer)

/** The same with the staff desk. */
export const deskTests = suiteOn<DeskServer>(startDesk)

/** Players who are added before each test; they have the values of the running one. */
export const playersOf = <const Names extends readonly string[]>(
  server: TestServer,
  ...names: Names
) => addedBeforeEach(names, (name) => server.addUser(name))

type Staff = string | readonly [name: string, role: Role]

/** The same with staff, who are at the desk. */
export const staffOf = <const Names extends readonly Staff[]>(
  server: DeskServer,
  ...names: Names
) =>
  addedBeforeEach(names, (one: Staff) =>
    typeof one === 'string' ? server.staff(one) : server.staff(...one),
  )

function addedBeforeEach<Name, const Names extends readonly Name[], Added extends object>(
  names: Names & readonly Name[],
  add: (name: Name) => Promise<Added>,
): { readonly [At in keyof Names]: Added } {
  const all = names.map((name) => ({ name, added: {} as Added }))
  beforeEach(async () => {
    for (const { name, added } of all) Object.assign(added, await add(name))
  })
  return all.map(({ added }) => added) as { readonly [At in keyof Names]: Added }
}

function suiteOn<Server extends TestServer>(
  start: (engine: Engine, env?: Record<string, string>) => Promise<Server>,
) {
  return (title: string, ...rest: [Define<Server>] | [Options, Define<Server>]): void => {
    const [options, define] = rest.length === 1 ? [{}, rest[0]] : rest
    describe.each(options.engines ?? engines)(title, (engine) => {
      let started: Server | undefined
      beforeAll(async () => {
        started = await start(engine, options.env)
      })
      const server = new Proxy({} as Server, {
        get(_, property) {
          if (started === undefined) throw new Error('The server starts before the first test.')
          return Reflect.get(started, property)
        },
      })
      define(server, engine)
      // Registered last, so that it runs after the hooks of the tests, which still need the server.
      afterAll(() => started?.close())
    })
  }
}
