import { Socket } from 'node:net'
import type { App } from '../deps.ts'

/** How long a connection may take for each step; a slow client holds its socket no longer. Milliseconds. */
export type ConnectionLimits = {
  /** Until the headers are complete. */
  readonly headersTimeout: number
  /** Until the whole request is there. */
  readonly requestTimeout: number
  /** Without a byte in either direction. */
  readonly connectionTimeout: number
  /** Between two requests. */
  readonly keepAliveTimeout: number
  /** Between two looks for requests that are over their time. */
  readonly connectionsCheckingInterval: number
  /** From the response to a broken request to the end of its connection, also when the client does not read it. */
  readonly finalResponseTimeout: number
  /** For the rest of a body that nobody reads any more, as after a refusal. */
  readonly unreadBody: number
  /** Open at once; further ones are closed unanswered. */
  readonly maxConnections: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeout: 20_000,
  requestTimeout: 120_000,
  connectionTimeout: 60_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 5000,
  finalResponseTimeout: 1000,
  unreadBody: 120_000,
  // A connection takes about 20 kB and a file descriptor; systems often allow 65,536 of these.
  maxConnections: 8192,
}

/**
 * Ends a connection whether or not the client does its part: one that does not read keeps its receive window
 * closed, so that waiting for the last byte to leave would be waiting for ever.
 */
export function endWithin(socket: Socket, ms: number, response?: string): void {
  if (response === undefined) socket.end()
  else socket.end(response)
  const timer = setTimeout(() => socket.destroy(), ms).unref()
  socket.once('close', () => clearTimeout(timer))
}

/** Bounds what the limits of Node's own server leave open. */
export function boundConnections(app: App, { maxConnections, unreadBody }: ConnectionLimits): void {
  app.server.maxConnections = maxConnections
  // A refusal is sent before the body is read. Closing at once would cost the client the response, and
  // waiting for the body would give a stranger the time of the longest upload.
  app.addHook('onResponse', async ({ raw }) => {
    const { socket } = raw
    // A request that a test injects has no socket of its own.
    if (raw.complete || !(socket instanceof Socket)) return
    const timer = setTimeout(() => socket.destroy(), unreadBody).unref()
    // The connection outlives the request and would collect these listeners.
    const stop = () => {
      clearTimeout(timer)
      raw.off('end', stop)
      socket.off('close', stop)
    }
    raw.once('end', stop)
    socket.once('close', stop)
  })
}
