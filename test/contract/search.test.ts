import fc from 'fast-check'
import type { ExcerptPart } from '#contract/siteSearch.ts'
import plainLetters from '#shared/plainLetters.json' with { type: 'json' }
import { excerptIn, excerptOf, fold, marked, searchKey, termKey } from '#shared/search.ts'

const inBrackets = (parts: readonly ExcerptPart[] | null): string | null =>
  parts?.map(({ text, is_match }) => (is_match ? `[${text}]` : text)).join('') ?? null

/** Term, text, and the text with the marked parts in brackets. */
const MARKS: [term: string, text: string, shown: string][] = [
  ['DICE', 'Two dice, two dice', 'Two [dice], two [dice]'],
  ['elan', 'Élan and élan', '[Élan] and [élan]'],
  ['Élan', 'elan', '[elan]'],
  ['el', 'E\u0301lan', '[E\u0301l]an'],
  ['e', 'E\u0301lan', '[E\u0301]lan'],
  ['fir', 'ﬁre and fire', '[ﬁr]e and [fir]e'],
  ['.', 'a.b', 'a[.]b'],
  [' two ', 'two  words', '[two]  words'],
  ['a b', 'x a \t b x', 'x [a \t b] x'],
  ['aa', 'aaa', '[aa]a'],
  ['  ', 'Two dice', 'Two dice'],
  ['', '', ''],
  ['moth', 'Two dice', 'Two dice'],
  ['🎲', '🎲🎲', '[🎲][🎲]'],
  ['aegir', 'Ægir’s hall', '[Ægir]’s hall'],
  ['aegir`s  HALL', 'In Ægir’s hall', 'In [Ægir’s hall]'],
  ['strasse', 'Die Straße', 'Die [Straße]'],
  ['STRAßE', 'Die Strasse', 'Die [Strasse]'],
  ['strasse', 'DIE STRAẞE', 'DIE [STRAẞE]'],
  ['as', 'Straße', 'Str[aß]e'],
  ['s', 'ßßa', '[ß][ß]a'],
  ['ss', 'ßsß', '[ß][sß]'],
  ['lodz', 'Łódź, ŁÓDŹ', '[Łódź], [ŁÓDŹ]'],
  ['thorr', 'Þórr', '[Þórr]'],
  ['hrodr', 'Hróðr', '[Hróðr]'],
  ['djurgarden', 'Đjurgården', '[Đjurgården]'],
  ['smorrebrod', 'Smørrebrød', '[Smørrebrød]'],
  ['oeuvre', 'Œuvre', '[Œuvre]'],
  ['kirik', 'Kırık', '[Kırık]'],
  ['izmir', 'İzmir', '[İzmir]'],
  ['οδος', 'ΟΔΟΣ οδός', '[ΟΔΟΣ] [οδός]'],
  ['muller', 'Mu\u0308ller', '[Mu\u0308ller]'],
  ['mueller', 'Müller, MÜLLER', '[Müller], [MÜLLER]'],
  ['ffi', 'oﬃce', 'o[ﬃ]ce'],
  ['1/2', 'ab ½ c', 'ab ½ c'],
  ['apple', 'Ap\u00ADp\u200Ble', '[Ap\u00ADp\u200Ble]'],
  ['"a-b"', '„a–b“ «a−b»', '[„a–b“] [«a−b»]'],
  ['가', '각', '[각]'],
  ['a', '\u0301a', '\u0301[a]'],
]

describe('marks of a term in a text', () => {
  test.each(MARKS)('%j in %j is marked as %j', (term, text, shown) => {
    expect(inBrackets(marked(text, term))).toBe(shown)
  })

  test.each(MARKS.filter(([term]) => term.trim() !== ''))(
    '%j in %j: the excerpt marks its first match alike',
    (term, text, shown) => {
      const [first, ...rest] = shown.split(/(?<=\])/)
      const expected = shown.includes('[') ? first + rest.join('').replace(/[[\]]/g, '') : null
      expect(inBrackets(excerptOf([text], termKey(term)))).toBe(expected?.trim() ?? null)
    },
  )

  test.each(
    Object.entries(plainLetters).flatMap(([plain, all]) => [...all].map((one) => [plain, one])),
  )('%j is folded to %j at every position', (plain, letter) => {
    for (const form of [letter, letter.toUpperCase(), `${letter}\u0323`]) {
      expect(searchKey(form)).toBe(plain)
      expect(inBrackets(marked(`x${form}y${form}`, plain))).toBe(`x[${form}]y[${form}]`)
      expect(inBrackets(excerptOf([`x${form}y`], `${plain}y`))).toBe(`x[${form}y]`)
    }
  })
})

