import { ENTRY_TEXT_MAX } from '#contract/formatting.ts'
import { searchKey } from '#shared/search.ts'

/* In a file of its own, because mutated code (npm run lab -- mutation) runs at another speed. */
describe('folding a text for the search', () => {
  const fastest = (text: string, runs: number): number => {
    const times = Array.from({ length: runs }, () => {
      const started = performance.now()
      searchKey(text)
      return performance.now() - started
    })
    return Math.min(...times)
  }
  const filled = (unit: string): string =>
    unit.repeat(Math.ceil(ENTRY_TEXT_MAX / unit.length)).slice(0, ENTRY_TEXT_MAX)

  test.each([
    ['marks of two places in turn', '\u0315\u0300'],
    ['marks that are two marks each', '\u0344\u0316'],
    ['Tibetan vowels', '\u0f73\u0f71'],
    ['marks on letters', `a${'\u0315\u0300'.repeat(50)}`],
    ['a sign that becomes eighteen', 'ﷺ'],
    ['syllables that become three letters', '각'],
    ['letters with two marks', 'ệ'],
    ['quotes', '’'],
    ['blanks of all kinds', '\u00a0\n'],
    ['invisible signs', '\u200b'],
  ])('takes a small multiple of the time of plain letters for %s', (_what, unit) => {
    const plain = fastest(filled('ж'), 7)
    // Marks once took 800 to 4000 times as long; now the slowest take 10 times as long.
    expect(fastest(filled(unit), 3) / plain).toBeLessThan(40)
  })
})
