import { join } from 'node:path'
import { CLOCK_DIFFERENCE_MS, DAY_MS } from '../../config/time.ts'
import { VERSION } from '../../config/version.ts'
import { newerMigrations, pendingMigrations } from '../../db/migrate.ts'
import { missingLimits } from '../../db/postgres.ts'
import { demoRepository } from '../../db/seed/demoAccounts.ts'
import { check, type FoundCheck } from '../../text/check.ts'
import { iso } from '../../text/time.ts'
import type { CheckDeps } from '../face.ts'
import {
  findDatabaseTime,
  findFact,
  findFailing,
  findLastMail,
  findNewestChange,
} from './repository.ts'
import { isLoopback } from './settingChecks.ts'

/** A daily backup that failed for a week is noticed before its rotation has deleted the last good one. */
const BACKUP_OLD_MS = 7 * DAY_MS

/** Checks of what the database says. @throws during an outage */
export async function dataChecks(deps: CheckDeps): Promise<FoundCheck[]> {
  const { db, engine } = deps
  const pending = await pendingMigrations(db, engine)
  // Tables may be missing: nothing else can be read.
  if (pending.length > 0)
    return [check('migrations', 'wrong_pending', { names: pending.join(', ') })]
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
  return limits.length > 0
    ? check('database', 'wrong_limits', { limits: limits.join(' and ') })
    : check('database', 'ok')
}

async function migrationsCheck({ db, engine }: CheckDeps): Promise<FoundCheck> {
  const newer = await newerMigrations(db, engine)
  return newer.length > 0
    ? check('migrations', 'wrong_newer', { names: newer.join(', ') })
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
