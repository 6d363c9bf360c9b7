import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Gate } from '../../http/gate.ts'

/** Argon2id (the library's default) as OWASP asks for it: about 27 ms off the event loop, no 72-byte cut. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export type Passwords = ReturnType<typeof makePasswords>

/** Looks like a hash, and no password has it: the account needs a reset. */
export const unusableHash = (): string => {
  const random = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '')
  const { memoryCost: m, timeCost: t, parallelism: p } = COST
  return `$argon2id$v=19$m=${m},t=${t},p=${p}$${random(16)}$${random(32)}`
}

/** Keyboards type the same letter in different Unicode forms. */
const folded = (password: string): string => password.normalize('NFKC')

/** @param gate limits concurrent logins; the command line and the seed need none */
export function makePasswords(gate: Gate = (work) => work()) {
  const decoy = hash(randomBytes(16), COST)
  return {
    hash: (password: string): Promise<string> => gate(() => hash(folded(password), COST)),
    /**
     * Without a stored hash it does the same work and returns false: unknown e-mail addresses take as long as known ones.
     * @param admit runs right before the work; its error is the outcome
     */
    async verify(password: string, stored: string | undefined, admit?: () => Promise<void>) {
      const compared = stored ?? (await decoy)
      const matches = await gate(async () => {
        await admit?.()
        return verify(compared, folded(password))
      })
      return matches && stored !== undefined
    },
  }
}
