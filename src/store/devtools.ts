import type { DevToolsEnhancerOptions, UnknownAction } from '@reduxjs/toolkit'

const MASK = '••••••'
/** Fields with secrets, in state, responses and arguments of calls. */
const SECRETS = new Set([
  'access',
  'refresh',
  'access_token',
  'refresh_token',
  'password',
  'new_password',
  'token',
  'secret',
])
/** Masks codes of the second step and `otpauth:` URLs; codes of errors are words and stay. */
const isSecretText = (key: string, text: string): boolean =>
  SECRETS.has(key) ||
  text.startsWith('otpauth:') ||
  (key.startsWith('code') && !/^[a-z_]+$/.test(text))

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** A copy with masked secrets; of requests, forms and files only the class name. */
function withoutSecrets(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return isSecretText(key, value) ? MASK : value
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, key))
  if (typeof value === 'function') return `[${value.name || 'function'}]`
  if (typeof value !== 'object' || value === null) return value
  if (!isPlain(value)) return `[${value.constructor.name}]`
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutSecrets(inner, key)]),
  )
}

/** Cache: unchanged parts of the state are not copied again for each action. */
const masked = new WeakMap<object, unknown>()

function withoutSecretsCached(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (!masked.has(part)) masked.set(part, withoutSecrets(part))
  return masked.get(part)
}

export const actionSanitizer = <A extends UnknownAction>(action: A): A =>
  withoutSecrets(action) as A

export const stateSanitizer = <S>(state: S): S =>
  Object.fromEntries(
    Object.entries(state as object).map(([key, part]) => [key, withoutSecretsCached(part)]),
  ) as S

/** Options of a store that Redux DevTools may attach to (platform/page.ts). */
export const devToolsOptions: DevToolsEnhancerOptions = {
  name: 'Discordia',
  actionSanitizer,
  stateSanitizer,
}
