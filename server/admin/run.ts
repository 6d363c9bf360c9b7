import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Role } from '#contract/sets.ts'
import { startFailure } from '../compose/startFailure.ts'
import { assertFinished } from '../compose/unfinished.ts'
import { databaseFile, readSettings, type Settings } from '../config/env.ts'
import { ENGLISH, languageFolders, missingTexts } from '../config/locales.ts'
import { messageOf } from '../config/thrown.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import type { HasDb } from '../db/rows.ts'
import { auditedChange, COMMAND_LINE } from '../desk/audit.ts'
import { makeSecurityLog } from '../http/securityLog.ts'
import { listDead, reviveDead } from '../mail/outbox.ts'
import {
  findUserByEmailKey,
  lockSuperusers,
  lockUser,
  setRole,
} from '../modules/account/repository.ts'
import { resetSecondFactor } from '../modules/account/second-factor/secondStep.ts'
import { emailKey } from '../text/keys.ts'
import { backup } from './backup.ts'
import {
  type Command,
  CommandError,
  type Context,
  onlyArgument,
  type PlaceCommand,
  UsageError,
} from './command.ts'
import { doctor } from './doctor.ts'
import { move } from './move.ts'
import { deleteMember, exportMember, keepMember } from './personalData.ts'
import { publish } from './publish/publish.ts'
import { removeDemo } from './removeDemo.ts'
import { restore } from './restore.ts'
import { setup } from './setup/setup.ts'
import { exportFile, importFile, site } from './transfer.ts'

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
    throw new UsageError(`“${id}” isn’t the number of an email.`)
  const number = id === undefined ? undefined : Number(id)
  const what = { resource: 'outbox', action: 'retry' }
  const count = await auditedChange(context, COMMAND_LINE, what, async (w) => {
    const dead = await listDead(w)
    const ids = dead.flatMap(({ id: one }) => (one === (number ?? one) ? [one] : []))
    const revived = await reviveDead(w, number)
    if (number !== undefined && revived === 0)
      throw new CommandError(
        `There is no failed email with the number ${number}. Run “npm run admin -- outbox” to list them.`,
      )
    const after = { count: revived, ids: ids.slice(0, LOGGED_MAX) }
    return { record: number ?? null, before: null, after, response: revived }
  })
  context.print(`Emails that will be sent again: ${count}.`)
}

const outbox: Command = {
  usage: 'outbox [retry [NUMBER]]',
  does: 'lists failed emails, or sends them again',
  args: { retry: 'sends them again', NUMBER: 'only the one with this number' },
  async run(context) {
    const [verb, id, ...more] = context.args
    if (verb === undefined) return printDead(context)
    if (verb !== 'retry' || more.length > 0)
      throw new UsageError(`“${verb}” isn’t an argument of outbox.`)
    await retry(context, id)
  },
}

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
        `${user.username} is the last superuser. Run “npm run admin -- promote EMAIL --superuser” for someone else first.`,
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
    print('The account isn’t activated yet, so nobody can log in to it.')
}

const promote: Command = {
  usage: 'promote EMAIL [--superuser]',
  does: 'makes an account staff, or superuser',
  args: { EMAIL: 'the email address of the account' },
  flags: { superuser: 'makes it superuser' },
  run: (context) => changeRole(context, context.flags.has('superuser') ? 'superuser' : 'staff'),
}

const demote: Command = {
  usage: 'demote EMAIL',
  does: 'makes an account a player again',
  args: { EMAIL: 'the email address of the account' },
  run: (context) => changeRole(context, 'player'),
}

const languages: PlaceCommand = {
  usage: 'languages [CODE]',
  does: 'says which languages are complete and served; with a code, lists every text that the language lacks',
  args: { CODE: 'two letters, such as de' },
  async runOn({ args, settings, print }) {
    const [code, ...more] = args
    if (more.length > 0) throw new UsageError('Give one language.')
    const folders = languageFolders()
    if (code === undefined) {
      for (const language of folders) print(`${language}  ${stateOf(language, settings.languages)}`)
      return
    }
    if (!folders.includes(code))
      throw new CommandError(
        `locales has no folder “${code}”. Copy locales/${ENGLISH} to it and translate the texts.`,
      )
    const missing = missingTexts(code)
    for (const text of missing) print(text)
    if (missing.length === 0) print(`${code} is complete.`)
  },
}

function stateOf(language: string, served: readonly string[]): string {
  const count = missingTexts(language).length
  const use = served.includes(language)
    ? served[0] === language
      ? 'served as the main language'
      : 'served'
    : 'not served'
  return `${count === 0 ? 'complete' : `${count} texts missing`}, ${use}`
}

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

const resetFactor: Command = {
  usage: 'reset-second-factor EMAIL',
  does: 'removes two-step login and the passkeys of an account, and ends its sessions',
  args: { EMAIL: 'the email address of the account' },
  run: reset,
}

const commands: Readonly<Record<string, Command | PlaceCommand>> = {
  setup,
  doctor,
  promote,
  demote,
  outbox,
  backup,
  restore,
  move,
  import: importFile,
  export: exportFile,
  site,
  publish,
  languages,
  'remove-demo': removeDemo,
  'reset-second-factor': resetFactor,
  'export-member': exportMember,
  'delete-member': deleteMember,
  'keep-member': keepMember,
}

const HELP: readonly string[] = ['--help', '-h']
const usage = () => usageOf(Object.values(commands))

type Output = {
  readonly print: (line: string) => void
  readonly complain: (line: string) => void
  readonly log?: (line: string) => void
  readonly ask?: Context['ask']
}

