import { createWriteStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { HasDb } from '../db/rows.ts'
import { auditedChange, COMMAND_LINE } from '../desk/audit.ts'
import { openFiles } from '../files/openFiles.ts'
import { makeSecurityLog } from '../http/securityLog.ts'
import {
  eraseAccount,
  isFormerMember,
  isLastSuperuser,
  LastSuperuser,
  scheduleDeletion,
  withdrawDeletion,
} from '../modules/account/personal-data/eraser.ts'
import { archiveOf } from '../modules/account/personal-data/exporter.ts'
import { subjectOf } from '../modules/account/personal-data/subject.ts'
import {
  findUserByEmailKey,
  lockSuperusers,
  lockUser,
  type User,
} from '../modules/account/repository.ts'
import { emailKey } from '../text/keys.ts'
import { type Command, CommandError, type Context, onlyArgument, UsageError } from './command.ts'

/** Loads all modules, which takes as long as the other commands do altogether. */
const personalData = async () => (await import('../compose/collect.ts')).collected.personalData

/** @throws CommandError */
async function accountOf(w: HasDb, email: string): Promise<User> {
  const user = await findUserByEmailKey(w, emailKey(email))
  if (user === undefined || isFormerMember(user))
    throw new CommandError(`Nobody is registered with ${email}.`)
  return user
}

const lastSuperuser = ({ username }: User) =>
  new CommandError(
    `${username} is the last superuser. Run “npm run admin -- promote EMAIL --superuser” for someone else first.`,
  )

/** Serves members who cannot log in, and requests of authorities. */
export const exportMember: Command = {
  usage: 'export-member EMAIL FILE',
  does: 'writes everything we store about a member to a ZIP file',
  args: { EMAIL: 'the email address of the account', FILE: 'a new file' },
  async run(context) {
    const { args, db, settings, clock, print } = context
    const [email, name, ...more] = args
    if (email === undefined || name === undefined || more.length > 0)
      throw new UsageError('Give one email address and one file name.')
    const file = resolve(name)
    if (existsSync(file)) throw new CommandError(`${file} already exists. Give another name.`)
    const user = await accountOf({ db }, email)
    const subject = await subjectOf({ db }, user.id)
    if (subject === null) throw new CommandError(`Nobody is registered with ${email}.`)
    const files = await openFiles(settings)
    const { kitsOf } = await import('../compose/collect.ts')
    const kit = kitsOf({ db, clock, jwtSecret: '', files, settings })
    await kit.reload()
    const what = { resource: 'members', action: 'export' }
    await auditedChange(context, COMMAND_LINE, what, async () => ({
      record: user.id,
      before: null,
      after: null,
      response: null,
    }))
    try {
      const source = { db, files, kit: kit.current().in(subject.language), now: clock() }
      const archive = await archiveOf(source, await personalData(), subject)
      await pipeline(archive, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    } catch (error) {
      await rm(file, { force: true })
      throw error
    }
    print(
      `${file} holds everything about ${user.username}. Delete it after you have handed it over.`,
    )
  },
}

export const deleteMember: Command = {
  usage: 'delete-member EMAIL [--now]',
  does: 'deletes an account and everything about its member, in 14 days or at once',
  args: { EMAIL: 'the email address of the account' },
  flags: { now: 'deletes at once' },
  async run(context) {
    const email = onlyArgument(context.args, 'email address')
    const user = await accountOf(context, email)
    await (context.flags.has('now') ? eraseNow(context, user) : schedule(context, user))
  },
}

async function eraseNow(context: Context, user: User): Promise<void> {
  const { settings, clock, log, print } = context
  const deps = { ...context, files: await openFiles(settings) }
  const due = { id: user.id, isDue: () => true, actor: COMMAND_LINE }
  await eraseAccount(deps, await personalData(), due).catch((error: unknown) => {
    throw error instanceof LastSuperuser ? lastSuperuser(user) : error
  })
  makeSecurityLog(clock).report(log, 'account_deleted', { account: user.id, by: null })
  print(`Deleted the account of ${user.username} and everything about its member.`)
}

async function schedule(context: Context, { id }: User): Promise<void> {
  const { clock, log, print } = context
  const what = { resource: 'members', action: 'requestDeletion' }
  const { user, due } = await auditedChange(context, COMMAND_LINE, what, async (w) => {
    const superusers = await lockSuperusers(w)
    const user = await locked(w, id)
    if (isLastSuperuser(superusers, id)) throw lastSuperuser(user)
    const due = await scheduleDeletion(w, user)
    return { record: id, before: null, after: null, response: { user, due } }
  })
  makeSecurityLog(clock).report(log, 'deletion_requested', { account: id, by: null })
  print(`The account of ${user.username} will be deleted on ${new Date(due).toISOString()}.`)
}

export const keepMember: Command = {
  usage: 'keep-member EMAIL',
  does: 'cancels the deletion of an account',
  args: { EMAIL: 'the email address of the account' },
  async run(context) {
    const { args, db, clock, log, print } = context
    const { id } = await accountOf({ db }, onlyArgument(args, 'email address'))
    const what = { resource: 'members', action: 'withdrawDeletion' }
    const user = await auditedChange(context, COMMAND_LINE, what, async (w) => {
      const user = await locked(w, id)
      if (!(await withdrawDeletion(w, user)))
        throw new CommandError(`The account of ${user.username} isn’t due for deletion.`)
      return { record: id, before: null, after: null, response: user }
    })
    makeSecurityLog(clock).report(log, 'deletion_withdrawn', { account: id, by: null })
    print(`The account of ${user.username} stays.`)
  },
}

/** The account may have been deleted since it was found. */
async function locked(w: HasDb, id: User['id']): Promise<User> {
  const user = await lockUser(w, id)
  if (user === undefined) throw new CommandError('The account has just been deleted.')
  return user
}
