import { openSite } from '../../compose/prepare.ts'
import { prepareSettingsFile, readSettingsFile, settingsFile } from '../../config/dotEnv.ts'
import { readSettings, type Settings } from '../../config/env.ts'
import { lockTable } from '../../db/dialect.ts'
import { publishMessage } from '../../db/messages.ts'
import type { HasDb } from '../../db/rows.ts'
import { DEMO_EMAILS } from '../../db/seed/accounts.ts'
import { seedStarter } from '../../db/seed/index.ts'
import { auditedChange, COMMAND_LINE } from '../../desk/audit.ts'
import { openFiles } from '../../files/openFiles.ts'
import { KIT_TOPIC } from '../../http/cache/clearing.ts'
import { makePasswords, unusableHash } from '../../http/passwords.ts'
import { newLink } from '../../modules/account/mails.ts'
import { nameToStore } from '../../modules/account/names.ts'
import { emailToStore } from '../../modules/account/policy.ts'
import {
  insertUser,
  listSuperusers,
  setRole,
  takeOverUnused,
} from '../../modules/account/repository.ts'
import { isLoopback } from '../../modules/checklist/checks.ts'
import { sendTestMail } from '../../modules/checklist/probes.ts'
import { hasSite, isForFolder } from '../../modules/site-kit/folder/siteFile.ts'
import {
  findCurrent,
  iconsIn,
  insertKit,
  type KitRow,
  valueIn,
} from '../../modules/site-kit/repository.ts'
import { emailKey } from '../../text/keys.ts'
import { composeKit, DEFAULT_SITE } from '../../text/kit.ts'
import {
  CommandError,
  type Context,
  type Place,
  type PlaceCommand,
  UsageError,
} from '../command.ts'
import { examine, printChecks } from '../doctor.ts'
import { lineIn } from './answers.ts'
import { type Ask, Interrupted, makeTerminal } from './ask.ts'
import type { Asking, Superusers, Waiting } from './asking.ts'
import { type Answers, askAll, askMail, askSuperuser, type Superuser } from './questions.ts'

type Saving = Pick<Context, 'db' | 'clock'> & { readonly settings: Settings }

/** Names the site in its kit, unless it has the name already. */
async function saveSiteName({ db, clock }: Saving, name: string): Promise<void> {
  const what = { resource: 'site', action: 'save' }
  if (name === nameIn(await findCurrent({ db }))) return
  await auditedChange({ db, clock }, COMMAND_LINE, what, async (w) => {
    await lockTable(w.db, 'site_kits')
    const current = await findCurrent(w)
    const before = current === undefined ? null : valueIn(current)
    const value = { ...before, name }
    const icons = current === undefined ? {} : iconsIn(current)
    const id = await insertKit(w, { value, icons, source: 'setup', made_by: null }, w.now)
    await publishMessage(w.db, { topic: KIT_TOPIC, data: id })
    return { record: id, before, after: value, response: undefined }
  })
}

const nameIn = (kit: KitRow | undefined): string =>
  (kit === undefined ? undefined : valueIn(kit).name) ?? DEFAULT_SITE.name

/** Another account has got the name or the address since it was typed. */
class Taken extends CommandError {}

/**
 * Makes the first superuser: active with a password, or waiting for the link for one use that sets it.
 * @param waiting who was the first superuser until now; there is one alone
 * @returns the link; null with a password
 * @throws Taken, CommandError
 */
