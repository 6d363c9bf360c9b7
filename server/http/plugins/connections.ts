import { Server, Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../deps.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly isClosing: () => boolean
  }
}

/** Bounds for slow clients. Times: milliseconds. */
export const CONNECTION_LIMITS = {
  headersTimeout: 20_000,
  requestTimeout: 120_000,
  /** Timeout without a byte in either direction. */
  connectionTimeout: 60_000,
  /** Timeout between two requests. */
  keepAliveTimeout: 10_000,
  /** Interval at which the timeouts above are checked. */
  connectionsCheckingInterval: 5000,
  /** Time from the response to a malformed request to the end of its connection, whether or not the client reads it. */
  finalResponseTimeout: 1000,
  /** Time for the rest of an unread body, as after a refusal. */
  unreadBody: 120_000,
  /** Further ones are closed. Each takes about 20 kB and a file descriptor, of which systems often allow 65,536. */
  maxConnections: 8192,
}
export type ConnectionLimits = Readonly<typeof CONNECTION_LIMITS>

/**
 * The timeout is needed: a client that does not read keeps its receive window closed, and the last byte is never sent.
 */
export function endWithin(socket: Socket, timeoutMs: number, response?: string): void {
  if (response === undefined) socket.end()
  else socket.end(response)
  const timer = setTimeout(() => socket.destroy(), timeoutMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

/** Bounds what Node's own limits do not. */
export function boundConnections(app: App, { maxConnections, unreadBody }: ConnectionLimits): void {
  app.server.maxConnections = maxConnections
  // A refusal is sent before the body is read. Closing at once would lose the response; waiting for the body would
  // take as long as the longest upload.
  app.addHook('onResponse', async ({ raw }) => {
    const { socket } = raw
    // An injected request of a test has no socket.
    if (raw.complete || !(socket instanceof Socket)) return
    const timer = setTimeout(() => socket.destroy(), unreadBody).unref()
    // Keep-alive: the connection would collect these listeners.
    const stop = () => {
      clearTimeout(timer)
      raw.off('end', stop)
      socket.off('close', stop)
    }
    raw.once('end', stop)
    socket.once('close', stop)
  })
}

/** Pause without a new request after which the kernel holds none from before the stop. */
const QUIET_MS = 100
/** Longest such wait: clients that never pause must not prevent the stop. */
const HOLD_MAX_MS = 1000
/** Longest wait until the requests on open connections are read. */
const DRAIN_MAX_MS = 3000
/** Duration of a turn of the event loop that did no other work. */
const SHORT_TURN_MS = 1
/** Longest wait for such a turn; clients may leave none. */
const STOP_LISTENING_MAX_MS = 1000

/**
 * Closing the listening socket resets connections that are not accepted yet; closing idle connections resets requests
 * that are not read yet. So a stop first reads both, then takes no more connections and reads those that it has, ends
 * each connection with its response, and is not ready. Until the socket is closed, new requests get no response: clients
 * that wait for one open no connection in that moment.
 */
export function drainOnClose(app: App): void {
  let isClosing = false
  let arrivals = 0
  const arrived = () => {
    arrivals++
  }
  const socketClosed = Promise.withResolvers<void>()
  app.decorate('isClosing', () => isClosing)
  app.server.on('connection', arrived)
  app.addHook('onRequest', async () => {
    arrived()
    if (isClosing) await socketClosed.promise
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isClosing) reply.header('connection', 'close')
    return payload
  })

  async function untilQuiet(maxMs: number): Promise<void> {
    const end = performance.now() + maxMs
    for (let seen = -1; seen !== arrivals && performance.now() < end; ) {
      seen = arrivals
      await sleep(QUIET_MS)
      // Timers run before sockets are read: one more turn of the event loop.
      await setImmediate()
    }
  }

  app.addHook('preClose', async () => {
    isClosing = true
    if (!app.server.listening) {
      socketClosed.resolve()
      return
    }
    await untilQuiet(HOLD_MAX_MS)
    await stopListening(app.server)
    socketClosed.resolve()
    await untilQuiet(DRAIN_MAX_MS)
  })
}

/**
 * Closes the listening socket alone: `close` of an HTTP server closes idle connections, too. Node accepts one connection
 * in a turn of the event loop, so the kernel holds none directly after a turn without one. What arrives in the microseconds
 * until the socket is closed is reset by the kernel; no call closes a socket only when nothing waits at it.
 */
async function stopListening(server: Server): Promise<void> {
  let accepted = 0
  const count = () => {
    accepted++
  }
  server.on('connection', count)
  const end = performance.now() + STOP_LISTENING_MAX_MS
  for (let isQuiet = false; !isQuiet && performance.now() < end; ) {
    const before = accepted
    const since = performance.now()
    await setImmediate()
    isQuiet = accepted === before && performance.now() - since < SHORT_TURN_MS
  }
  server.off('connection', count)
  Server.prototype.close.call(server)
}
