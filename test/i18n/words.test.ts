import { readFileSync } from 'node:fs'
import retired from './retiredTexts.json'

/** Texts of a language by file and path, such as `mail:activation.closing[0]`. */
function textsOf(language: string): Map<string, string> {
  const walk = (part: unknown, path: string): [string, string][] => {
    if (typeof part === 'string') return [[path, part]]
    if (Array.isArray(part)) return part.flatMap((one, index) => walk(one, `${path}[${index}]`))
    return Object.entries(part ?? {}).flatMap(([name, one]) =>
      walk(one, path.endsWith(':') ? path + name : `${path}.${name}`),
    )
  }
  const files = 'translation refusals sentences pages mail myData desk checklist feeds site'.split(
    ' ',
  )
  return new Map(
    files.flatMap((file) => {
      const text = readFileSync(`locales/${language}/${file}.json`, 'utf8')
      return walk(JSON.parse(text), `${file}:`)
    }),
  )
}

const english = textsOf('en')
const german = textsOf('de')
/** The prose of the public pages has a voice of its own. */
const isProse = (key: string) => /^translation:(?:landing_page|initiative)\./.test(key)

test.each([
  ['en', english, retired.en],
  ['de', german, retired.de],
] as const)('no text of %s is again the one that another has replaced', (_language, texts, old) => {
  const back = Object.entries(old).filter(([key, text]) => texts.get(key) === text)
  expect(back).toEqual([])
  // The link leads to an imprint: the placeholder is the form of one, and the law wants this word.
  expect(german.get('translation:footer.disclaimer')).toBe('Impressum')
})

const BANNED = /\b(?:any more|whoever|somebody|meanwhile|those who|telephone|e-mail(?:s|ed)?)\b/i

test('English texts have the common word', () => {
  const found = [...english].filter(([key, text]) => BANNED.test(text) && !isProse(key))
  expect(found).toEqual([])
})

/** A German word that stands for one thing alone, and what the key or the English text says then. */
const ONE_MEANING: [RegExp, RegExp][] = [
  [
    /anmeldung|angemeldet|anzumelden/i,
    /log|sign.in|two-step|authenticat|session|token|family|recovery code/i,
  ],
  [
    /einlad|eingeladen|einzuladen|\blädt\b.*\bein\b/i,
    /invit|target_user|member_reminder|too_many_places/i,
  ],
]

test.each(ONE_MEANING)('a German text with %s speaks of nothing else', (word, meant) => {
  const found = [...german].filter(
    ([key, text]) => word.test(text) && !meant.test(`${key} ${english.get(key)}`),
  )
  expect(found).toEqual([])
})
