import type { FastifyRequest } from 'fastify'
import { clientOf } from '../../../http/client.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { errors, type Refusal } from '../../../http/errors.ts'
import { networkKey } from '../../../http/networkKey.ts'
import { limitedFailures } from '../../../http/plugins/rateLimit.ts'
import { makeVault } from '../../../text/secrets.ts'
import type { Work } from '../../../work/work.ts'
import { notify } from '../mails.ts'
import type { User } from '../repository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'
import { isKnownNetwork, networkDigest } from '../sessions/repository.ts'
import { isAppCode, isRecoveryCode, recoveryHash, stepOfCode } from './codes.ts'
import {
  acceptStep,
  countRecoveryCodes,
  findSecondFactor,
  spendRecoveryCode,
} from './secondFactorRepository.ts'

/** Wrong codes for one account in an hour: from one network, and from all networks that it was never used from. */
const FAILURES = 10

type Refusals = { readonly required: () => Refusal; readonly invalid: () => Refusal }
/** 401 at a login; 403 within a session, where a 401 would be about the session. */
export const LOGIN_REFUSALS: Refusals = {
  required: () => errors.secondFactorRequired(401),
  invalid: () => errors.secondFactorInvalid(401),
}
export const ACT_REFUSALS: Refusals = {
  required: () => errors.secondFactorRequired(403),
  invalid: () => errors.secondFactorInvalid(403),
}

export type SecondStep = ReturnType<typeof makeSecondStep>

/**
 * The step after the right password.
 * @param name attempts are counted by it
 */
export function makeSecondStep(app: App, deps: Deps, name: string, refusals: Refusals) {
  const { db, clock, security, jwtSecret } = deps
  const vault = makeVault(jwtSecret, 'second factor')
  const limits = makeCodeLimits(app, deps, name)
  const guessed = new WeakSet<FastifyRequest>()

  async function fail(request: FastifyRequest, user: User): Promise<void> {
    await limits.count(request, user)
    await recordEvent({ db, now: clock() }, user.id, 'code_failed', clientOf(request))
    const { log, ip } = request
    security.report(log, 'code_failed', { account: user.id, ip, route: name })
  }

  return {
    /**
     * Limits and counts wrong codes around the transaction that calls `pass`.
     * @param user whose password was right
     * @throws Refusal 429, or what `attempt` throws
     */
    async guard<T>(request: FastifyRequest, user: User, attempt: () => Promise<T>): Promise<T> {
      await limits.assertOpen(request, user)
      try {
        return await attempt()
      } catch (error) {
        if (guessed.delete(request)) await fail(request, user)
        throw error
      }
    },

    /**
     * Accepts a code of the app or a recovery code, once. The account is locked. A text that has the form of neither is
     * refused and not counted: it is no guess.
     * @returns false for an account without a second step
     * @throws Refusal without a code, and for a wrong one
     */
    async pass(w: Work, request: FastifyRequest, user: User, code?: string): Promise<boolean> {
      const factor = await findSecondFactor(w, user.id)
      if (factor === undefined || factor.enabled_at === null) return false
      if (code === undefined) throw refusals.required()
      if (!isAppCode(code) && !isRecoveryCode(code)) throw refusals.invalid()
      const secret = vault.open(factor.secret, user.id)
      const step =
        secret === null
          ? null
          : await stepOfCode(secret, code, { after: factor.last_step, now: w.now })
      if (step !== null) await acceptStep(w, user.id, step)
      else if (!(await spendRecoveryCode(w, user.id, recoveryHash(user.id, code)))) {
        guessed.add(request)
        throw refusals.invalid()
      } else await tellOfRecovery(w, request, user)
      return true
    },
  }
}

/** Wrong codes by account: from one network, and from all networks together that the account was never used from. */
function makeCodeLimits(app: App, { db, clock, jwtSecret }: Deps, name: string) {
  const accounts = new WeakMap<FastifyRequest, User>()
  const accountOf = (request: FastifyRequest) => String(accounts.get(request)?.id)
  const near = limitedFailures(
    app,
    FAILURES,
    60,
    (request) => [`${name} code`, networkKey(request.ip), accountOf(request)],
    'account_limited',
  )
  const strangers = limitedFailures(
    app,
    FAILURES,
    60,
    (request) => [`${name} code from anywhere`, accountOf(request)],
    'account_limited',
  )
  const isStranger = async ({ ip }: FastifyRequest, { email_key }: User) =>
    !(await isKnownNetwork({ db, now: clock() }, networkDigest(jwtSecret, email_key, ip)))
  return {
    async assertOpen(request: FastifyRequest, user: User): Promise<void> {
      accounts.set(request, user)
      await near.assertOpen(request)
      if (await isStranger(request, user)) await strangers.assertOpen(request)
    },
    async count(request: FastifyRequest, user: User): Promise<void> {
      await near.count(request)
      if (await isStranger(request, user)) await strangers.count(request)
    },
  }
}

async function tellOfRecovery(w: Work, request: FastifyRequest, user: User) {
  const left = await countRecoveryCodes(w, user.id)
  notify(w, user, { notice: 'recovery_code_used', left: String(left) })
  await recordEvent(w, user.id, 'recovery_code_used', clientOf(request))
}
