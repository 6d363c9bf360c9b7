import type { FastifyRequest } from 'fastify'
import { isPrintable, isStorable } from '../../text/keys.ts'
import { errors } from '../errors.ts'

/** The contract nests three levels; the recursion needs a bound. */
const DEPTH_MAX = 20

type Check = (text: string) => boolean

/**
 * Refuses texts that cannot be stored, and in a body also those that cannot be displayed. Passwords are never
 * displayed, and old ones may contain such characters.
 */
export async function refuseBadText({ body, params, query }: FastifyRequest): Promise<void> {
  assertGoodText(query, 'query', isStorable)
  assertGoodText(params, 'path', isStorable)
  assertGoodText(body, 'body', isPrintable)
}

/** @throws Refusal for a text, however deep, that fails the check */
export const assertGoodText = (value: unknown, attr: string, check: Check = isStorable): void =>
  assertGood(value, attr, { check, depth: 0 })

type Place = { readonly check: Check; readonly depth: number }

function assertGood(value: unknown, attr: string, { check, depth }: Place): void {
  if (typeof value === 'string') {
    const isGood = isPassword(attr) ? isStorable : check
    if (!isGood(value)) throw errors.badText(attr)
    return
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
  if (depth >= DEPTH_MAX) throw errors.tooDeep(attr)
  const within = { check, depth: depth + 1 }
  for (const [key, inner] of Object.entries(value)) {
    assertGood(key, attr, within)
    assertGood(inner, Array.isArray(value) ? attr : key, within)
  }
}

const isPassword = (attr: string): boolean => attr === 'password' || attr === 'new_password'
