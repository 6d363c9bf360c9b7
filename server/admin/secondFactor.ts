import { COMMAND_LINE } from '../desk/actor.ts'
import { auditedChange } from '../desk/audit.ts'
import { makeSecurityLog } from '../http/securityLog.ts'
import { findUserByEmailKey, lockUser } from '../modules/account/repository.ts'
import { resetSecondFactor } from '../modules/account/second-factor/setUp.ts'
import { emailKey } from '../text/keys.ts'
import { type Command, CommandError, type Context, onlyArgument } from './command.ts'

/** Serves staff whose phone is lost: there may be no other superuser to reset it at the desk. */
async function reset(context: Context): Promise<void> {
  const { args, print, log, clock } = context
  const email = onlyArgument(args, 'email address')
  const what = { resource: 'members', action: 'resetSecondFactor' }
  const user = await auditedChange(context, COMMAND_LINE, what, async (w) => {
    const found = await findUserByEmailKey(w, emailKey(email))
    const user = found && (await lockUser(w, found.id))
    if (user === undefined) throw new CommandError(`Nobody is registered with ${email}.`)
    if (!(await resetSecondFactor(w, user)))
      throw new CommandError(`${user.username} has no two-step login and no passkeys.`)
    return { record: user.id, before: null, after: null, response: user }
  })
  makeSecurityLog(clock).report(log, 'second_step_reset', { account: user.id, by: null })
  print(`${user.username} (${user.email}) now logs in with just the password.`)
}

export const resetFactor: Command = {
  usage: 'reset-second-factor EMAIL',
  does: 'removes two-step login and the passkeys of an account, and ends its sessions',
  args: { EMAIL: 'the email address of the account' },
  run: reset,
}
