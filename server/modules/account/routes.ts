import { accountRoutes } from '#contract/routes.ts'
import { accountSchemas } from '#contract/schemas/account.ts'
import type { App, Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { at } from '../../plugins/serve.ts'
import { accountRepository } from './repository.ts'
import type { Tokens } from './tokens.ts'

/** Calls of strangers: register, activate, log in, refresh, reset (SPEC 7, Session and account). */
export function accountModule(open: App, _deps: Deps, tokens: Tokens): void {
  open.route({
    ...at(accountRoutes.refresh),
    schema: accountSchemas.refresh,
    handler: async ({ body }) => {
      const pair = await tokens.rotate(body.refresh)
      if (pair === null) throw errors.tokenNotValid()
      return pair
    },
  })
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
}
