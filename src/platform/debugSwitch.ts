import { isProduction } from './env.ts'
import { readTabValue, writeTabValue } from './storage.ts'

const SWITCH = 'devtools'

/** Whether Redux DevTools may attach: in development, and in production from `?devtools` to `?devtools=off` or the end of the tab. */
export function isDebugging(
  search: string = globalThis.location?.search ?? '',
  production: boolean = isProduction,
): boolean {
  if (!production) return true
  const param = new URLSearchParams(search).get(SWITCH)
  if (param !== null) writeTabValue(SWITCH, param === 'off' ? null : 'on')
  return param === null ? readTabValue(SWITCH) === 'on' : param !== 'off'
}
