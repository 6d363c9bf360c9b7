import type { Role } from '../db/schema/accounts.ts'
import { accountRepository } from '../modules/account/repository.ts'
import { makeSecurityLog } from '../securityLog.ts'
import { emailKey } from '../text.ts'
import { type Command, CommandError, type Context, onlyArgument } from './command.ts'

/** Roles are looked up at every request: a change holds from the next one, without a new login. */
async function setRole(
  { db, engine, args, print, log, clock }: Context,
  role: Role,
): Promise<void> {
  const email = onlyArgument(args, 'e-mail address')
  const user = await accountRepository({ engine }).setRole(db, emailKey(email), role)
  if (user === undefined) throw new CommandError(`Nobody is registered with ${email}.`)
  makeSecurityLog(clock).report(log, 'role_changed', { account: user.id, by: null, role })
  print(`${user.username} (${user.email}) is now ${user.role}.`)
  if (user.activated_at === null)
    print('The account is not activated yet: nobody can log in to it.')
}

export const promote: Command = {
  usage: 'promote EMAIL [--superuser]',
  does: 'makes an account staff, or superuser',
  flags: ['superuser'],
  run: (context) => setRole(context, context.flags.has('superuser') ? 'superuser' : 'staff'),
}

export const demote: Command = {
  usage: 'demote EMAIL',
  does: 'makes an account a player again',
  run: (context) => setRole(context, 'player'),
}
