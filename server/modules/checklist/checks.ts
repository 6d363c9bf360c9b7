import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { BlockList, isIP } from 'node:net'
import { join } from 'node:path'
import { settingsFile } from '../../config/dotEnv.ts'
import { databaseFile, type Settings } from '../../config/env.ts'
import { secretFile } from '../../config/secret.ts'
import { messageOf } from '../../config/thrown.ts'
import { CLOCK_DIFFERENCE_MS, DAY_MS } from '../../config/time.ts'
import { VERSION } from '../../config/version.ts'
import { newerMigrations, pendingMigrations } from '../../db/migrate.ts'
import { missingLimits } from '../../db/postgres.ts'
import { demoRepository } from '../../db/seed/demoAccounts.ts'
import { SITE_FOLDER } from '../../http/plugins/builtSite.ts'
import { check, type FoundCheck } from '../../text/check.ts'
import { DEFAULT_SITE, type Kit } from '../../text/kit.ts'
import { iso } from '../../text/time.ts'
import type { CheckDeps } from '../face.ts'
import {
  findDatabaseTime,
  findFact,
  findFailing,
  findLastMail,
  findNewestChange,
} from './repository.ts'

/** A daily backup that failed for a week is noticed before its rotation has deleted the last good one. */
const BACKUP_OLD_MS = 7 * DAY_MS

/** Checks of what the database says. @throws during an outage */
export async function dataChecks(deps: CheckDeps): Promise<FoundCheck[]> {
  const { db, engine } = deps
  const pending = await pendingMigrations(db, engine)
  // Tables may be missing: nothing else can be read.
  if (pending.length > 0) return [check('migrations', 'wrong_pending', { names: pending })]
  return [
    await mailCheck(deps),
    await backupCheck(deps),
    await demoCheck(deps),
    await clockCheck(deps),
    await databaseCheck(deps),
    await migrationsCheck(deps),
    await versionCheck(deps),
  ]
}

async function mailCheck({ db, clock, settings }: CheckDeps): Promise<FoundCheck> {
  if (settings.smtpUrl === undefined)
    return check('mail', settings.isProduction ? 'wrong_none' : 'open_none', {
      folder: join(settings.dataDir, 'mail'),
    })
  const failing = await findFailing({ db })
  if (failing.count > 0) return check('mail', 'wrong_failing', failing)
  const test = await findFact({ db }, 'test_mail')
  const lastMail = await findLastMail({ db })
  if (test !== undefined && test.value !== '' && test.at > (lastMail ?? 0))
    return check('mail', 'wrong_test', { age: clock() - test.at, reason: test.value })
  const sent = Math.max(lastMail ?? 0, test?.value === '' ? test.at : 0)
  return sent === 0 ? check('mail', 'open_untried') : check('mail', 'ok', { age: clock() - sent })
}

async function backupCheck({ db, clock }: CheckDeps): Promise<FoundCheck> {
  const [last, failed] = [await findFact({ db }, 'backup'), await findFact({ db }, 'backup_failed')]
  if (failed !== undefined && failed.at >= (last?.at ?? 0))
    return check('backup', 'wrong_failed', { age: clock() - failed.at, reason: failed.value })
  if (last === undefined) return check('backup', 'open_none')
  const ms = clock() - last.at
  return check('backup', ms > BACKUP_OLD_MS ? 'wrong_old' : 'ok', { age: ms })
}

async function demoCheck({ db, settings: { isProduction, host } }: CheckDeps): Promise<FoundCheck> {
  if ((await demoRepository.made(db)).length === 0) return check('demo', 'ok')
  return check('demo', isProduction || !isLoopback(host) ? 'wrong' : 'open', { host })
}

async function clockCheck({ db, engine, clock }: CheckDeps): Promise<FoundCheck> {
  const newest = await findNewestChange({ db })
  if (newest > clock() + CLOCK_DIFFERENCE_MS)
    return check('clock', 'wrong_behind', { time: iso(newest) ?? '' })
  const difference =
    engine === 'postgres' ? Math.abs((await findDatabaseTime({ db })) - clock()) : 0
  return difference > CLOCK_DIFFERENCE_MS
    ? check('clock', 'wrong_database', { seconds: Math.round(difference / 1000) })
    : check('clock', 'ok')
}

