import { COMMAND_LINE } from '../desk/actor.ts'
import { auditedChange } from '../desk/audit.ts'
import { listDead, reviveDead } from '../mail/outbox.ts'
import { type Command, CommandError, type Context, UsageError } from './command.ts'

/** Ids in one row of the audit log. */
const LOGGED_MAX = 1000

async function printDead(context: Context): Promise<void> {
  const dead = await listDead(context)
  if (dead.length === 0) context.print('There are no failed emails.')
  for (const { id, kind, recipient, attempts, dead_at, last_error } of dead)
    context.print(
      `${id}  ${new Date(dead_at ?? 0).toISOString()}  ${kind} to ${recipient}, ${attempts} attempts: ${last_error}`,
    )
}

async function retry(context: Context, id: string | undefined): Promise<void> {
  if (id !== undefined && !/^\d{1,9}$/.test(id))
    throw new UsageError(`"${id}" isn't the number of an email.`)
  const number = id === undefined ? undefined : Number(id)
  const what = { resource: 'outbox', action: 'retry' }
  const count = await auditedChange(context, COMMAND_LINE, what, async (w) => {
    const dead = await listDead(w)
    const ids = dead.flatMap(({ id: one }) => (one === (number ?? one) ? [one] : []))
    const revived = await reviveDead(w, number)
    if (number !== undefined && revived === 0)
      throw new CommandError(
        `There is no failed email with the number ${number}. Run "npm run admin -- outbox" to list them.`,
      )
    const after = { count: revived, ids: ids.slice(0, LOGGED_MAX) }
    return { record: number ?? null, before: null, after, response: revived }
  })
  context.print(`Emails that will be sent again: ${count}.`)
}

export const outbox: Command = {
  usage: 'outbox [retry [NUMBER]]',
  does: 'lists failed emails, or sends them again',
  args: { retry: 'sends them again', NUMBER: 'only the one with this number' },
  async run(context) {
    const [verb, id, ...more] = context.args
    if (verb === undefined) return printDead(context)
    if (verb !== 'retry' || more.length > 0)
      throw new UsageError(`"${verb}" isn't an argument of outbox.`)
    await retry(context, id)
  },
}
