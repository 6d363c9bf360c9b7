import type { FastifyRequest } from 'fastify'
import type { LoginBody } from '#contract/schemas/account.ts'
import type { App, Db, Deps } from '../../http/deps.ts'
import type { Refusal } from '../../http/errors.ts'
import { addressKey } from '../../http/ipKey.ts'
import { limitedBy, limitedFailures } from '../../http/plugins/rateLimit.ts'
import { emailKey } from '../../text/keys.ts'
import { networkRepository } from './networkRepository.ts'
import { makePasswords } from './password.ts'
import { accountRepository, type User } from './repository.ts'

/** Attempts at one account from one network in ten minutes. */
const PER_NETWORK = 10
/** Failed attempts at one account in an hour from all networks together that it was never used from. */
const FROM_STRANGERS = 20

export type Login<U extends User> = {
  /** The account of these credentials, if it may enter. @throws Refusal 401, 429 or 503 */
  readonly check: (request: FastifyRequest, body: LoginBody) => Promise<U>
  /** The account as it is now, held: what has ended meanwhile opens nothing. @throws Refusal 401 */
  readonly confirm: (tx: Db, request: FastifyRequest, known: U) => Promise<U>
}

export const isActive = (user: User): user is User =>
  user.activated_at !== null && user.deactivated_at === null

/**
 * Logging in with e-mail address and password, at the site and at the desk alike.
 * @param name of the place, whose attempts are counted for themselves
 * @param refusal of wrong credentials and of accounts that may not enter, the same for all of them
 */
export function makeLogin<U extends User>(
  app: App,
  deps: Deps,
  name: string,
  mayEnter: (user: User) => user is U,
  refusal: () => Refusal,
): Login<U> {
  const { db, clock, security, settings } = deps
  const accounts = accountRepository(deps)
  const networks = networkRepository(deps)
  const passwords = makePasswords(deps.gates.hashing)
  const keyOf = ({ body }: FastifyRequest): string => emailKey((body as LoginBody).email)
  const countForNetwork = limitedBy(app, PER_NETWORK, 10, (request) => [
    name,
    addressKey(request.ip),
    keyOf(request),
  ])
  const strangers = limitedFailures(
    app,
    FROM_STRANGERS,
    60,
    (request) => [`${name} from anywhere`, keyOf(request)],
    'account_limited',
  )

  return {
    async check(request, { password }) {
      const email_key = keyOf(request)
      const { ip, log } = request
      await countForNetwork(request)
      // The same questions for known and unknown addresses, so that no limit tells one from the other.
      const isStranger =
        settings.rateLimits && !(await networks.isKnown(db, email_key, ip, clock()))
      const known = await accounts.byEmailKey(db, email_key)
      // Asked when the work begins: of many attempts at once, few are under way.
      const admit = isStranger ? () => strangers.assertOpen(request) : undefined
      const matches = await passwords.verify(password, known?.password_hash, admit)
      if (known !== undefined && matches && mayEnter(known)) return known
      if (isStranger) await strangers.count(request)
      security.report(log, 'login_failed', { account: known?.id ?? null, ip, route: name })
      throw refusal()
    },

    async confirm(tx, request, known) {
      const user = await accounts.locked(tx, known.id)
      if (user === undefined || user.password_hash !== known.password_hash || !mayEnter(user))
        throw refusal()
      await networks.remember(tx, user, request.ip, clock())
      return user
    },
  }
}
