import fc from 'fast-check'
import { REGISTER_PASSWORD_PATTERN } from '#contract/account.ts'
import { makePasswords } from '#server/http/passwords.ts'
import { usernameKey } from '#server/text/keys.ts'
import { RESET_PASSWORD_PATTERN } from '#src/features/account/accountRules.ts'

describe('passwords', () => {
  const passwords = makePasswords()

  test('are hashed with argon2id at the cost that OWASP asks for, each with its own salt', async () => {
    const hashes = await Promise.all([
      passwords.hash('Golden-Apple-412'),
      passwords.hash('Golden-Apple-412'),
    ])
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(hashes[0]).not.toBe(hashes[1])
  })

  test('match in every Unicode form that a keyboard sends', async () => {
    const stored = await passwords.hash('Ångström-Å1')
    expect(await passwords.verify('Ångström-Å1'.normalize('NFD'), stored)).toBe(true)
    expect(await passwords.verify('Angstrom-A1', stored)).toBe(false)
  })

  test('cost as much for an unknown account as for a known one', async () => {
    const stored = await passwords.hash('Golden-Apple-412')
    const spent = async (hash: string | undefined): Promise<number> => {
      const start = performance.now()
      for (let i = 0; i < 8; i++) expect(await passwords.verify('x', hash)).toBe(false)
      return performance.now() - start
    }
    await spent(undefined)
    const known = await spent(stored)
    // The time without the hash would be a thousandth; a busy machine halves or doubles it.
    expect(await spent(undefined)).toBeGreaterThan(known / 10)
  })

  test('that the reset form accepts also pass the rule of registration, and so of the server', () => {
    const register = new RegExp(REGISTER_PASSWORD_PATTERN)
    fc.assert(
      fc.property(
        fc.stringMatching(new RegExp(RESET_PASSWORD_PATTERN.replace(/\(\?=.*?\)/g, ''))),
        (text) => {
          const password = `${text}aA1@`
          expect(new RegExp(RESET_PASSWORD_PATTERN).test(password)).toBe(true)
          expect(register.test(password)).toBe(true)
        },
      ),
      { seed: 412 },
    )
  })
})

describe('the key of a name', () => {
  test('is its own key, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(usernameKey(usernameKey(name))).toBe(usernameKey(name))
      }),
      { seed: 412, numRuns: 500 },
    )
  })
})
