import type { FastifyRequest } from 'fastify'
import { errors } from '../errors.ts'

/** No call of the contract nests further than three levels; a walk must not run out of stack. */
const DEPTH_MAX = 20

/** Refuses U+0000 and lone surrogates anywhere: no database and no JSON writer takes them (SERVER trap 2). */
export async function refuseBadText({ body, params, query }: FastifyRequest): Promise<void> {
  assertGoodText(query, 'query')
  assertGoodText(params, 'path')
  assertGoodText(body, 'body')
}

/** @throws Refusal for a text, however deep, that holds what cannot be stored */
export function assertGoodText(value: unknown, attr: string, depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) throw errors.badText(attr)
    return
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
  if (depth >= DEPTH_MAX) throw errors.tooDeep(attr)
  for (const [key, inner] of Object.entries(value)) {
    assertGoodText(key, attr, depth + 1)
    assertGoodText(inner, Array.isArray(value) ? attr : key, depth + 1)
  }
}
