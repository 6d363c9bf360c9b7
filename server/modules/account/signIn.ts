import type { FastifyRequest } from 'fastify'
import type { LoginBody } from '#contract/account.ts'
import type { MemberId } from '#contract/ids.ts'
import type { MemberSecurityEvent } from '#contract/sets.ts'
import type { Read } from '../../db/rows.ts'
import { DEMO_EMAILS, DEMO_PASSWORD } from '../../db/seed/accounts.ts'
import { type Client, clientOf, networkKey } from '../../http/client.ts'
import type { App, Deps, Passwords } from '../../http/deps.ts'
import { errors, type Refusal } from '../../http/errors.ts'
import { limitedBy, limitedFailures } from '../../http/plugins/rateLimit.ts'
import { emailKey } from '../../text/keys.ts'
import { changing } from '../../work/work.ts'
import { findUserByEmailKey, lockUser, type User } from './repository.ts'
import type { SecondStep } from './second-factor/secondStep.ts'
import { recordEvent } from './security-log/eventRepository.ts'
import { isKnownNetwork, networkDigest, saveNetwork } from './sessions/repository.ts'
import type { Tokens } from './tokens.ts'

/** Attempts at one account from one network in ten minutes. */
const ATTEMPTS_PER_NETWORK = 10
/** Failed attempts at one account in an hour, from all networks together that it was never used from. */
const FAILURES_FROM_STRANGERS = 20

export type SignIn<U extends User> = ReturnType<typeof makeSignIn<U>>

/** Dependencies of the handlers of the site's account calls. */
export type AccountDeps = Deps & {
  readonly passwords: Passwords
  readonly signIn: SignIn<User>
  readonly secondStep: SecondStep
  readonly tokens: Tokens
}

type Audience<U extends User> = {
  /** Attempts are counted by audience. */
  readonly name: string
  readonly mayEnter: (user: User) => user is U
  /** The same for wrong credentials and for accounts that may not enter. */
  readonly refusal: () => Refusal
  /** The password was right, so the refusal may say that the team has not decided yet. */
  readonly awaitsApproval?: (user: User) => Promise<boolean>
}

/** Logging in with e-mail address and password, at the site and at the desk alike. */
export function makeSignIn<U extends User>(
  app: App,
  deps: Deps,
  { name, mayEnter, refusal, awaitsApproval }: Audience<U>,
) {
  const { db, clock, passwords, security, settings, jwtSecret } = deps
  const note = makeLateEvents(app, deps)
  const keyOf = ({ body }: FastifyRequest): string => emailKey((body as LoginBody).email)
  const countAttempt = limitedBy(app, {
    max: ATTEMPTS_PER_NETWORK,
    minutes: 10,
    keyOf: (request) => [name, networkKey(request.ip), keyOf(request)],
  })
  const strangers = limitedFailures(app, {
    max: FAILURES_FROM_STRANGERS,
    minutes: 60,
    keyOf: (request) => [`${name} from anywhere`, keyOf(request)],
  })

  return {
    /** Finds the account of these credentials, if it may enter. @throws Refusal 401, 429 or 503 */
    async verify(request: FastifyRequest, { password }: LoginBody): Promise<U> {
      const email_key = keyOf(request)
      const { ip, log } = request
      await countAttempt(request)
      // Known and unknown e-mail addresses cause the same queries, so that no limit reveals which one it is.
      const digest = networkDigest(jwtSecret, email_key, ip)
      const isStranger =
        settings.rateLimits && !(await isKnownNetwork({ db, now: clock() }, digest))
      const user = await findUserByEmailKey({ db }, email_key)
      // Checked when the hash begins: only few of many simultaneous attempts are running then.
      const admit = isStranger ? () => strangers.assertOpen(request) : undefined
      const matches = await passwords.verify(password, user?.password_hash, admit)
      if (user !== undefined && matches && mayEnter(user)) return user
      if (user !== undefined && matches && (await awaitsApproval?.(user)))
        throw errors.awaitingApproval()
      if (isStranger) await strangers.count(request)
      if (user !== undefined) note(user.id, 'login_failed', clientOf(request))
      security.report(log, 'login_failed', { account: user?.id ?? null, ip, route: name })
      throw refusal()
    },

    /** Locks the account and checks that it has not changed since. @throws Refusal 401 */
    async confirm(w: Read, { ip }: FastifyRequest, verified: U): Promise<U> {
      const user = await lockUser(w, verified.id)
      if (user === undefined || user.password_hash !== verified.password_hash || !mayEnter(user))
        throw refusal()
      const digest = networkDigest(jwtSecret, user.email_key, ip)
      await saveNetwork(w, user.id, digest)
      return user
    },
  }
}

/** Pending lines; a flood loses further ones, as equal lines are merged anyway. */
const PENDING_MAX = 100

/**
 * Writes to the security log after the response: the duration of a refused login must not reveal whether the account
 * exists. Pending lines are written before the application closes.
 */
function makeLateEvents(app: App, { db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const pending = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(pending)
  })
  // Lines are written one by one, with the account locked: equal lines that are written at the same time would not be
  // merged.
  let last: Promise<unknown> = Promise.resolve()
  return (user: MemberId, event: MemberSecurityEvent, client: Client): void => {
    if (pending.size >= PENDING_MAX) return
    const responded = new Promise<void>((resolve) => setImmediate(resolve))
    const written = Promise.all([last, responded])
      .then(() =>
        changing({ db, clock }, async (w) => {
          await lockUser(w, user)
          await recordEvent(w, user, event, client)
        }),
      )
      // The line is lost while the database is away; the operators' log has it.
      .catch(() => undefined)
      .finally(() => pending.delete(written))
    last = written
    pending.add(written)
  }
}

/** True for an account of the demonstration that still has the published password. */
export function isOfDemo(
  { seed, isProduction }: Deps['settings'],
  { email }: User,
  password: string,
): boolean {
  if (seed !== 'demo' || isProduction) return false
  return DEMO_EMAILS.includes(email) && password === DEMO_PASSWORD
}
