import { preferredOf } from '#server/http/requestLanguage.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,en;q=0.5', 'de'],
  ['fr-CA, DE;q=0.9', 'de'],
  ['en;q=0.2, de;q=0.7', 'de'],
  ['de;q=0, fr', 'en'],
  ['*', 'en'],
  [';q=1,,=', 'en'],
])('of English and German, Accept-Language %j prefers %s', (header, language) => {
  expect(preferredOf(header, ['en', 'de'])).toBe(language)
})

test('without a served wish, it is the main language', () => {
  expect(preferredOf('fr', ['de', 'en'])).toBe('de')
})