async function saveSuperuser(
  saving: Saving,
  who: Superuser,
  waiting: Waiting | null,
): Promise<string | null> {
  const user = { ...nameToStore(who.username), ...emailToStore(who.email) }
  // Hashed before the transaction, which would block the database.
  const password_hash =
    who.password === null ? unusableHash() : await makePasswords().hash(who.password)
  const what = { resource: 'members', action: 'create' }
  return auditedChange(saving, COMMAND_LINE, what, async (w) => {
    // Another setup may run.
    await lockTable(w.db, 'users')
    const found = await findSuperusers(w)
    if (found.hasActive || found.waiting?.id !== waiting?.id)
      throw new CommandError('Another setup just made a superuser. Nothing was changed.')
    const values = { ...user, password_hash, role: 'superuser' } as const
    const activated_at = who.password === null ? null : w.now
    const added =
      (await takeOverUnused(w, { ...values, activated_at })) ??
      (waiting && (await takeOverUnused(w, { ...values, activated_at }, waiting.id))) ??
      (await insertUser(w, { ...values, activated_at, created_at: w.now }))
    if (added === undefined)
      throw new Taken('Someone else just took this name or address. Write another one.')
    if (waiting !== null && waiting.id !== added.id) await setRole(w, waiting.email_key, 'player')
    const link =
      activated_at === null
        ? await newLink(w, { ...user, id: added.id }, { purpose: 'password_reset' })
        : null
    const after = { email: user.email, username: user.username, role: 'superuser' }
    return { record: added.id, before: null, after, response: link }
  })
}

export const setup: PlaceCommand = {
  usage: 'setup [--url ADDRESS ...]',
  does: 'asks for what a site needs, makes its first superuser, and says what is still to do',
  flags: {
    'no-mail': 'goes on without a mail server',
    'untested-mail': 'sends no test email',
    link: 'shows a link for one use that sets the password of the first superuser',
  },
  values: {
    url: ['ADDRESS', 'of the site, as members type it: https://club.example'],
    'desk-url': ['ADDRESS', 'of the staff desk, on a host of its own'],
    languages: ['LIST', 'languages of the site, the main one first: en,de'],
    zone: ['ZONE', 'time zone of the community: Europe/Vienna'],
    name: ['NAME', 'name of the community'],
    smtp: ['ADDRESS', 'of a mail server without a password: smtp://mail.example'],
    'smtp-file': ['FILE', 'has the address of the mail server: smtps://user:password@mail.example'],
    'mail-from': ['ADDRESS', 'sender of emails'],
    contact: ['ADDRESS', 'gets the messages of the contact form'],
    email: ['ADDRESS', 'email address of the first superuser'],
    username: ['NAME', 'username of the first superuser'],
    'password-file': ['FILE', 'has the password of the first superuser'],
  },
  async runOn(place) {
    if (place.args.length > 0) throw new UsageError('setup takes flags only.')
    const ask = place.ask ?? (process.stdin.isTTY ? await makeTerminal() : null)
    const file = place.values.get('smtp-file')
    const smtp = file === undefined ? [] : [['smtp', await lineIn(file, 'smtp-file')] as const]
    await setUp({ ...place, values: new Map([...place.values, ...smtp]) }, ask)
  },
}

async function setUp(place: Place, ask: Ask | null): Promise<void> {
  const { env, settings } = place
  const kept = readSettingsFile(settings.dataDir)
  const isFixed = (name: string) => Boolean(env[name]?.trim()) && env[name] !== kept[name]
  const fixed = new Set(Object.keys(env).filter(isFixed))
  const before = { ...env, NODE_ENV: 'production' }
  const site = await openSite(readSettings(before))
  for (const sentence of site.corrected) place.print(sentence)
  try {
    const kit = await findCurrent(site)
    const known = {
      siteName: hasSite(settings.siteDir) && isForFolder(kit) ? null : nameIn(kit),
      ...(await findSuperusers(site)),
    }
    const faults = { missing: [], wrong: [] }
    const asking: Asking = { ...place, ...site, ask, env: before, fixed, known, faults }
    const answers = await askAll(asking)
    const saved = { ...kept, ...answers.settings, ...proxyOf(asking), NODE_ENV: 'production' }
    await sendTest(asking, answers, saved)
    const current = { ...asking, settings: readSettings({ ...env, ...saved }) }
    await saveOrAskAgain(current, answers, saved)
    await report(current, site.hasServer)
  } catch (error) {
    throw error instanceof Interrupted ? new CommandError('Nothing was saved.') : error
  } finally {
    await site.close()
  }
}

