import { runAdmin } from '#server/admin/run.ts'
import { completeLanguages, missingTexts } from '#server/config/locales.ts'
import { pageLanguageOf, preferredOf } from '#server/http/requestLanguage.ts'
import { dayInData, namesInData, noticeValues } from '#server/modules/account/mails.ts'
import { listTexts } from '#server/modules/site-kit/policy.ts'
import { defaultKit } from '#server/text/kit.ts'
import { textsIn } from '#server/text/languages.ts'
import { type Sentence, type SentenceKey, said, sentenceIn } from '#server/text/sentence.ts'
import { englishIn, textsByKey } from '#test/helpers/englishTexts.ts'

/** The names that the desk has for the areas of texts. */
const AREAS = 'desk.site.texts.areas.'

async function languages(...args: string[]) {
  const lines: string[] = []
  const add = (line: string) => void lines.push(line)
  const env = { LANGUAGES: 'de,en' }
  const code = await runAdmin(['languages', ...args], env, { print: add, complain: add })
  return { code, lines }
}

test('English and German are complete, so a site is served in both by default', () => {
  expect(missingTexts('de')).toEqual([])
  expect(completeLanguages()).toEqual(['en', 'de'])
})

test.each(['en', 'de'])(
  'the desk names each area of the texts that it lists, in %s',
  (language) => {
    const listed = new Set(listTexts([language]).map(({ area }) => `${AREAS}${area}`))
    const named = [...textsByKey(language).keys()].filter((key) => key.startsWith(AREAS))
    expect(named.toSorted()).toEqual([...listed].toSorted())
  },
)

test('a language without a folder lacks all texts, and is read in English', () => {
  const missing = missingTexts('xx')
  expect(missing).toEqual(expect.arrayContaining(['mail: activation.subject', 'legal/privacy.md']))
  expect(textsIn('xx').mail).toEqual(textsIn('en').mail)
})

test('operators see which languages are complete and served', async () => {
  expect(await languages()).toEqual({
    code: 0,
    lines: ['de  complete, served as the main language', 'en  complete, served'],
  })
  expect(await languages('de')).toEqual({ code: 0, lines: ['de is complete.'] })
  expect(await languages('xx')).toEqual({
    code: 1,
    lines: ['locales has no folder “xx”. Copy locales/en to it and translate the texts.'],
  })
  expect((await languages('de', 'en')).code).toBe(2)
})

