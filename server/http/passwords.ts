import { randomBytes } from 'node:crypto'
import { hash, type Options, verify } from '@node-rs/argon2'
import type { Passwords } from './deps.ts'
import type { Gate } from './gate.ts'

/** Argon2id (the library's default) as OWASP asks for it: about 27 ms off the event loop, no 72-byte cut. */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hash of random bytes: no password matches until it is reset. */
export const unusableHash = (): string => {
  const random = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '')
  const { memoryCost: m, timeCost: t, parallelism: p } = COST
  return `$argon2id$v=19$m=${m},t=${t},p=${p}$${random(16)}$${random(32)}`
}

/** Keyboards type the same letter in different Unicode forms. */
const folded = (password: string): string => password.normalize('NFKC')

/**
 * @param gate limits concurrent logins; the command line and the seed need none
 * @param cost lower in tests of other things
 */
export function makePasswords(gate: Gate = (work) => work(), cost: Options = COST): Passwords {
  const decoy = hash(randomBytes(16), cost)
  return {
    hash: (password) => gate(() => hash(folded(password), cost)),
    async verify(password, stored, admit) {
      const compared = stored ?? (await decoy)
      const matches = await gate(async () => {
        await admit?.()
        return verify(compared, folded(password))
      })
      return matches && stored !== undefined
    },
  }
}
