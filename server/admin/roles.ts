import type { Role } from '#contract/sets.ts'
import { COMMAND_LINE } from '../desk/actor.ts'
import { auditedChange } from '../desk/audit.ts'
import { makeSecurityLog } from '../http/securityLog.ts'
import { findUserByEmailKey, lockSuperusers, setRole } from '../modules/account/repository.ts'
import { emailKey } from '../text/keys.ts'
import { type Command, CommandError, type Context, onlyArgument } from './command.ts'

/** Every request reads the role: a change applies from the next one, without a new login. */
async function changeRole(context: Context, role: Role): Promise<void> {
  const { args, print, log, clock } = context
  const email = onlyArgument(args, 'email address')
  const what = { resource: 'members', action: 'setRole' }
  const user = await auditedChange(context, COMMAND_LINE, what, async (w) => {
    const superusers = await lockSuperusers(w)
    const before = await findUserByEmailKey(w, emailKey(email))
    const user = await setRole(w, emailKey(email), role)
    if (before === undefined || user === undefined)
      throw new CommandError(`Nobody is registered with ${email}.`)
    if (role !== 'superuser' && superusers.length === 1 && superusers.includes(before.id))
      throw new CommandError(
        `${user.username} is the last superuser. Run "npm run admin -- promote EMAIL --superuser" for someone else first.`,
      )
    return {
      record: before.id,
      before: { role: before.role },
      after: { role },
      response: user,
    }
  })
  makeSecurityLog(clock).report(log, 'role_changed', { account: user.id, by: null, role })
  print(`${user.username} (${user.email}) is now ${user.role}.`)
  if (user.activated_at === null)
    print("The account isn't activated yet, so nobody can log in to it.")
}

export const promote: Command = {
  usage: 'promote EMAIL [--superuser]',
  does: 'makes an account staff, or superuser',
  args: { EMAIL: 'the email address of the account' },
  flags: { superuser: 'makes it superuser' },
  run: (context) => changeRole(context, context.flags.has('superuser') ? 'superuser' : 'staff'),
}

export const demote: Command = {
  usage: 'demote EMAIL',
  does: 'makes an account a player again',
  args: { EMAIL: 'the email address of the account' },
  run: (context) => changeRole(context, 'player'),
}
