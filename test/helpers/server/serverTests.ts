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
