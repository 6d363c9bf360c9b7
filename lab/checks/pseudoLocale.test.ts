import { PSEUDO_LOCALES, pseudoText, pseudoTexts } from '../journeys/pseudoLocale.ts'

const { xa, xb } = PSEUDO_LOCALES

describe('the pseudo-locales', () => {
  test('mark both ends of a text, and one makes it 40 % longer', () => {
    expect(pseudoText(xa, 'Leave group')).toBe('⟦Lééáávéé gróóúúp⟧')
    expect(pseudoText(xb, 'Leave group')).toBe('⟦ليافي غرووب⟧')
    for (const text of ['OK', 'Log', 'Settings', 'Which dates suit you?'])
      expect([text, pseudoText(xa, text).length]).toEqual([text, Math.ceil(text.length * 1.4) + 2])
    expect(pseudoText(xa, '')).toBe('')
  })

  test('keep placeholders, tags, addresses, and the marks of formatted texts', () => {
    for (const locale of [xa, xb]) {
      const text = pseudoText(locale, 'Ask <b>{{name}}</b> for **a** [seat](/to/it)')
      expect(text).toMatch(/^⟦.+ <b>\{\{name\}\}<\/b> .+ \*\*.+\*\* \[.+\]\(\/to\/it\).*⟧$/u)
      expect(pseudoText(locale, 'https://a.example/b')).toContain('⟦https://a.example/b')
    }
  })

  test('have every plural of their language', () => {
    const texts = { seats: { left_one: '1 seat', left_other: '{{count}} seats' } }
    const { seats } = pseudoTexts(xb, texts)
    expect(Object.keys(seats ?? {}).toSorted()).toEqual(
      ['few', 'many', 'one', 'other', 'two', 'zero'].map((plural) => `left_${plural}`),
    )
  })
})
