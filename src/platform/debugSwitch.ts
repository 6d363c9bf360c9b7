import { isProduction } from './env.ts'
import { readTabValue, writeTabValue } from './storage.ts'

const SWITCH = 'devtools'

/**
 * Whether Redux DevTools may attach. Always while developing; in production after `?devtools` in the address,
 * until the tab closes or `?devtools=off` is asked for.
 */
export function isDebugging(
  search: string = globalThis.location?.search ?? '',
  production: boolean = isProduction,
): boolean {
  if (!production) return true
  const asked = new URLSearchParams(search).get(SWITCH)
  if (asked !== null) writeTabValue(SWITCH, asked === 'off' ? null : 'on')
  return asked === null ? readTabValue(SWITCH) === 'on' : asked !== 'off'
}
