import { accountRoutes } from '#contract/routes.ts'
import { accountSchemas } from '#contract/schemas/account.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { at, limited } from '../../http/plugins/serve.ts'
import { enqueue } from '../../mail/outbox.ts'
import { nameToStore } from '../../text/names.ts'
import { linkModule } from './linkRoutes.ts'
import { isActive, makeLogin } from './login.ts'
import { activationMail } from './mails.ts'
import { makePasswords } from './password.ts'
import { addressToStore, assertStrongPassword } from './policy.ts'
import { accountRepository } from './repository.ts'
import type { Tokens } from './tokens.ts'

/** Calls of strangers: register, activate, log in, refresh, reset (behaviour 7, Session and account). */
export function accountModule(open: App, deps: Deps, tokens: Tokens): void {
  const { db, clock, security } = deps
  const accounts = accountRepository(deps)
  const passwords = makePasswords(deps.gates.hashing)
  const login = makeLogin(open, deps, 'login', isActive, errors.noActiveAccountHere)
  linkModule(open, deps, passwords, tokens)

  open.route({
    ...at(accountRoutes.register),
    schema: accountSchemas.register,
    // A class of pupils registers from one address.
    config: limited(60, 60),
    handler: async ({ body }, reply) => {
      const user = { ...nameToStore(body.username), ...addressToStore(body.email) }
      assertStrongPassword(body.password, 'password')
      assertFree(await accounts.taken(db, user, clock()))
      const password_hash = await passwords.hash(body.password)
      await db.transaction().execute(async (tx) => {
        const now = clock()
        const row = { ...user, password_hash, role: 'player' as const, created_at: now }
        const added = await accounts.add(tx, row)
        if (added === undefined) return assertFree((await accounts.taken(tx, user, now)) ?? 'email')
        await enqueue(tx, activationMail({ id: added.id, email: user.email }), now)
      })
      return reply.status(201).send({ email: user.email, resend: true })
    },
  })

  open.route({
    ...at(accountRoutes.login),
    schema: accountSchemas.login,
    // All accounts together; attempts at one account have limits of their own.
    config: limited(60, 1),
    handler: async (request) => {
      const known = await login.check(request, request.body)
      return db
        .transaction()
        .execute(async (tx) => tokens.issue(tx, await login.confirm(tx, request, known)))
    },
  })

  open.route({
    ...at(accountRoutes.refresh),
    schema: accountSchemas.refresh,
    config: limited(240, 1),
    handler: async ({ body, log, ip }) => {
      const { pair, reuseOf } = await tokens.rotate(body.refresh)
      if (reuseOf !== null) security.report(log, 'token_reuse', { account: reuseOf, ip })
      if (pair === null) throw errors.tokenNotValid()
      return pair
    },
  })

  open.route({
    ...at(accountRoutes.logout),
    schema: accountSchemas.logout,
    config: limited(240, 1),
    handler: async ({ body }) => {
      await tokens.end(body.refresh)
      return {}
    },
  })
}

function assertFree(taken: 'username' | 'email' | null): void {
  if (taken === 'username') throw errors.usernameExists()
  if (taken === 'email') throw errors.emailExists()
}

/** Calls of a member about the own account. */
export function accountMemberModule(member: App, deps: Deps): void {
  const accounts = accountRepository(deps)

  member.route({
    ...at(accountRoutes.whoAmI),
    schema: accountSchemas.whoAmI,
    handler: async ({ memberId }) => {
      const user = await accounts.activeUser(deps.db, memberId)
      if (user === undefined) throw errors.tokenNotValid()
      return { username: user.username }
    },
  })

  member.route({
    ...at(accountRoutes.getProfile),
    schema: accountSchemas.getProfile,
    handler: async ({ memberId }) => {
      const user = await accounts.activeUser(deps.db, memberId)
      if (user === undefined) throw errors.tokenNotValid()
      const is_staff = user.role !== 'player'
      return {
        username: user.username,
        email: user.email,
        is_staff,
        ...(is_staff && deps.settings.deskUrl && { desk_url: deps.settings.deskUrl }),
      }
    },
  })
}
