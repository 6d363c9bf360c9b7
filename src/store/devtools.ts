import type { DevToolsEnhancerOptions, UnknownAction } from '@reduxjs/toolkit'
import { isDebugging } from '#src/platform/debugSwitch.ts'

const MASK = '••••••'
/** Names under which a secret travels, in state, in answers and in the arguments of calls. */
const SECRETS = new Set([
  'access',
  'refresh',
  'access_token',
  'refresh_token',
  'password',
  'new_password',
])

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** A copy in which secrets are masked and things that are no data (requests, forms, files) are named only. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value === 'function') return `[${value.name || 'function'}]`
  if (typeof value !== 'object' || value === null) return value
  if (!isPlain(value)) return `[${value.constructor.name}]`
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      SECRETS.has(key) && typeof inner === 'string' ? MASK : withoutSecrets(inner),
    ]),
  )
}

/** Masked parts of one state, kept so that unchanged parts are not copied again for each action. */
const masked = new WeakMap<object, unknown>()

function withoutSecretsKept(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (!masked.has(part)) masked.set(part, withoutSecrets(part))
  return masked.get(part)
}

export const actionSanitizer = <A extends UnknownAction>(action: A): A =>
  withoutSecrets(action) as A

export const stateSanitizer = <S>(state: S): S =>
  Object.fromEntries(
    Object.entries(state as object).map(([key, part]) => [key, withoutSecretsKept(part)]),
  ) as S

/** Redux DevTools: while developing, and in production behind `?devtools` (see platform/debugSwitch.ts). */
export const devToolsOptions = (
  isWanted: boolean = isDebugging(),
): DevToolsEnhancerOptions | false =>
  isWanted && { name: 'Discordia', actionSanitizer, stateSanitizer }
