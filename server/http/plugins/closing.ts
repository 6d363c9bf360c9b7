import { setImmediate, setTimeout } from 'node:timers/promises'
import type { App } from '../deps.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly isClosing: () => boolean
  }
}

/** Nothing new for so long: the kernel holds no connection and no request that came before the stop. Milliseconds. */
const QUIET = 100
/** Callers who never pause must not hold the stop. Milliseconds. */
const DRAIN_MAX = 3000

/**
 * Closing the listening socket resets connections that the kernel has made and we have not accepted; closing
 * connections that look idle resets requests that lie unread in them. After a busy moment there are many of both.
 * So a stop first reads what is there, ends each connection with its response, and says that it is not ready.
 */
export function drainOnClose(app: App): void {
  let isClosing = false
  let arrivals = 0
  const arrived = () => {
    arrivals++
  }
  app.decorate('isClosing', () => isClosing)
  app.server.on('connection', arrived)
  app.addHook('onRequest', async () => arrived())
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isClosing) reply.header('connection', 'close')
    return payload
  })
  app.addHook('preClose', async () => {
    isClosing = true
    if (!app.server.listening) return
    const end = performance.now() + DRAIN_MAX
    for (let seen = -1; seen !== arrivals && performance.now() < end; ) {
      seen = arrivals
      await setTimeout(QUIET)
      // A late timer runs before the sockets are read: one more turn of the loop reads them.
      await setImmediate()
    }
  })
}
