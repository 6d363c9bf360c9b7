import type { FastifyRequest } from 'fastify'
import type { MemberSecurityEvent } from '#contract/sets.ts'
import type { HasDb } from '../../../db/rows.ts'
import { type Client, clientOf } from '../../../http/client.ts'
import type { Deps } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import type { SecurityEvent } from '../../../http/securityLog.ts'
import { type CallRead, changing, type Opener, type WorkOf } from '../../../work/work.ts'
import { lockUser, type User } from '../repository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'
import { findSessionUser } from './repository.ts'

type Caller = Pick<FastifyRequest, 'memberId' | 'sessionFamily'>
type Asked = Caller & Pick<FastifyRequest, 'ip' | 'headers' | 'log'>

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

/** A change of the caller's own account, which is locked. */
export type OwnWork<D> = WorkOf<D> & {
  readonly user: User
  readonly client: Client
  /** Adds a line to the security log of the member. */
  readonly note: (event: MemberSecurityEvent) => Promise<void>
  /** Adds a line to the log of the operators, after the commit. */
  readonly report: (event: SecurityEvent) => void
}

export const changeOwn = <D extends Opener & Pick<Deps, 'security'>, Result>(
  deps: D,
  request: Asked,
  change: (w: OwnWork<D>) => Promise<Result>,
): Promise<Result> =>
  changing(deps, async (w) => {
    const user = await lockCaller(w, request)
    const client = clientOf(request)
    const details = { account: user.id, ip: request.ip }
    const own = {
      user,
      client,
      note: (event: MemberSecurityEvent) => recordEvent(w, user.id, event, client),
      report: (event: SecurityEvent) =>
        w.afterwards(async () => deps.security.report(request.log, event, details)),
    }
    return change(Object.assign(w, own))
  })

/** A handler that is such a change. */
export const ofCaller =
  <R extends Asked, Result, D extends CallRead = CallRead>(
    change: (w: OwnWork<D>, request: R) => Promise<Result>,
  ) =>
  (w: D, request: R): Promise<Result> =>
    changeOwn(w, request, (own) => change(own, request))
