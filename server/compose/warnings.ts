import { existsSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { join } from 'node:path'
import { messageOf } from '../config/thrown.ts'
import { newerMigrations } from '../db/migrate.ts'
import { missingLimits } from '../db/postgres.ts'
import { demoRepository } from '../db/seed/demoAccounts.ts'
import type { Deps } from '../http/deps.ts'
import { SITE_FOLDER } from '../http/plugins/builtSite.ts'
import { modules } from '../modules.ts'

const SITE_PAGE = join(SITE_FOLDER, 'index.html')

type Asked = Pick<Deps, 'db' | 'engine' | 'settings' | 'kit'>

/** Warnings for the operator, on the screen and in the log; the server runs all the same, also without its database. */
export async function startWarnings(deps: Asked): Promise<string[]> {
  const ofDatabase = await databaseWarnings(deps).catch((error: unknown) => [
    `we can't check the database: ${messageOf(error)}`,
  ])
  return [...ofDatabase, ...settingWarnings(deps)]
}

async function databaseWarnings({ db, engine, settings }: Asked): Promise<string[]> {
  const warnings: string[] = []
  const isReachable = settings.isProduction || !isLoopback(settings.host)
  if (isReachable && (await demoRepository.made(db)).length > 0)
    warnings.push(
      `this server has the demo accounts, and other machines can reach it (HOST ${settings.host}). ` +
        'Everyone knows their password, and one is a superuser. Run "npm run admin -- remove-demo".',
    )
  const unlimited = engine === 'postgres' ? await missingLimits(db) : []
  if (unlimited.length > 0)
    warnings.push(
      `DATABASE_URL: ${unlimited.join(' and ')} ${unlimited.length > 1 ? 'are' : 'is'} off, because a pooler drops the ` +
        'settings of connections. Slow statements run on. Set the limits for the role, as docs/operations.md says.',
    )
  const newer = await newerMigrations(db, engine)
  if (newer.length > 0)
    warnings.push(
      `a newer version has migrated the database (${newer.join(', ')}). This one only works with it if it is the version right before.`,
    )
  return warnings
}

function settingWarnings({ settings, kit }: Pick<Asked, 'settings' | 'kit'>): string[] {
  const warnings: string[] = []
  const { hostname } = new URL(settings.publicUrl)
  if (settings.isProduction && isLoopback(hostname.replace(/^\[|\]$/g, '')))
    warnings.push(
      `PUBLIC_URL: links in emails, feeds and previews lead to ${settings.publicUrl}, which only this machine can open. ` +
        'Set it to the address of the site.',
    )
  if (settings.isProduction && settings.smtpUrl === undefined)
    warnings.push(
      "SMTP_URL isn't set, so we send no emails. Activations and password resets reach nobody. " +
        `Find them as files in ${join(settings.dataDir, 'mail')}.`,
    )
  if (settings.isProduction && !existsSync(SITE_PAGE))
    warnings.push(`${SITE_PAGE} doesn't exist, so we serve no pages. Run "npm run build".`)
  const ofModules = modules.flatMap((module) => module.warnings?.({ settings, kit }) ?? [])
  return settings.isProduction ? [...warnings, ...ofModules] : warnings
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** True for hosts that only this machine reaches. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  (isIP(host) > 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'))
