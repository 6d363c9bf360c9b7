import type { FastifyRequest } from 'fastify'
import type { HasDb } from '../../../db/schema.ts'
import { errors } from '../../../http/errors.ts'
import { lockUser, type User } from '../repository.ts'
import { findSessionUser } from './repository.ts'

type Caller = Pick<FastifyRequest, 'memberId' | 'sessionFamily'>

/**
 * Locks the caller's account. The session may have ended since the request was admitted: a password that is set in
 * the same moment as the owner's own must not replace it.
 * @throws Refusal 401
 */
export async function lockCaller(w: HasDb, { memberId, sessionFamily }: Caller): Promise<User> {
  const user = await lockUser(w, memberId)
  if (user === undefined || (await findSessionUser(w, memberId, sessionFamily)) === undefined)
    throw errors.tokenNotValid()
  return user
}
