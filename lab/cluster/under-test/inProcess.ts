/*
 * Runs first in each process of a cluster under test (`node --import`): gives the product a clock that tests set, and
 * confirms to a test that all earlier messages have been handled.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { CONFIRMED, type TestClock, TOPIC } from './testClock.ts'

/** Clock set by a test; the real one is used until then. */
let clock: TestClock | undefined

Object.assign(globalThis, {
  testClock: {
    now: () => clock?.now ?? Date.now(),
    elapsed: () => performance.now() + (clock?.passed ?? 0),
  },
})

const CHANGES: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  '/server/compose/prepare.ts': [
    [/new ResponseCache\(Date\.now\)/g, 'new ResponseCache(testClock.now, testClock.elapsed)'],
    [/\bDate\.now\b(?!\()/g, 'testClock.now'],
  ],
  // Tests of the server run the background jobs themselves.
  ...(process.env.TEST_BACKGROUND === 'off' && {
    '/server/main.ts': [[/^background\.start\(\)$/gm, '']],
  }),
}

registerHooks({
  load(url, context, nextLoad) {
    const changes = Object.entries(CHANGES).find(([file]) => url.endsWith(file))?.[1]
    if (changes === undefined) return nextLoad(url, context)
    let source = readFileSync(fileURLToPath(url), 'utf8')
    for (const [pattern, replacement] of changes) {
      const changed = source.replaceAll(pattern, replacement)
      if (changed === source) throw new Error(`${url} has no ${String(pattern)} any more`)
      source = changed
    }
    return { format: 'module-typescript', source, shortCircuit: true }
  },
})

// The subscribed connection handles the product's messages in order.
const emit = pg.Client.prototype.emit
pg.Client.prototype.emit = function (this: pg.Client, event: string | symbol, ...args: unknown[]) {
  const isHandled: boolean = Reflect.apply(emit, this, [event, ...args])
  if (event === 'notification') setClock(this, args[0] as pg.Notification)
  return isHandled
}

function setClock(client: pg.Client, { payload = '' }: pg.Notification): void {
  const { topic, data } = JSON.parse(payload) as { topic: string; data: TestClock }
  if (topic !== TOPIC) return
  clock = data
  const confirmation = JSON.stringify({ pid: process.pid, token: data.token })
  client.query('select pg_notify($1, $2)', [CONFIRMED, confirmation]).catch(() => undefined)
}
