import { pageLanguageOf, preferredOf } from '#server/http/requestLanguage.ts'

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
  ['en;q=0', 'de'],
  ['en;q=0, de', 'de'],
  ['EN ; Q=0.000', 'de'],
  ['en;q=0, de;q=0', 'en'],
  ['*, en;q=0', 'de'],
  ['*;q=0', 'en'],
  ['*;q=0, de;q=0.1', 'de'],
  ['*;q=0.5, en;q=0.1', 'de'],
  ['en-GB;q=0', 'en'],
  ['en;q=0, en-GB', 'en'],
  ['de;q=x, en;q=0.1', 'en'],
  ['de;q=, en;q=0.1', 'en'],
  ['de;q=-1', 'en'],
  ['de;q=2, en;q=0.5', 'en'],
  ['en;q=0.5, de;q=0.5', 'en'],
  ['de; q = 0.9, en;q=0.2', 'de'],
])('of English and German, Accept-Language %j prefers %s', (header, language) => {
  expect(preferredOf(header, ['en', 'de'])).toBe(language)
})

test('without a served wish, it is the main language', () => {
  expect(preferredOf('fr', ['de', 'en'])).toBe('de')
})

test.each([
  ['de;q=0', 'en'],
  ['de;q=0, fr', 'en'],
  ['DE;q=0.0, en;q=0.1', 'en'],
  ['en;q=0.5, de', 'de'],
  ['en', 'en'],
  ['de-AT', 'de'],
  ['fr', 'de'],
  ['*', 'de'],
  ['*;q=0', 'de'],
  ['', 'de'],
  [undefined, 'de'],
])('of German and English, a page for Accept-Language %j is in %s', (header, language) => {
  const headers = header === undefined ? {} : { 'accept-language': header }
  expect(pageLanguageOf(headers, new URLSearchParams(), ['de', 'en'])).toBe(language)
  const chosen = { ...headers, cookie: 'i18next=de' }
  expect(pageLanguageOf(chosen, new URLSearchParams(), ['de', 'en'])).toBe('de')
})