test.each([
  ['en', [undefined, '', 'de;q=0, fr', '*', ';q=1,,=', 'en;q=0, de;q=0', '*;q=0']],
  ['en', ['en-GB;q=0', 'en;q=0, en-GB', 'de;q=x, en;q=0.1', 'de;q=, en;q=0.1', 'de;q=-1']],
  ['en', ['de;q=2, en;q=0.5', 'en;q=0.5, de;q=0.5']],
  ['de', ['de', 'de-AT,en;q=0.5', 'fr-CA, DE;q=0.9', 'en;q=0.2, de;q=0.7', 'en;q=0']],
  ['de', ['en;q=0, de', 'EN ; Q=0.000', '*, en;q=0', '*;q=0, de;q=0.1']],
  ['de', ['*;q=0.5, en;q=0.1', 'de; q = 0.9, en;q=0.2']],
])('of English and German, %s is preferred by each Accept-Language of %j', (language, headers) => {
  for (const header of headers)
    expect([header, preferredOf(header, ['en', 'de'])]).toEqual([header, language])
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

test.each([
  ['Copy link', 'Copy link'],
  ['  Log out this browser  ', 'Log out this browser'],
  ['We’ll email the group.', 'the'],
  ['Termin am Wednesday', 'Wednesday'],
  ['Termin am Wed 9 Dec, 19:00', 'Wed 9'],
  ['Bis 3 pm', '3 pm'],
  ['NEXT STEPS: Your account', 'Your'],
])('finds the English of %j', (shown, word) => {
  const found = englishIn(`Mein Konto\n${shown}\nEinstellungen`)
  expect(found).toHaveLength(1)
  expect(found[0]?.toLowerCase()).toContain(word.toLowerCase())
})

test('finds a text with values in it, whatever these are', () => {
  expect(englishIn('Dieser Server: Removed Bernd Müller')).toEqual([])
  const [found] = englishIn('You can have at most 17 passkeys. Remove one first.')
  expect(found).toContain('has the English text “You can have at most {{limit}} passkeys.')
})

test.each([
  'Link kopieren',
  'Die Orks von Island: Er will in den Hort, man hat also Not.',
  'https://chat.example/the/and/of',
  'the.file@example.org',
  'Team · Passkeys · Feed · Updates',
  'is-IS',
  'Mi., 9. Dez., 19:00 – Fr., 1. Mai 2027',
])('finds no English in %j', (shown) => {
  expect(englishIn(shown)).toEqual([])
})

test('leaves alone the words of contents, but no texts of ours', () => {
  const contents = ['The Sundering Feast', 'Log out this browser']
  expect(englishIn('Fest: The Sundering Feast', contents)).toEqual([])
  expect(englishIn('The Sundering Feast: are you coming?', contents)).toHaveLength(1)
  expect(englishIn('Log out this browser', contents)).toHaveLength(1)
})

test('finds none in the German texts themselves', () => {
  const german = [...textsByKey('de').values()].map((text) =>
    text.replaceAll(/\{\{[^}]*\}\}|%\{[^}]*\}|\n/g, ' '),
  )
  expect(german.length).toBeGreaterThan(2000)
  expect(englishIn(german.join('\n'))).toEqual([])
})

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
    'We shortened the title to 400 characters.',
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
    'These lists aren’t imported: a, b and c.',
    'Diese Listen importieren wir nicht: a, b und c.',
  ])
})

test('values are not filled in again, and one that is missing is empty', () => {
  expect(sentenceIn('en', said('transfer.no_such_key', { key: '{{key}} $&' }))).toBe(
    'There is no “{{key}} $&”.',
  )
  expect(sentenceIn('en', said('transfer.at', { problem: 'x' }))).toBe(': x')
})

test('a language without the sentence has it in English, and an unknown sentence is its key', () => {
  expect(sentenceIn('xx', said('refusals.not_found'))).toBe('Not found.')
  expect(sentenceIn('de', { key: 'transfer.of_a_later_version' as SentenceKey })).toBe(
    'transfer.of_a_later_version',
  )
})

const KIT = defaultKit(['en', 'de'])

const DATA = {
  date: dayInData(Date.UTC(2031, 11, 12)),
  passkeys: namesInData(['Phone', 'Key']),
  names: namesInData([]),
  browser: '',
  network: '203.0.113.x',
}

test('values of a notice are in the words of its reader’s language', () => {
  expect(noticeValues(DATA, KIT)).toEqual({
    date: 'Fri 12 Dec 2031',
    passkeys: '“Phone” and “Key”',
    names: '',
    browser: 'unknown',
    network: '203.0.113.x',
  })
  expect(noticeValues({ browser: 'Firefox on Linux' }, KIT)).toEqual({
    browser: 'Firefox on Linux',
  })
  expect(noticeValues({ browser: 'Firefox on Linux' }, KIT.in('de'))).toEqual({
    browser: 'Firefox auf Linux',
  })
  expect(noticeValues(DATA, KIT.in('de'))).toMatchObject({
    date: 'Fr., 12. Dez. 2031',
    passkeys: '„Phone“ und „Key“',
    browser: 'unbekannt',
  })
})

test('a notice that waited during an upgrade keeps its words', () => {
  const words = { date: 'Fri 12 Dec', passkeys: '“Phone”, “Key”' }
  expect(noticeValues(words, KIT)).toEqual(words)
})
