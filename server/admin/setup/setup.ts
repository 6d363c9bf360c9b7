import { openSite } from '../../compose/prepare.ts'
import { readSettings } from '../../config/env.ts'
import { prepareSettingsFile, readSettingsFile, settingsFile } from '../../config/settingsFile.ts'
import type { Db } from '../../db/schema.ts'
import { DEMO_EMAILS } from '../../db/seed/accounts.ts'
import { seedStarter } from '../../db/seed/index.ts'
import { openFiles } from '../../files/openFiles.ts'
import { listStaff } from '../../modules/account/staffRepository.ts'
import { isLoopback } from '../../modules/checklist/settingChecks.ts'
import { sendTestMail } from '../../modules/checklist/testMail.ts'
import { hasSite } from '../../modules/site-kit/folder/siteFile.ts'
import { findCurrent } from '../../modules/site-kit/repository.ts'
import { emailKey } from '../../text/keys.ts'
import { composeKit } from '../../text/kit.ts'
import { CommandError, type Place, type PlaceCommand, UsageError } from '../command.ts'
import { examine, printChecks } from '../doctor.ts'
import { type Ask, Interrupted, makeTerminal } from './ask.ts'
import { type Answers, type Asking, askAll, askMail } from './questions.ts'
import { nameIn, saveSiteName, saveSuperuser } from './saving.ts'

/** Settings that the command may write, with the flag of each. */
const VALUES = [
  ...['url', 'desk-url', 'languages', 'zone', 'name'],
  ...['smtp', 'mail-from', 'contact'],
  ...['email', 'username', 'password-file'],
]

export const setup: PlaceCommand = {
  usage: 'setup [--url URL ...]',
  does: 'asks for what a site needs, makes its first superuser, and says what is still to do',
  flags: ['link', 'no-mail', 'untested-mail'],
  values: VALUES,
  async runOn(place) {
    if (place.args.length > 0) throw new UsageError('setup takes flags only.')
    const ask = place.ask ?? (process.stdin.isTTY ? await makeTerminal() : null)
    await setUp(place, ask)
  },
}

async function setUp(place: Place, ask: Ask | null): Promise<void> {
  const { env, settings } = place
  const kept = readSettingsFile(settings.dataDir)
  const isFixed = (name: string) => Boolean(env[name]?.trim()) && env[name] !== kept[name]
  const fixed = new Set(Object.keys(env).filter(isFixed))
  const before = { ...env, NODE_ENV: 'production' }
  const site = await openSite(readSettings(before))
  try {
    const known = {
      siteName: hasSite(settings.siteDir) ? null : nameIn(await findCurrent(site.db)),
      hasSuperuser: await hasSuperuser(site.db),
    }
    const asking: Asking = { ...place, ...site, ask, env: before, fixed, known }
    const answers = await askAll(asking)
    const saved = { ...kept, ...answers.settings, ...proxyOf(asking), NODE_ENV: 'production' }
    await sendTest(asking, answers, saved)
    const current = { ...asking, settings: readSettings({ ...env, ...saved }) }
    await save(current, answers, saved)
    await report(current, site.hasServer)
  } catch (error) {
    throw error instanceof Interrupted ? new CommandError('Nothing was saved.') : error
  } finally {
    await site.close()
  }
}

const DEMO_KEYS = new Set(DEMO_EMAILS.map(emailKey))

/** The superuser of the demonstration does not count: everyone knows the password. */
const hasSuperuser = async (db: Db): Promise<boolean> =>
  (await listStaff(db)).some(
    ({ role, email_key }) => role === 'superuser' && !DEMO_KEYS.has(email_key),
  )

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
    const kit = composeKit(value, null, undefined, settings.languages)
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

/** The file of settings is put into its place last: setup that was killed before can be run again. */
async function save(
  place: Asking & Pick<Place, 'settings'>,
  { siteName, superuser }: Answers,
  saved: Record<string, string>,
): Promise<void> {
  const { db, clock, print, settings } = place
  const putSettings = prepareSettingsFile(settings.dataDir, saved)
  if (settings.seed === 'starter')
    await seedStarter({ db, clock, files: await openFiles(settings) }, settings.languages[0])
  const link = superuser === null ? null : await saveSuperuser(place, superuser)
  if (siteName !== null) await saveSiteName(place, siteName)
  putSettings()
  print(`The settings are in ${settingsFile(settings.dataDir)}.`)
  if (superuser !== null) print(`${superuser.username} (${superuser.email}) is a superuser.`)
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
