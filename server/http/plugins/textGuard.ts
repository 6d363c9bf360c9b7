import type { FastifyRequest } from 'fastify'
import { isPrintable, isStorable } from '../../text/keys.ts'
import { errors } from '../errors.ts'

/** No call of the contract nests further than three levels; a walk must not run out of stack. */
const DEPTH_MAX = 20

type Check = (text: string) => boolean

/**
 * Refuses texts that cannot be stored anywhere in a request, and in its body also those that cannot be shown.
 * A password is never shown, and accounts have some from before this check.
 */
export async function refuseBadText({ body, params, query }: FastifyRequest): Promise<void> {
  assertGoodText(query, 'query', isStorable)
  assertGoodText(params, 'path', isStorable)
  assertGoodText(body, 'body', isPrintable)
}

/** @throws Refusal for a text, however deep, that the check refuses */
export function assertGoodText(
  value: unknown,
  attr: string,
  check: Check = isStorable,
  depth = 0,
): void {
  if (typeof value === 'string') {
    const isGood = isPassword(attr) ? isStorable : check
    if (!isGood(value)) throw errors.badText(attr)
    return
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
  if (depth >= DEPTH_MAX) throw errors.tooDeep(attr)
  for (const [key, inner] of Object.entries(value)) {
    assertGoodText(key, attr, check, depth + 1)
    assertGoodText(inner, Array.isArray(value) ? attr : key, check, depth + 1)
  }
}

const isPassword = (attr: string): boolean => attr === 'password' || attr === 'new_password'
