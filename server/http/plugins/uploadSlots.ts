import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MemberId } from '#contract/ids.ts'
import { errors } from '../errors.ts'

/** Concurrent uploads of one member: a second tab, but no flood. */
const UPLOADS_AT_ONCE = 2
const RETRY_AFTER_SECONDS = 5

/**
 * Refuses further uploads of a member while others run. Use it as `onRequest` after the member hook: the body of a
 * refused request is not read.
 */
export function limitUploads(): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const underway = new Map<MemberId, number>()
  return async ({ memberId }, { raw }) => {
    const count = underway.get(memberId) ?? 0
    if (count >= UPLOADS_AT_ONCE) throw errors.tooManyRequests(RETRY_AFTER_SECONDS)
    underway.set(memberId, count + 1)
    raw.once('close', () => {
      const left = (underway.get(memberId) ?? 1) - 1
      if (left === 0) underway.delete(memberId)
      else underway.set(memberId, left)
    })
  }
}
