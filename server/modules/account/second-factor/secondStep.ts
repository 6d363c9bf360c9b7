import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { generateSecret, generateURI, verify } from 'otplib'
import type { MemberId } from '#contract/ids.ts'
import type { RecoveryCodes, SecondFactorSecret } from '#contract/security.ts'
import { plainDigits } from '#shared/digits.ts'
import { deleteRowsSince, type Read } from '../../../db/rows.ts'
import { type Client, clientOf, networkKey, UNKNOWN_CLIENT } from '../../../http/client.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { errors, type Refusal } from '../../../http/errors.ts'
import { limitedFailures } from '../../../http/plugins/rateLimit.ts'
import type { KitSource } from '../../../text/kit.ts'
import { makeVault, sha256 } from '../../../text/secrets.ts'
import type { Work } from '../../../work/work.ts'
import { notify } from '../mails.ts'
import { hasPasskeys } from '../passkeys/passkeyRepository.ts'
import type { User } from '../repository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'
import { isKnownNetwork, networkDigest } from '../sessions/repository.ts'
import { shutOut } from '../sessions/shutOut.ts'
import { mailSuperusers } from './mails.ts'
import {
  acceptStep,
  countRecoveryCodes,
  deleteSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
  savePendingSecret,
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
export function makeSecondStep(
  app: App,
  deps: Deps,
  { name, ...refusals }: Refusals & { readonly name: string },
) {
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
  const near = limitedFailures(app, {
    max: FAILURES,
    minutes: 60,
    keyOf: (request) => [`${name} code`, networkKey(request.ip), accountOf(request)],
  })
  const strangers = limitedFailures(app, {
    max: FAILURES,
    minutes: 60,
    keyOf: (request) => [`${name} code from anywhere`, accountOf(request)],
  })
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

/* Set-up of the second step, at the site and at the desk alike. The account is locked. */

type Account = { readonly id: MemberId; readonly email: string }
type Vaulted = { readonly jwtSecret: string }

/** @throws Refusal when the second step is on */
export async function startSetUp(
  w: Read & Vaulted & { readonly kit: KitSource },
  user: Account,
): Promise<SecondFactorSecret> {
  const factor = await findSecondFactor(w, user.id)
  if (factor !== undefined && factor.enabled_at !== null) throw errors.secondFactorOn()
  const secret = newSecret()
  const sealed = makeVault(w.jwtSecret, 'second factor').seal(secret, user.id)
  await savePendingSecret(w, user.id, sealed)
  return { secret, url: secretUrl(w.kit.current().name, secret, user.email) }
}

/** @throws Refusal for a wrong code, and when the set-up has not begun */
export async function confirmSetUp(
  w: Work & Vaulted,
  user: User,
  { code, client }: { readonly code: string; readonly client: Client },
): Promise<RecoveryCodes> {
  const factor = await findSecondFactor(w, user.id)
  if (factor === undefined) throw errors.secondFactorNotStarted()
  if (factor.enabled_at !== null) throw errors.secondFactorOn()
  const secret = makeVault(w.jwtSecret, 'second factor').open(factor.secret, user.id)
  const step = secret === null ? null : await stepOfCode(secret, code, { after: 0, now: w.now })
  if (step === null) throw errors.wrongFirstCode()
  await enableSecondFactor(w, user.id, step)
  const undo = JSON.stringify({ second_step: w.now })
  notify(w, user, { notice: 'second_step_on', undo })
  if (user.role !== 'player' && !(await hasPasskeys(w, user.id))) await mailSuperusers(w, user)
  await recordEvent(w, user.id, 'second_step_on', client)
  return renewCodes(w, user.id)
}

export async function renewCodes(w: Read, user: MemberId): Promise<RecoveryCodes> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(
    w,
    user,
    codes.map((code) => recoveryHash(user, code)),
  )
  return { codes }
}

/**
 * Resets the login of a member who has lost a phone: no second step, no passkeys, no sessions.
 * @returns false when there was nothing to remove
 */
export async function resetSecondFactor(
  w: Work,
  user: Account,
  client: Client = UNKNOWN_CLIENT,
): Promise<boolean> {
  const hadFactor = await deleteSecondFactor(w, user.id)
  const passkeys = await deleteRowsSince(w.db, 'passkeys', { user: user.id, since: 0 })
  if (!hadFactor && passkeys.length === 0) return false
  await shutOut(w, user.id)
  notify(w, user, { notice: 'second_step_reset' })
  await recordEvent(w, user.id, 'second_step_reset', client)
  return true
}

/* Codes of an authenticator app (RFC 6238): SHA-1, six digits, 30 seconds, which every app supports. */

/** Seconds by which the phone's clock may differ: the previous and the next code are accepted, too. */
const STEP_S = 30
const TOLERANCE_S = STEP_S

const newSecret = (): string => generateSecret()

/**
 * URL for the QR code.
 * @param issuer name of the site; a colon would end it in the label
 */
const secretUrl = (issuer: string, secret: string, email: string): string =>
  generateURI({ issuer: issuer.replaceAll(':', ' '), label: email, secret })

/** True if it has the form of a code of an app, right or wrong. */
const isAppCode = (code: string): boolean => /^\d{6}$/.test(plainCode(code))

/**
 * The time step of a code, if it is right and newer than `after`; else null. An `after` in the future was stored before
 * the clock was set back, and must not lock anyone out.
 * @param now epoch milliseconds
 */
async function stepOfCode(
  secret: string,
  code: string,
  { after, now }: { readonly after: number; readonly now: number },
): Promise<number | null> {
  if (!isAppCode(code)) return null
  const newest = Math.floor((now / 1000 + TOLERANCE_S) / STEP_S)
  const result = await verify({
    secret,
    token: plainCode(code),
    epoch: Math.floor(now / 1000),
    epochTolerance: TOLERANCE_S,
    afterTimeStep: after > newest ? 0 : after,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

export const RECOVERY_CODES = 10

/** Crockford's base 32, without letters that look like digits; 32 of them, so that bytes map to them evenly. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 80 bits: too many to be guessed from a stolen hash. */
const LENGTH = 16

/** Ten codes such as `x3k9-72mq-0vdh-5tge`. */
const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    [...randomBytes(LENGTH)]
      .map((byte, at) => `${at > 0 && at % 4 === 0 ? '-' : ''}${ALPHABET[byte % 32]}`)
      .join(''),
  )

const RECOVERY_CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`)

/** True if it has the form of a recovery code, right or wrong. */
const isRecoveryCode = (code: string): boolean => RECOVERY_CODE.test(plainCode(code))

const recoveryHash = (user: MemberId, code: string): string =>
  sha256(`recovery ${user} ${plainCode(code)}`)

/** U+30FC is the character of the hyphen key on a Japanese keyboard. */
const GAPS = /[\s\p{Pd}\u30fc]/gu

/**
 * Normal form of a code for comparison: every keyboard's digits and letters; capitals, spaces and hyphens do not count.
 */
export const plainCode = (typed: string): string =>
  plainDigits(typed).toLowerCase().replace(GAPS, '')
