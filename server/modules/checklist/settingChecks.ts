import { existsSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { join } from 'node:path'
import type { Settings } from '../../config/env.ts'
import { SITE_FOLDER } from '../../http/plugins/builtSite.ts'
import { check, type FoundCheck } from '../../text/check.ts'
import { DEFAULT_SITE, type Kit } from '../../text/kit.ts'

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

export function urlCheck({ publicUrl: url, isProduction }: Settings): FoundCheck {
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
