import { pseudoText, pseudoTexts } from '../journeys/pseudoLocale.ts'

describe('the pseudo-locale', () => {
  test('marks both ends of a text', () => {
    expect(pseudoText('Leave group')).toBe('⟦ليافي غرووب⟧')
    expect(pseudoText('')).toBe('')
  })

  test('keeps placeholders, tags, addresses, and the marks of formatted texts', () => {
    const text = pseudoText('Ask <b>{{name}}</b> for **a** [seat](/to/it)')
    expect(text).toMatch(/^⟦.+ <b>\{\{name\}\}<\/b> .+ \*\*.+\*\* \[.+\]\(\/to\/it\)⟧$/u)
    expect(pseudoText('https://a.example/b')).toBe('⟦https://a.example/b⟧')
  })

  test('has every plural of its language', () => {
    const { seats } = pseudoTexts({ seats: { left_one: '1 seat', left_other: '{{count}} seats' } })
    expect(Object.keys(seats ?? {}).toSorted()).toEqual(
      ['few', 'many', 'one', 'other', 'two', 'zero'].map((plural) => `left_${plural}`),
    )
  })
})
