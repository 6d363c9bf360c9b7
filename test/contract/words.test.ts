import fc from 'fast-check'
import { beginsWord, isShort, matching, wordStarts } from '#shared/words.ts'

describe('where words begin', () => {
  test.each([
    ['hit points (hp)', 'hp', true],
    ['hit points (hp)', '(h', true],
    ['armour class [ac]', 'ac', true],
    ['"zz" the jester', 'zz', true],
    ['half-elf', 'el', true],
    ['d20/skill', 'sk', true],
    ['d20/skill', '20', false],
    ['hit points (hp)', 'it', false],
    ['кот и рысь', 'от', false],
    ['кот и рысь', 'ры', true],
    ['𐐷𐐷x', 'x', false],
  ])('in %p, %p: %p', (title, term, begins) => {
    expect(beginsWord(title, term)).toBe(begins)
    expect(wordStarts(title).some((start) => start.startsWith(term))).toBe(begins)
  })

  test('the stored word starts are the compared ones, for any title', () => {
    const unit = fc.constantFrom(...'ab1 ([-\'"🎲語𐐷')
    const words = fc.string({ unit, maxLength: 12 }).map((text) => text.trim())
    const terms = fc.string({ unit, minLength: 1, maxLength: 2 }).map((text) => text.trim())
    fc.assert(
      fc.property(words, terms, (title, term) => {
        fc.pre(term !== '' && isShort(term))
        const isStored = wordStarts(title).some((start) => start.startsWith(term))
        expect([title, term, isStored]).toEqual([title, term, beginsWord(title, term)])
      }),
    )
  })
})

describe('rows that contain a term', () => {
  const rows = ['the old house', 'ale', 'a tale', 'house of tales', 'other'].map((title_key) => ({
    title_key,
    search_text: `${title_key} and its house`,
  }))
  const found = (term: string) => matching(rows, term).map(({ title_key }) => title_key)

  test('are those whose titles begin with it, then those that have it there, then the others', () => {
    expect(found('house')).toEqual(['house of tales', 'the old house', 'ale', 'a tale', 'other'])
    expect(found('ale')).toEqual(['ale', 'a tale', 'house of tales'])
  })
  test('have a short term where a word of the title begins', () => {
    expect(found('al')).toEqual(['ale'])
    expect(found('o')).toEqual(['other', 'the old house', 'house of tales'])
  })
})
