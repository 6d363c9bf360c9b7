import type { KeptDocument } from '#src/offline/keptDocuments.ts'
import { answerFrom, type Query } from '#src/offline/keptFilter.ts'

const of = (answers: Record<string, unknown>): KeptDocument => ({
  at: 0,
  bytes: 0,
  answers,
  pictures: [],
})
const ids = (answer: unknown) => (answer as { id: number }[]).map(({ id }) => id)

const rules = of({
  '/rules/categories/': [{ id: 1, name: 'Fight' }],
  '/rules/entries/': [
    { id: 1, type: 'basic', title: 'Élan', category: 1, subcategory: 11 },
    { id: 2, type: 'basic', title: 'Rest', category: 2, subcategory: null },
  ],
  '/rules/entries/1/sub-entries/': [{ id: 1, title: 'When', content: 'Ægir’s hall' }],
  '/rules/entries/2/sub-entries/': [{ id: 2, title: 'Sleep', content: 'in the' }],
  '/rules/quick-entries/': [{ id: 3, type: 'quick', title: 'Roll', quick_subcategory: 5 }],
})
const basic = (query: Query) => ids(answerFrom(rules, '/rules/entries/', query))
const quick = (query: Query) => ids(answerFrom(rules, '/rules/quick-entries/', query))

test.each<[Query, number[]]>([
  [{}, [1, 2]],
  [{ search: '', category: 'Any', subcategory: 'Any' }, [1, 2]],
  [{ search: 'ELAN' }, [1]],
  [{ search: "aegir's  HALL " }, [1]],
  [{ search: 'sleep in' }, []],
  [{ category: '2' }, [2]],
  [{ category: '1', subcategory: '11', search: 'when' }, [1]],
  [{ category: 'x' }, []],
])('rules with %j', (query, expected) => {
  expect(basic(query)).toEqual(expected)
})

test('quick rules have sub-categories and no category', () => {
  expect(quick({ subcategory: '5' })).toEqual([3])
  expect(quick({ subcategory: '6' })).toEqual([])
  expect(quick({ category: '1' })).toEqual([])
})

test('other responses are given as they were; what was not kept is not known', () => {
  expect(answerFrom(rules, '/rules/categories/', {})).toEqual([{ id: 1, name: 'Fight' }])
  expect(ids(answerFrom(rules, '/rules/entries/1/sub-entries/', {}))).toEqual([1])
  expect(answerFrom(rules, '/rules/entries/9/sub-entries/', {})).toBeUndefined()
})

const entry = (id: number, title: string, entry_type: number, is_staff = true) => ({
  id,
  title,
  description: id === 4 ? 'A hidden word' : null,
  entry_type,
  entry_subtype: entry_type * 10,
  created_by: { username: 'x', is_staff },
})
/** The newest first, as it is kept. */
const glossary = of({
  '/glossary/entries/': [
    entry(7, 'Zed', 1),
    entry(4, 'éclair', 2, false),
    entry(5, 'Eagle', 1),
    entry(1, 'Eagle', 2),
  ],
  '/glossary/entries/7/sub-entries/': [
    { title: 'Where', content: 'eagle nest', glossary_entry: 7 },
  ],
})
const found = (query: Query) => answerFrom(glossary, '/glossary/entries/', query)

test.each<[Query, number[]]>([
  [{}, [1, 5, 4, 7]],
  [{ sort: 'Alphabetical', limit: 10 }, [1, 5, 4, 7]],
  [{ sort: 'Newest First' }, [7, 4, 5, 1]],
  [{ sort: 'Oldest First' }, [1, 5, 4, 7]],
  [{ search: 'Eagle' }, [1, 5, 7]],
  [{ search: 'Ea' }, [1, 5]],
  [{ search: 'hidden' }, [4]],
  [{ type: 2 }, [1, 4]],
  [{ type: 1, subtype: 20 }, []],
  [{ showUserEntries: true }, [4]],
  [{ entry: 5 }, [5]],
])('the glossary with %j', (query, expected) => {
  expect(ids(found(query))).toEqual(expected)
})

test('an abbreviation in brackets is found by its letters', () => {
  const kept = of({ '/glossary/entries/': [entry(8, 'Hit Points (HP)', 1), entry(9, 'Ship', 1)] })
  expect(ids(answerFrom(kept, '/glossary/entries/', { search: 'hp' }))).toEqual([8])
})

test('the own entries of a member are not kept', () => {
  expect(found({ showMyEntries: true })).toBeUndefined()
})
