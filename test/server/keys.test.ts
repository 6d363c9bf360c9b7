import {
  emailKey,
  isBareEmail,
  isPrintable,
  isStorable,
  printable,
  searchText,
  titleKey,
  usernameKey,
} from '#server/text/keys.ts'
import { searchKey, spelledKeys } from '#shared/search.ts'

/** Zero width, soft hyphen, and one that only folding makes visible. */
const UNSEEN = ['\u200B', '\u00AD', '\uFEFF', '\u{E0001}']

describe('the key of a name', () => {
  test.each([
    ['ANN', 'ann'],
    ['  Ann   of \t the\nMill ', 'ann of the mill'],
    ['Ａｎｎ', 'ann'],
    ['ﬁnn', 'finn'],
    ['Å', 'å'],
    ['İ', 'i̇'],
    // The mark is composed with its letter after the character between both is removed.
    ['a\u200B\u030A', 'å'],
    ['\u200B', ''],
    // Burmese marks look the same in every order.
    ['\u1000\u102f\u102d', '\u1000\u102d\u102f'],
    ['\u1016\u102d\u103c\u1038\u102f', '\u1016\u103c\u102d\u102f\u1038'],
  ])('of %j is %j', (name, key) => {
    expect(usernameKey(name)).toBe(key)
  })

  test('has no invisible characters', () => {
    for (const one of UNSEEN) expect(usernameKey(`A${one}nn`)).toBe('ann')
  })
})

describe('texts that are stored', () => {
  test.each([
    ['a plain text\twith\r\nlines', true, true],
    ['a\0b', false, false],
    ['a\uD800b', false, false],
    ['a\u0007b', true, false],
    ['a\u0085b', true, false],
    ['a\uFFFEb', true, false],
    ['a\uFDD0b', true, false],
    ['👩‍👧', true, true],
  ])('%j is storable: %p, printable: %p', (text, storable, isFine) => {
    expect([isStorable(text), isPrintable(text)]).toEqual([storable, isFine])
  })

  test('unprintable characters are removed, and a lone surrogate is replaced', () => {
    expect(printable('\u0007a\0b\u009Fc\td\n')).toBe('abc\td\n')
    expect(printable('a\uD800b')).toBe('a\uFFFDb')
  })
})

describe('e-mail addresses', () => {
  test('one that differs in case or in blanks around it is the same', () => {
    expect(emailKey('  Ann@Example.ORG\n')).toBe('ann@example.org')
  })

  test('several addresses, or an address with a name, are not bare', () => {
    expect(isBareEmail('ann@example.org')).toBe(true)
    for (const one of '<>()[],;:"\\\n\0')
      expect([one, isBareEmail(`a${one}b@c.d`)]).toEqual([one, false])
  })
})

describe('the key of a search', () => {
  test.each([
    ['Élan', 'elan'],
    ['Ægir’s  hall', "aegir's hall"],
    ['Øystein – ß', 'oystein - ss'],
    ['a \t\n b', 'a b'],
    ['ﬃ', 'ffi'],
    ['e\u0301\u0327', 'e'],
  ])('of %j is %j', (text, key) => {
    expect(searchKey(text)).toBe(key)
  })

  test('has no marks and no invisible characters', () => {
    for (const one of [...UNSEEN, '\u0301', '\u20DD']) expect(searchKey(`el${one}an`)).toBe('elan')
  })

  test('keeps the texts of an entry apart', () => {
    expect(searchText(['Élan', 'Hall'])).toBe('elan\nhall')
  })

  test('has umlauts without their dots, and texts have the words with umlauts as others type them', () => {
    expect(searchText(['Die Märchen', 'Ha\u0308hne'])).toBe(
      'die marchen\nhahne\ndie maerchen\nhaehne',
    )
    const long = `${'Straße und '.repeat(30)}Öl, ÖL und „Öfen“`
    expect(spelledKeys(long)).toEqual(['oel, oel "oefen"'])
    expect(spelledKeys('Straße, Élan, Åland')).toEqual([])
  })

  test('of a long text is folded like that of a short one, also where it is cut', () => {
    for (const before of [4094, 4095, 4096]) {
      const text = `${'a'.repeat(before)}𝒜${'É'.repeat(5000)}`
      expect(searchKey(text)).toBe(`${'a'.repeat(before + 1)}${'e'.repeat(5000)}`)
    }
  })

  test('grows to eight thousand characters or to four times the text, whatever is more', () => {
    // The character folds to eighteen.
    const one = 'ﷺ'
    const folded = searchKey(one)
    expect(folded).toHaveLength(18)
    expect(searchKey(one.repeat(400))).toBe(folded.repeat(400))
    expect(searchKey(one.repeat(3000))).toHaveLength(12_000)
    expect(searchKey(one.repeat(3000))).toBe(folded.repeat(700).slice(0, 12_000))
  })
})

describe('the key of a title', () => {
  test('has a hundred and twenty characters, no blanks around them, and no half of one', () => {
    expect(titleKey('  Élan ')).toBe('elan')
    expect(titleKey('É'.repeat(200))).toBe('e'.repeat(120))
    expect(titleKey(`${'a'.repeat(119)}🎲`)).toBe(`${'a'.repeat(119)}\uFFFD`)
  })
})