async function databaseCheck({ db, engine }: CheckDeps): Promise<FoundCheck> {
  const limits = engine === 'postgres' ? await missingLimits(db) : []
  return limits.length > 0 ? check('database', 'wrong_limits', { limits }) : check('database', 'ok')
}

async function migrationsCheck({ db, engine }: CheckDeps): Promise<FoundCheck> {
  const newer = await newerMigrations(db, engine)
  return newer.length > 0
    ? check('migrations', 'wrong_newer', { names: newer })
    : check('migrations', 'ok')
}

async function versionCheck({ db }: CheckDeps): Promise<FoundCheck> {
  const since = await findFact({ db }, 'version')
  const former = await findFact({ db }, 'former_version')
  if (since === undefined || former === undefined)
    return check('version', 'ok_first', { version: VERSION })
  const date = (iso(since.at) ?? '').slice(0, 10)
  return check('version', 'ok', { version: VERSION, date })
}

const SITE_PAGE = join(SITE_FOLDER, 'index.html')

/** Checks that need neither database nor network. */
export const settingChecks = (settings: Settings, kit: Kit): FoundCheck[] => [
  kit.value.name === undefined
    ? check('name', 'open', { name: DEFAULT_SITE.name })
    : check('name', 'ok', { name: kit.name }),
  urlCheck(settings),
  proxyCheck(settings),
  existsSync(SITE_PAGE) || !settings.isProduction
    ? check('pages', 'ok')
    : check('pages', 'wrong', { file: SITE_PAGE }),
  check('zone', settings.isTimeZoneSet ? 'ok' : 'open', { zone: settings.timeZone }),
]

function urlCheck({ publicUrl: url, isProduction }: Settings): FoundCheck {
  const { hostname, protocol, pathname } = new URL(url)
  if (isLoopback(hostname))
    return check('url', isProduction ? 'wrong_local' : 'open_local', { url })
  if (pathname !== '/') return check('url', 'wrong_path', { url })
  return check('url', protocol === 'https:' ? 'ok' : 'open_plain', { url })
}

/** The server speaks no TLS: an https address belongs to a proxy. */
function proxyCheck({ publicUrl, trustProxy, isProduction }: Settings): FoundCheck {
  if (trustProxy.length > 0) return check('proxy', 'ok')
  if (!publicUrl.startsWith('https:')) return check('proxy', 'ok_none')
  return check('proxy', isProduction ? 'wrong' : 'open')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** True for hosts that only this machine reaches. @param host a name, or an address with or without brackets */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return (
    bare === 'localhost' ||
    (isIP(bare) > 0 && loopback.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4'))
  )
}

const MB = 1024 * 1024
/** Uploads of 200 MB, their copies while they are checked, and the log of the database's writes. */
const LITTLE_BYTES = 2048 * MB
const NEARLY_NONE_BYTES = 512 * MB

/** Checks of the machine's disk and of the access to the data. */
export const machineChecks = async (settings: Settings): Promise<FoundCheck[]> => [
  await diskCheck(settings),
  foldersCheck(settings),
]

async function diskCheck({ dataDir: folder }: Settings): Promise<FoundCheck> {
  const { bavail, bsize } = await statfs(folder)
  const bytes = bavail * bsize
  const free =
    bytes < 10_240 * MB ? `${Math.floor(bytes / MB)} MB` : `${Math.floor(bytes / MB / 1024)} GB`
  const finding = bytes < NEARLY_NONE_BYTES ? 'wrong' : bytes < LITTLE_BYTES ? 'open' : 'ok'
  return check('disk', finding, { free, folder })
}

function foldersCheck(settings: Settings): FoundCheck {
  const { dataDir: folder } = settings
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    return check('folders', 'wrong_closed', { folder, reason: messageOf(error) })
  }
  const ours = [databaseFile(settings), secretFile(folder), settingsFile(folder)]
  const { mode, uid } = statSync(folder)
  // A volume of another owner reaches the server by its group.
  const others = uid === process.getuid?.() ? 0o077 : 0o007
  const isOpen = (mode & others & 0o011) !== 0
  const file = ours.find((path) => existsSync(path) && (statSync(path).mode & others & 0o044) !== 0)
  return isOpen && file !== undefined
    ? check('folders', 'wrong_open', { folder, file })
    : check('folders', 'ok', { folder })
}
