import { Ajv } from 'ajv'
import type { TSchema } from 'typebox'
import { REGISTER_PASSWORD_PATTERN } from '#contract/account.ts'
import { emailAddress, line, longText } from '#contract/shapes.ts'
import { RESET_PASSWORD_PATTERN } from '#src/features/account/accountRules.ts'

describe('a text', () => {
  const takes = (schema: TSchema) => {
    const check = new Ajv({ strict: false }).compile(schema)
    return (text: string) => check(text)
  }

  test.each([
    ['one letter', 'x', true],
    ['the longest', 'x'.repeat(400), true],
    ['one sign more', 'x'.repeat(401), false],
    ['signs that count twice elsewhere', '𝔸'.repeat(400), true],
    ['nothing', '', false],
    ['blanks', ' \t', false],
    ['a Braille blank', '\u2800', false],
    ['signs without a width', '\u200b\u2060\u00ad', false],
    ['two lines', 'a\nb', false],
    ['a carriage return', 'a\rb', false],
    ['a letter among invisible signs', '\u200ba\u200b', true],
    ...['\u202a', '\u202e', '\u2066', '\u2069'].map((sign): [string, string, boolean] => [
      `a change of direction (${sign.charCodeAt(0).toString(16)})`,
      `a${sign}b`,
      false,
    ]),
    ['a mark of direction', 'a\u200fb', true],
  ])('of one line may be %s', (_what, text, isTaken) => {
    expect(takes(line())(text)).toBe(isTaken)
  })

  test.each([
    ['a@b.c', true],
    ['a.b+c@d.e.example', true],
    ['a@b', false],
    ['a b@c.d', false],
    ['a@b.c ', false],
    ['a@@b.c', false],
    ['@b.c', false],
    ['a@b.', false],
  ])('that is an e-mail address may be %p', (text, isTaken) => {
    expect(takes(emailAddress())(text)).toBe(isTaken)
  })

  test('of several lines may not be blank', () => {
    const isTaken = takes(longText())
    expect([isTaken('a\n\nb'), isTaken(' \n'), isTaken('')]).toEqual([true, false, false])
  })

  test.each([
    ['register', REGISTER_PASSWORD_PATTERN, 'Ab1!xyzw', 'Ab1!xyz'],
    ['register', REGISTER_PASSWORD_PATTERN, 'Ab1ßxyz-', 'Ab1 xyzw'],
    ['reset', RESET_PASSWORD_PATTERN, 'Ab1&xyzw', 'Ab1&xyz'],
    ['reset', RESET_PASSWORD_PATTERN, 'Ab1@xyz!', 'Ab1!xyz-'],
    ['reset', RESET_PASSWORD_PATTERN, 'aB1!aaaa', 'aB1aaaaa'],
    ['reset', RESET_PASSWORD_PATTERN, 'aB1!aaaa', 'ab1!aaaa'],
    ['reset', RESET_PASSWORD_PATTERN, 'aB1!aaaa', 'AB1!AAAA'],
    ['reset', RESET_PASSWORD_PATTERN, 'aB1!aaaa', 'aBc!aaaa'],
  ])('that is a password to %s has its signs (%#)', (_screen, pattern, good, bad) => {
    const isTaken = takes({ type: 'string', pattern })
    expect([isTaken(good), isTaken(bad)]).toEqual([true, false])
  })
})
