import { englishIn, textsByKey } from '#test/helpers/englishTexts.ts'

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
