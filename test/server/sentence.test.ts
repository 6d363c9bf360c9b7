import { type Sentence, type SentenceKey, said, sentenceIn } from '#server/text/sentence.ts'

const inBoth = (sentence: Sentence) => ['en', 'de'].map((one) => sentenceIn(one, sentence))

test('a sentence has the values of its place, and is plain data', () => {
  const sentence = said('desk.claimed', { username: 'Mira' })
  const copied = JSON.parse(JSON.stringify(structuredClone(sentence))) as Sentence
  expect(inBoth(copied)).toEqual([
    'Mira is reviewing this entry.',
    'Mira prüft diesen Eintrag gerade.',
  ])
})

test('a sentence within a sentence is in the same language', () => {
  const what = said('transfer.what.title')
  expect(inBoth(said('transfer.cut', { what, limit: 400 }))).toEqual([
    'The title was cut to 400 characters.',
    'Wir haben den Titel auf 400 Zeichen gekürzt.',
  ])
})

test('the number of things chooses the form, where a language has several', () => {
  const cells = (count: number) => sentenceIn('de', said('transfer.more_cells', { count }))
  expect([1, 2].map(cells)).toEqual([
    '1 weitere Zelle hat keinen Wert.',
    '2 weitere Zellen haben keinen Wert.',
  ])
})

test('a sentence without a count has the form of its first number', () => {
  const [one, two] = [1, 2].map((seconds) => inBoth(said('refusals.throttled', { seconds })))
  expect(one).toEqual([
    'Too many requests. Try again in 1 second.',
    'Das waren zu viele Anfragen. Versuch es in 1 Sekunde noch einmal.',
  ])
  expect(two).toEqual([
    'Too many requests. Try again in 2 seconds.',
    'Das waren zu viele Anfragen. Versuch es in 2 Sekunden noch einmal.',
  ])
  expect(inBoth(said('refusals.too_many_places', { attr: 'places', limit: 1 }))).toEqual([
    'The group has room for 1 more, counting open invites.',
    'So viele Plätze hat die Gruppe nicht. Mit den offenen Einladungen ist noch 1 frei.',
  ])
})

test('numbers and lists are written as in the language, and plain numbers as they are', () => {
  expect(inBoth(said('transfer.too_many_rows', { limit: 100_000 }))).toEqual([
    'The table has more than 100,000 rows.',
    'Die Tabelle hat mehr als 100.000 Zeilen.',
  ])
  expect(inBoth(said('transfer.files_size', { limit: 1024 }))[1]).toContain(' 1024 ')
  expect(inBoth(said('transfer.unread_lists', { names: ['a', 'b', 'c'] }))).toEqual([
    'These lists aren’t imported: a, b, c.',
    'Diese Listen importieren wir nicht: a, b und c.',
  ])
})

test('values are not filled in again, and one that is missing is empty', () => {
  expect(sentenceIn('en', said('transfer.no_such_key', { key: '{{key}} $&' }))).toBe(
    'There is no "{{key}} $&".',
  )
  expect(sentenceIn('en', said('transfer.at', { problem: 'x' }))).toBe(': x')
})

test('a language without the sentence has it in English, and an unknown sentence is its key', () => {
  expect(sentenceIn('xx', said('refusals.not_found'))).toBe('Not found.')
  expect(sentenceIn('de', { key: 'transfer.of_a_later_version' as SentenceKey })).toBe(
    'transfer.of_a_later_version',
  )
})
