import { wordsOf } from '#server/modules/account/noticeWords.ts'
import { defaultKit } from '#server/text/kit.ts'

const KIT = defaultKit(['en', 'de'])
const VALUES = {
  date: '2026-12-09',
  passkeys: JSON.stringify(['Key', 'Old phone']),
  browser: 'Firefox on Linux',
  network: 'unknown',
  new_email: 'ada@example.org',
  hours: 24,
}

test.each([
  ['en', ['Wed 9 Dec', '“Key”, “Old phone”', 'Firefox on Linux', 'unknown']],
  ['de', ['Mi., 9. Dez.', '„Key“, „Old phone“', 'Firefox auf Linux', 'unbekannt']],
])('the values of a notice are in %s', (language, [date = '', passkeys, browser, network]) => {
  expect(wordsOf(KIT.in(language), VALUES)).toEqual({
    date: expect.stringMatching(new RegExp(`^${date}( 2026)?$`)),
    passkeys,
    browser,
    network,
    new_email: 'ada@example.org',
    hours: '24',
  })
})

test('values of an older version stay as they are', () => {
  const values = { archive: 'Wed 9 Dec', names: '“Mara”', browser: 'Links', kept: '' }
  expect(wordsOf(KIT.in('de'), values)).toEqual(values)
})
