import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../deps.ts'
import { Refusal } from '../errors.ts'

/** Until the whole body is there. Calls that take files have the time of the server itself. Milliseconds. */
export const BODY_LIMITS = {
  /** Whoever has no session has a login to send and nothing else. */
  strangers: 20_000,
  /** The longest entry with all its sections. */
  staff: 120_000,
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Files over a slow line take their time. */
    takesFiles?: true
  }
}

const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()

/**
 * The server's own limit must leave time for the largest file, before anybody knows who is asking. Register
 * before the guard; the guard's scope calls `trustBody`.
 */
export function boundBodies(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    if (hasBody(request)) limit(request, reply, BODY_LIMITS.strangers)
  })
}

/** The caller has a session, and this call is open to them. */
export function trustBody(request: FastifyRequest, reply: FastifyReply): void {
  if (!timers.has(request)) return
  if (request.routeOptions.config.takesFiles) clearTimeout(timers.get(request))
  else limit(request, reply, BODY_LIMITS.staff)
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function limit(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  clearTimeout(timers.get(request))
  const timer = setTimeout(() => {
    if (reply.sent) request.raw.destroy()
    else void reply.header('connection', 'close').send(tooSlow())
  }, ms)
  timer.unref()
  timers.set(request, timer)
  // When the whole body was read, or dropped; that may be long after the response.
  request.raw.once('close', () => clearTimeout(timer))
}

const tooSlow = () => new Refusal(408, 'timeout', 'The request took too long.')
