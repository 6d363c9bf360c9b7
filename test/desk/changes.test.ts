import { changesOf, fieldName, textOf, timeIn } from '#desk/audit/changes.ts'

test('only fields that differ are changes; nothing is nothing, whatever it is written as', () => {
  const before = {
    id: 1,
    title: 'Old',
    kind: 'news',
    location: null,
    updated_at: 'a',
    sections: [],
  }
  const after = { id: 1, title: 'New', kind: 'news', location: '', updated_at: 'b' }
  expect(changesOf(before, after)).toEqual([{ field: 'title', before: 'Old', after: 'New' }])
})

test('what was added or deleted as a whole is shown with the fields that have a value', () => {
  const entry = { title: 'Gone', description: '' }
  expect(changesOf(null, entry)).toEqual([{ field: 'title', before: null, after: 'Gone' }])
  expect(changesOf(entry, null)).toEqual([{ field: 'title', before: 'Gone', after: null }])
  expect(changesOf(null, null)).toEqual([])
})

test.each([
  ['short_description', 'Short description'],
  ['type_id', 'Type'],
  ['publish_at', 'Publish'],
])('the field %s is called %s', (field, name) => expect(fieldName(field)).toBe(name))

test('times are numbers or texts', () => {
  expect(timeIn('publish_at', '2026-12-15T10:00:00.000Z')).toBe('2026-12-15T10:00:00.000Z')
  expect(timeIn('decided_at', 0)).toBe('1970-01-01T00:00:00.000Z')
  expect(timeIn('size', 5)).toBeNull()
  expect(timeIn('title', '2026')).toBeNull()
})

test('people, pictures and sections are shown by their names', () => {
  expect(textOf({ id: 7, username: 'mira' })).toBe('mira')
  expect(textOf({ url: '/files/a.webp', width: 1 })).toBe('/files/a.webp')
  expect(textOf([{ id: 3, title: 'Wicks', content: 'Trim them.' }, { title: 'Wax' }])).toBe(
    'Title: Wicks\nContent: Trim them.\n\nTitle: Wax',
  )
})
