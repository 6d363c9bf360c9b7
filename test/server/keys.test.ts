import fc from 'fast-check'
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
import {
  editsAllowed,
  editsTo,
  nearestOf,
  nearTitles,
  suggestionsHeader,
} from '#server/text/nearTitles.ts'
import { textIndex } from '#server/text/textIndex.ts'
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
    ['ÅNGSTRÖM', 'angstrom'],
    ['Ægir’s  “hall”', 'aegir\'s "hall"'],
    ['Þórr ð Straße', 'thorr d strasse'],
    ['one—two–three', 'one-two-three'],
    ['ﬁve\u00A0½', 'five 1⁄2'],
    ['İstanbul ΟΔΟΣ', 'istanbul οδοσ'],
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

const titled = (...titles: string[]) =>
  titles.map((title) => ({ title, title_key: titleKey(title) }))

describe('near titles', () => {
  const titles = titled(
    'The Umbrella Guild',
    'Halm',
    'Bell Goat',
    'Bell Goats of Harrow',
    'Keelsled',
  )

  test.each([
    ['umbrela', ['The Umbrella Guild'], 'a letter less'],
    ['umbbrella guild', ['The Umbrella Guild'], 'a letter more'],
    ['umbrelli', ['The Umbrella Guild'], 'another letter'],
    ['keelseld', ['Keelsled'], 'two letters swapped'],
    ['keelsledz', ['Keelsled'], 'a letter too many at the end'],
    ['bell gaot', ['Bell Goat', 'Bell Goats of Harrow'], 'several titles'],
    ['halmm', ['Halm'], 'a short word'],
    ['umbre', ['The Umbrella Guild'], 'nothing wrong at all'],
    ['hal', [], 'too short a word to guess'],
    ['umzzella', ['The Umbrella Guild'], 'two edits in a long word'],
    ['haxx', [], 'two edits in a short word'],
    ['zzzumbrella', [], 'three edits'],
    ['mbrella', ['The Umbrella Guild'], 'the first letter missing'],
    ['brella', [], 'the middle of a word'],
    ['x'.repeat(101), [], 'a text that is no title'],
  ])('%p suggests %p: %s', (typed, near) => {
    expect(nearTitles(searchKey(typed), titles)).toEqual(near)
  })

  test('the nearest come first, at most five, each title once', () => {
    const many = titled('Lanternfoll', 'Lanternfell', 'Lanternfell', 'Lanternfalls', 'Lanternfil')
    expect(nearTitles('lanternfel', many)).toEqual([
      'Lanternfell',
      'Lanternfalls',
      'Lanternfil',
      'Lanternfoll',
    ])
    const six = titled(...'abcdef'.split('').map((letter) => `Bellringer ${letter}`))
    expect(nearTitles('belringer', six)).toHaveLength(5)
  })

  test('edits are counted correctly for any input', () => {
    const words = fc.string({ unit: fc.constantFrom(...'abc -'), minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(words, words, (term, title) => {
        const edits = editsTo(term, title, Infinity)
        expect(edits).toBeLessThanOrEqual(term.length)
        if (edits === 0) expect(title).toContain(term)
        if (title.startsWith(term)) expect(edits).toBe(0)
        // Stopping early does not change a result within the bound.
        expect(editsTo(term, title, 1)).toBe(edits <= 1 ? edits : Infinity)
      }),
    )
    expect([3, 4, 7, 8, 100, 101].map((n) => editsAllowed('x'.repeat(n)))).toEqual([
      0, 1, 1, 2, 2, 0,
    ])
  })

  test('a title within the edits is found, whichever letters it has', () => {
    const words = fc.string({ unit: fc.constantFrom(...'abcqz -é'), minLength: 4, maxLength: 12 })
    fc.assert(
      fc.property(words, words, (term, title_key) => {
        const isNear = editsTo(term, title_key, editsAllowed(term)) !== Infinity
        expect(nearestOf(term, [{ title_key }])).toEqual(isNear ? [{ title_key }] : [])
      }),
    )
  })

  test('two letters are swapped only if both are in the place of the other', () => {
    expect(editsTo('xaby', 'xbay', 9)).toBe(1)
    expect(editsTo('xaby', 'xbcy', 9)).toBe(2)
    expect(editsTo('xaby', 'xcay', 9)).toBe(2)
  })

  test('the header is valid for every character', () => {
    const header = suggestionsHeader(['“Æther” & Söhne, <b>100%</b>\n名'])
    expect(header['x-suggestions']).toMatch(/^[!-~]+$/)
    expect(JSON.parse(decodeURIComponent(header['x-suggestions'] ?? ''))).toEqual([
      '“Æther” & Söhne, <b>100%</b>\n名',
    ])
    expect(suggestionsHeader([])).toEqual({})
  })

  test('the header has as many titles as fit', () => {
    // Nine characters a sign, and twelve for the brackets and quotes of one title.
    const [fits, isTooLong] = [165, 166].map((signs) => '名'.repeat(signs))
    const header = suggestionsHeader([isTooLong ?? '', fits ?? '', 'Halm'])['x-suggestions'] ?? ''
    expect(JSON.parse(decodeURIComponent(header))).toEqual([fits])
    expect(header).toHaveLength(1497)
    const [exact, more] = ['', 'x'].map((end) => `${fits}${'x'.repeat(3)}${end}`)
    expect(suggestionsHeader([exact ?? ''])['x-suggestions']).toHaveLength(1500)
    expect(suggestionsHeader([more ?? ''])).toEqual({})
  })
})

describe('the folded texts of the search', () => {
  test('folding twice changes nothing, and case and marks make no difference', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const key = searchKey(text)
        expect(searchKey(key)).toBe(key)
        expect(searchKey(text.normalize('NFD'))).toBe(key)
      }),
    )
  })
})

test('a term is found in all texts that contain it, and in no others', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abc é名😀'), maxLength: 30 })
  fc.assert(
    fc.property(fc.array(letters), letters, fc.nat(), (texts, other, at) => {
      const ids = texts.map((_, index) => 3 * index + 1)
      const find = textIndex(new Map(texts.map((text, index) => [ids[index] ?? 0, text])))
      const part = texts[at % texts.length]?.slice(at % 20, (at % 20) + (at % 7) + 1)
      for (const term of [other, part ?? ''].filter(Boolean)) {
        const expected = ids.filter((_, index) => texts[index]?.includes(term))
        expect([term, find(term)]).toEqual([term, expected])
      }
    }),
  )
})
