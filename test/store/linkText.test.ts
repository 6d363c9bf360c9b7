import type { RichText } from '#contract/schemas/richText.ts'
import { linkTextTo } from '#src/store/linking/linkText.ts'

const mill = { id: 7, title: 'The Old Mill' }
const linked = (text: string) => ({ text, term: { kind: 'glossary', id: 7 } })

describe('the links that an author has to own entries (behaviour 12.12)', () => {
  it('are made in a text without any, whatever its case, once', () => {
    const text = 'Near the old mill.\n\nThe Old Mill turns.'
    expect(linkTextTo([mill], null)(text, null)).toEqual([
      { type: 'paragraph', runs: ['Near ', linked('the old mill'), '.'] },
      { type: 'paragraph', runs: ['The Old Mill turns.'] },
    ])
  })

  it('are added to those of everybody, and neither in headings nor in other links', () => {
    const keep = { text: 'Ash Keep', term: { kind: 'glossary' as const, id: 3 } }
    const away = { text: 'the old mill', href: '/discordia/world' }
    const tree: RichText = [
      { type: 'heading', runs: ['The Old Mill'] },
      { type: 'paragraph', runs: [keep, ' and ', away, ' and the old mill'] },
    ]
    expect(linkTextTo([mill], null)('any', tree)).toEqual([
      tree[0],
      { type: 'paragraph', runs: [keep, ' and ', away, ' and ', linked('the old mill')] },
    ])
  })

  it('are none in the entry itself, and a text without one stays the same', () => {
    expect(linkTextTo([mill], 7)('The Old Mill', null)).toBeNull()
    const tree: RichText = [{ type: 'paragraph', runs: ['A windmill'] }]
    expect(linkTextTo([mill], null)('A windmill', tree)).toBe(tree)
    expect(linkTextTo([mill, { id: 8, title: 'Yo' }], null)('Yo', undefined)).toBeUndefined()
  })
})