/**
 * Runs one operator command on the database of the settings.
 * @param argv the arguments after `npm run admin --`
 * @returns the exit code: 0 done, 1 failed, 2 called wrongly, 3 and 4 from `doctor`
 */
export async function runAdmin(
  argv: readonly string[],
  env: Record<string, string | undefined>,
  { print, complain, log = () => undefined, ask }: Output,
): Promise<number> {
  const [name = '', ...rest] = argv
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined && HELP.includes(name)) {
    print(usage())
    return 0
  }
  if (command === undefined) {
    complain(name === '' ? usage() : `There is no command “${name}”.\n${usage()}`)
    return 2
  }
  // Help needs no settings and no database, which may be what someone looks for help with.
  if (rest.some((one) => HELP.includes(one))) {
    print(helpOf(command))
    return 0
  }
  try {
    assertNoSecret(name, rest)
    const call = {
      ...parsed(command, rest),
      env,
      print,
      log: { warn: lineWriter(log) },
      ...(ask && { ask }),
    }
    // The setting names the target of a move, whose source is the file: the key of the target is set afterwards.
    const settings = readSettings(command === move ? { ...env, DATABASE_URL: undefined } : env)
    const code = await run(command, settings, call)
    return typeof code === 'number' ? code : 0
  } catch (error) {
    const isUsage = error instanceof UsageError
    complain(isUsage ? `${error.message}\n${helpOf(command)}` : messageOf(error))
    return isUsage ? 2 : 1
  }
}

/** A password within an address, or in its query. */
const SECRET = /:\/\/[^/?#\s]*:[^/?#\s]+@|[?&][^=&]*(pass|secret|token)[^=&]*=/i

/** @throws UsageError without the secret */
function assertNoSecret(command: string, args: readonly string[]): void {
  if (!args.some((one) => SECRET.test(one))) return
  const way =
    command === 'setup'
      ? 'Write the address into a file and give --smtp-file FILE, or set SMTP_URL in the environment or in .env.'
      : 'Set DATABASE_URL in the environment or in .env, and give no address.'
  throw new CommandError(`Others on this machine can read passwords on a command line. ${way}`)
}

/** Writes lines in the format of pino, without loading pino for one line. */
const lineWriter =
  (log: Output['print']) =>
  (fields: unknown, msg?: unknown): void =>
    log(JSON.stringify({ level: 40, time: Date.now(), ...(fields as object), msg }))

async function run(
  command: Command | PlaceCommand,
  settings: Settings,
  call: Omit<Context, 'db' | 'engine' | 'settings' | 'clock'>,
) {
  const place = { settings, clock: Date.now, ...call }
  try {
    return await ('runOn' in command ? command.runOn(place) : runOnDatabase(command, place))
  } catch (error) {
    throw error instanceof CommandError ? error : startFailure(error, settings)
  }
}

async function runOnDatabase(command: Command, place: Omit<Context, 'db' | 'engine'>) {
  const { settings } = place
  assertDatabase(settings)
  const { db, engine } = openDatabase(settings)
  try {
    await assertFinished({ db }, engine, settings)
    if (!command.takesOlder) await assertUpgraded({ db }, engine)
    return await command.run({ db, engine, ...place })
  } finally {
    await db.destroy()
  }
}

async function assertUpgraded(w: HasDb, engine: Context['engine']): Promise<void> {
  if ((await pendingMigrations(w.db, engine)).length === 0) return
  throw new CommandError(
    'The database is new, or from an older version. Start the server once, which upgrades it, then run this again.',
  )
}

function parsed(command: Command | PlaceCommand, args: readonly string[]) {
  const optionsOf = (described: object = {}, type: 'boolean' | 'string') =>
    Object.keys(described).map((name) => [name, { type }] as const)
  const options = Object.fromEntries([
    ...optionsOf(command.flags, 'boolean'),
    ...optionsOf(command.values, 'string'),
  ])
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const given = Object.entries(values)
    const texts = given.flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    )
    const flags = given.filter(([, value]) => value === true).map(([name]) => name)
    return { args: positionals, flags: new Set(flags), values: new Map(texts) }
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}

function assertDatabase(settings: Settings): void {
  if (settings.databaseUrl !== undefined || existsSync(databaseFile(settings))) return
  throw new CommandError(
    `There is no database in DATA_DIR ${settings.dataDir}. Run “npm start” once, or set another DATA_DIR.`,
  )
}

type Described = Pick<Command | PlaceCommand, 'usage' | 'does' | 'args' | 'flags' | 'values'>

const WIDTH = 26

const row = ([name, does]: readonly [string, string]): string =>
  name.length < WIDTH - 1
    ? `  ${name.padEnd(WIDTH)}${does}`
    : `  ${name}\n  ${' '.repeat(WIDTH)}${does}`

/** All commands. */
function usageOf(all: readonly Described[]): string {
  const width = Math.max(...all.map(({ usage }) => usage.length)) + 2
  const lines = all.map(({ usage, does }) => `  ${usage.padEnd(width)}${does}`)
  return [
    'Usage: npm run admin -- COMMAND',
    ...lines,
    'Write --help behind a command for its flags.',
  ].join('\n')
}

function helpOf({ usage, does, args = {}, flags = {}, values = {} }: Described): string {
  const options = [
    ...Object.entries(values).map(([name, [value, what]]) => [`--${name} ${value}`, what] as const),
    ...Object.entries(flags).map(([name, what]) => [`--${name}`, what] as const),
    ['--help', 'shows this'] as const,
  ]
  return [
    `Usage: npm run admin -- ${usage}`,
    `${does.charAt(0).toUpperCase()}${does.slice(1)}.`,
    '',
    ...[...Object.entries(args), ...options].map(row),
  ].join('\n')
}