describe('any text', () => {
  const unit = fc.oneof(
    fc.constantFrom(
      ...'aeÆßŁŒøðþıςΣİ`’“–ﬁﬃ½각🎲 \t\u00a0\n\u0301\u0308\u200B\u00AD\u{1F468}\u200D',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )
  const texts = fc.array(unit, { maxLength: 24 }).map((units) => units.join(''))

  test('is folded character by character as it is folded as a whole', () => {
    fc.assert(
      fc.property(texts, (text) => expect(fold(text).text).toBe(searchKey(text))),
      { numRuns: 2000 },
    )
  })

  test('is the concatenation of its parts, and each match has the term', () => {
    const cuts = fc.tuple(fc.nat({ max: 20 }), fc.integer({ min: 1, max: 6 }))
    fc.assert(
      fc.property(texts, cuts, (text, [from, length]) => {
        const term = [...text].slice(from, from + length).join('')
        const parts = marked(text, term)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        const key = termKey(term)
        const found = key !== '' && searchKey(text).includes(key)
        expect(parts.some(({ is_match }) => is_match)).toBe(found)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the line of an excerpt', () => {
  test('is cut between words, and the rest of the text is not in it', () => {
    const [before, after] = ['word '.repeat(30), ' word'.repeat(40)]
    const line = inBrackets(excerptOf(['Nothing here', `x\n${before}Straße${after}\ny`], 'strasse'))
    expect(line).toMatch(/^…(word ){9}\[Straße\]( word)+…$/)
  })

  const [a49, a50, a51] = [49, 50, 51].map((count) => 'a'.repeat(count)) as [string, string, string]
  test.each([
    ['a match after 50 characters is shown with all before it', `${a50}x`, `${a50}[x]`],
    ['later, the part before it begins with a word', `bb ${a49}x`, `…${a49}[x]`],
    ['or within one that is too long', `b${a51}x`, `…${a50}[x]`],
    ['which may be the match itself', `${a51} x`, '…[x]'],
    ['a line that ends 110 characters on is whole', `x${'b'.repeat(109)}`, `[x]${'b'.repeat(109)}`],
    ['a longer one ends with a word', `x b${' c'.repeat(54)}`, `[x] b${' c'.repeat(53)}…`],
    ['or within a last word that is too long', `x${'b'.repeat(110)}`, `[x]${'b'.repeat(109)}…`],
    ['lines of other systems end alike', 'nothing\r\nx\r\nno', '[x]'],
  ])('%s', (_, text, shown) => expect(inBrackets(excerptOf([text], 'x'))).toBe(shown))

  test('has a match whole, however long', () => {
    const term = 'ab '.repeat(50).trim()
    expect(inBrackets(excerptOf([`x ${term} y`], term))).toBe(`x [${term}]…`)
  })

  test('cuts no character in two', () => {
    const line = excerptOf([`${'🎲'.repeat(40)}a${'🎲'.repeat(90)}`], 'a')
    for (const { text } of line ?? []) expect(text.isWellFormed()).toBe(true)
  })

  test('is the beginning of the first text that is not blank, where no line has the term', () => {
    expect(excerptIn([' ', `\n${'word '.repeat(40)}`], 'moth')).toEqual({
      excerpt: [{ text: `${'word '.repeat(32).trim()}…`, is_match: false }],
    })
    expect(excerptIn(['', ' \n'], 'moth')).toEqual({})
    expect(excerptIn(['One\r\nTwo'], 'moth')).toEqual({
      excerpt: [{ text: 'One', is_match: false }],
    })
  })
})
