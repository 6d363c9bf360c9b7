import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../deps.ts'
import { errors } from '../errors.ts'

/** Timeouts of a whole body in milliseconds; calls with files have the request timeout of the server. */
export const BODY_LIMITS = {
  /** The login is the only call without a session. */
  strangers: 20_000,
  /** The longest entry with all its sections. */
  staff: 120_000,
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** No limit for a session: files over a slow line. */
    takesFiles?: true
  }
}

const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()

/**
 * The request timeout is long enough for the largest upload. This hook applies a shorter one until the session is
 * verified; register it before the guard, which calls `trustBody`.
 */
export function boundBodies(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    if (hasBody(request)) limit(request, reply, BODY_LIMITS.strangers)
  })
}

/** The session is known and may make this call. */
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
    else void reply.header('connection', 'close').send(errors.tooSlow())
  }, ms)
  timer.unref()
  timers.set(request, timer)
  // Waits until the body was read or discarded, which may be long after the response.
  request.raw.once('close', () => clearTimeout(timer))
}
