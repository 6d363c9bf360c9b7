import { ACTIVATION_STATUS } from '#contract/errors.ts'
import { accountRoutes } from '#contract/routes.ts'
import { accountSchemas } from '#contract/schemas/account.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { at, limited } from '../../http/plugins/serve.ts'
import { enqueue } from '../../mail/outbox.ts'
import { activationAgainMail, passwordChangedMail, passwordResetMail } from './mails.ts'
import { networkRepository } from './networkRepository.ts'
import type { Passwords } from './password.ts'
import { addressToStore, assertStrongPassword, isOpen } from './policy.ts'
import { accountRepository } from './repository.ts'
import { sha256, type Tokens } from './tokens.ts'

/** What mailed links do: activate an account, set a new password (behaviour 4, 7). */
export function linkModule(open: App, deps: Deps, passwords: Passwords, tokens: Tokens): void {
  const { db, clock, security } = deps
  const accounts = accountRepository(deps)
  const networks = networkRepository(deps)

  open.route({
    ...at(accountRoutes.activateAccount),
    schema: accountSchemas.activateAccount,
    config: limited(120, 1),
    handler: async ({ body }, reply) => {
      const link = await accounts.link(db, 'activation', sha256(body.request_id))
      if (link === undefined) throw errors.activationNotFound()
      const activated = await db.transaction().execute(async (tx) => {
        // The account is held first, as by everybody else who changes one.
        await accounts.locked(tx, link.user_id)
        await accounts.spendLinks(tx, link.user_id, 'activation', clock())
        return accounts.activate(tx, link.user_id, clock())
      })
      return activated
        ? reply.status(ACTIVATION_STATUS.activated).send({})
        : reply.status(ACTIVATION_STATUS.alreadyUsed).send({})
    },
  })

  open.route({
    ...at(accountRoutes.resendActivation),
    schema: accountSchemas.resendActivation,
    config: limited(60, 60),
    handler: async ({ body }) => {
      const { email } = addressToStore(body.email)
      await enqueue(db, activationAgainMail(email), clock())
      return {}
    },
  })

  open.route({
    ...at(accountRoutes.requestPasswordReset),
    schema: accountSchemas.requestPasswordReset,
    config: limited(60, 60),
    handler: async ({ body }) => {
      const { email } = addressToStore(body.email)
      await enqueue(db, passwordResetMail(email), clock())
      return {}
    },
  })

  open.route({
    ...at(accountRoutes.verifyPasswordReset),
    schema: accountSchemas.verifyPasswordReset,
    config: limited(120, 1),
    handler: async ({ body }) => {
      const link = await accounts.link(db, 'password_reset', sha256(body.request_id))
      return { valid: isOpen(link, clock()) }
    },
  })

  open.route({
    ...at(accountRoutes.applyPasswordReset),
    schema: accountSchemas.applyPasswordReset,
    config: limited(60, 1),
    handler: async ({ body, ip, log }) => {
      assertStrongPassword(body.new_password, 'new_password')
      const hash = sha256(body.request_id)
      const seen = await accounts.link(db, 'password_reset', hash)
      // Before the costly hash, so that a made-up link costs the server nothing.
      if (!isOpen(seen, clock())) throw errors.invalidLink()
      const password_hash = await passwords.hash(body.new_password)
      const changed = await db.transaction().execute(async (tx) => {
        const now = clock()
        // The account is held first, then its links and tokens: whoever comes second sees them spent.
        const user = await accounts.locked(tx, seen.user_id)
        const link = await accounts.link(tx, 'password_reset', hash)
        if (user === undefined || user.deactivated_at !== null || !isOpen(link, now))
          throw errors.invalidLink()
        await accounts.spendLinks(tx, user.id, 'password_reset', now)
        await accounts.setPassword(tx, user.id, password_hash)
        // The mailbox is proven by this link as well as by the other one.
        await accounts.activate(tx, user.id, now)
        await tokens.endAll(tx, user.id)
        // Whoever holds the mailbox gets in from here, also while strangers have used up their attempts.
        await networks.remember(tx, user, ip, now)
        await enqueue(tx, passwordChangedMail(user), now)
        return user
      })
      security.report(log, 'password_changed', { account: changed.id, ip })
      return {}
    },
  })
}
