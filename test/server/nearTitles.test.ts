import fc from 'fast-check'
import { searchText, titleKey } from '#server/text/keys.ts'
import { editsAllowed, editsTo, nearTitles, suggestionsHeader } from '#server/text/nearTitles.ts'
import { searchKey } from '#shared/search.ts'

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
  test.each([
    ['Élan', 'elan'],
    ['ÅNGSTRÖM', 'angstrom'],
    ['Ægir’s  “hall”', 'aegir\'s "hall"'],
    ['Þórr ð Straße', 'thorr d strasse'],
    ['one—two–three', 'one-two-three'],
    ['ﬁve\u00A0½', 'five 1⁄2'],
    ['sof\u00ADt\u200B', 'soft'],
    ['İstanbul ΟΔΟΣ', 'istanbul οδοσ'],
    ['', ''],
  ])('%p is %p', (text, key) => {
    expect(searchKey(text)).toBe(key)
  })

  test('folding twice changes nothing, and case and marks make no difference', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const key = searchKey(text)
        expect(searchKey(key)).toBe(key)
        expect(searchKey(text.normalize('NFD'))).toBe(key)
      }),
    )
  })

  test('a term never reaches from one text into the next', () => {
    expect(searchText(['One', 'Two\nThree'])).toBe('one\ntwo three')
  })

  test('a title’s key is short, whatever it unfolds to', () => {
    expect(titleKey('  The  Élan ')).toBe('the elan')
    expect(titleKey('ﷺ'.repeat(100))).toHaveLength(120)
    expect(titleKey('𝔸😀'.repeat(100)).isWellFormed()).toBe(true)
  })
})