/** A server that listens on this machine alone has its proxy on it. */
function proxyOf({ settings: { host }, fixed }: Asking): Record<string, string> {
  if (fixed.has('TRUST_PROXY') || !isLoopback(host)) return {}
  return { TRUST_PROXY: '127.0.0.1,::1' }
}

/** Sends test emails until one goes out, or the person keeps the mail server as it is. @throws CommandError without a terminal */
async function sendTest(
  asking: Asking,
  { superuser, siteName }: Answers,
  saved: Record<string, string>,
): Promise<void> {
  const { ask, env, flags, print, db, clock } = asking
  for (;;) {
    const settings = readSettings({ ...env, ...saved })
    const value = siteName === null ? {} : { name: siteName }
    const kit = composeKit(value, null, { languages: settings.languages })
    const to = superuser?.email ?? settings.contactTo
    if (settings.smtpUrl === undefined || flags.has('untested-mail')) return
    print(`Sending a test email to ${to} ...`)
    const failure = await sendTestMail({ db, clock, settings, kit: { current: () => kit } }, to)
    if (failure === null) return print('The mail server has accepted it. Look into the mailbox.')
    if (ask === null)
      throw new CommandError(
        `The test email failed, so nothing was saved. The mail server said: ${failure}\n` +
          'Give --untested-mail to go on all the same.',
      )
    print(`It failed. The mail server said: ${failure}`)
    if (!(await ask.yes('Change the mail server?', true))) return
    delete saved['SMTP_URL']
    await askMail(asking, saved)
  }
}

/** What was typed is not lost to a name that someone else took in the meantime. */
async function saveOrAskAgain(
  place: Asking & Pick<Place, 'settings'>,
  answers: Answers,
  saved: Record<string, string>,
): Promise<void> {
  for (let { superuser } = answers; ; ) {
    try {
      return await save(place, { ...answers, superuser }, saved)
    } catch (error) {
      if (!(error instanceof Taken) || place.ask === null) throw error
      place.print(error.message)
      superuser = await askSuperuser(place, superuser)
    }
  }
}

/** The file of settings is put into its place last: setup that was killed before can be run again. */
async function save(
  place: Asking & Pick<Place, 'settings'>,
  { siteName, superuser }: Answers,
  saved: Record<string, string>,
): Promise<void> {
  const { db, clock, print, settings, known } = place
  const putSettings = prepareSettingsFile(settings.dataDir, saved)
  if (settings.seed === 'starter')
    await seedStarter({ db, clock, files: await openFiles(settings) }, settings.languages[0])
  const link = superuser === null ? null : await saveSuperuser(place, superuser, known.waiting)
  if (siteName !== null) await saveSiteName(place, siteName)
  putSettings()
  print(`The settings are in ${settingsFile(settings.dataDir)}.`)
  if (superuser !== null) print(`${superuser.username} (${superuser.email}) is a superuser.`)
  if (superuser !== null && known.waiting && known.waiting.email !== superuser.email)
    print(`The link for ${known.waiting.email} no longer works.`)
  if (link !== null) print(`This link sets the password, once:\n  ${link}`)
}

async function report(place: Asking & Pick<Place, 'settings'>, hasServer: boolean): Promise<void> {
  const { print } = place
  print('')
  printChecks(await examine(place, false), print)
  print(
    hasServer
      ? 'Restart the server: it reads the settings when it starts.'
      : 'Now start the server, and look again with “npm run admin -- doctor”.',
  )
}

const DEMO_KEYS = new Set(DEMO_EMAILS.map(emailKey))

/** The superuser of the demonstration does not count: everyone knows the password. */
async function findSuperusers(w: HasDb): Promise<Superusers> {
  const found = (await listSuperusers(w)).filter(({ email_key }) => !DEMO_KEYS.has(email_key))
  const waiting = found.find(({ activated_at }) => activated_at === null) ?? null
  return { hasActive: found.some(({ activated_at }) => activated_at !== null), waiting }
}
