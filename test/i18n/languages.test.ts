import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import english from '../../locales/en/translation.json'
import { testI18n } from '../helpers/screens/testI18n.ts'

type Texts = { readonly [name: string]: string | string[] | Texts }

/** Key and text of every message, such as `login.title`. The sentences of a list are one text. */
const messagesOf = (texts: Texts, prefix = ''): Map<string, string> =>
  new Map(
    Object.entries(texts).flatMap(([name, text]): [string, string][] => {
      if (typeof text === 'string') return [[prefix + name, text]]
      if (Array.isArray(text)) return [[prefix + name, text.join('\n')]]
      return [...messagesOf(text, `${prefix}${name}.`)]
    }),
  )

/**
 * Values and tags of a text. How often it has one is up to the language, and so is the letter that the name of a field of
 * react-admin begins with.
 */
const marksIn = (text: string) =>
  [
    ...new Set(
      text
        .replace('%{field_lower_first}', '%{field}')
        .match(/\{\{\w+\}\}|%\{\w+\}|<\/?[a-z][^>]*>/g),
    ),
  ]
    .toSorted()
    .join(' ')

const formsOf = (language: string) =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories
const pluralsIn = (text = '') => text.split('||||').length

/** The keys that a language needs for an English one: more than one if it has more plural forms. */
function keysFor(key: string, wanted: ReadonlyMap<string, string>, language: string): string[] {
  const base = key.replace(/_(one|other)$/, '')
  const isPlural = base !== key && wanted.has(`${base}_one`) && wanted.has(`${base}_other`)
  return isPlural ? formsOf(language).map((form) => `${base}_${form}`) : [key]
}

/**
 * Missing and unknown keys of a language, keys whose text has other values or tags than the English one (than any of
 * them, of plural forms), and texts of the desk with more or fewer plural forms than the language has.
 */
function faultsOf(language: string, texts: Texts, englishTexts: Texts): string[] {
  const [own, wanted] = [messagesOf(texts), messagesOf(englishTexts)]
  const meant = new Map<string, string[]>()
  for (const [key, text] of wanted)
    for (const one of keysFor(key, wanted, language))
      meant.set(one, [...(meant.get(one) ?? []), text])
  return [
    ...[...meant.keys()].filter((key) => !own.has(key)).map((key) => `${key} is missing`),
    ...[...own].flatMap(([key, text]) => {
      const same = meant.get(key)
      if (same === undefined) return [`${key} is unknown`]
      const plurals = pluralsIn(same[0]) === 1 ? 1 : formsOf(language).length
      return [
        ...(same.map(marksIn).includes(marksIn(text)) ? [] : [`${key} has other values or tags`]),
        ...(pluralsIn(text) === plurals ? [] : [`${key} needs ${plurals} plural forms`]),
      ]
    }),
  ]
}

const languages = readdirSync('locales')
/** The files of a language that English has, too, such as `mail.json` and `legal/privacy.md`. */
const filesOf = (language: string) =>
  readdirSync(`locales/${language}`, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(json|md)$/.test(file) && existsSync(`locales/en/${file}`),
  )

function textsOf(language: string, file: string): Texts {
  const text = readFileSync(`locales/${language}/${file}`, 'utf8')
  return file.endsWith('.md') ? { text } : (JSON.parse(text) as Texts)
}

test.each(languages.flatMap((language) => filesOf(language).map((file) => [language, file])))(
  '%s/%s has the messages of English, with the same values and tags, in all plural forms',
  (language, file) => {
    expect(faultsOf(language, textsOf(language, file), textsOf('en', file))).toEqual([])
  },
)

test('a message that is missing, unknown or has other values or tags is found', () => {
  const { login, ...others } = english
  expect(faultsOf('de', others, english)).toContain('login.title is missing')
  expect(faultsOf('de', { ...english, extra: 'More' }, english)).toEqual(['extra is unknown'])
  expect(faultsOf('de', { ...english, login: { ...login, title: '{{name}}' } }, english)).toEqual([
    'login.title has other values or tags',
  ])
  expect(faultsOf('de', { text: '<b>%{to}</b>' }, { text: '<i>%{to}</i>' })).toEqual([
    'text has other values or tags',
  ])
  expect(faultsOf('de', { list: ['Eins {{a}}', 'zwei'] }, { list: ['One', 'two {{a}}'] })).toEqual(
    [],
  )
})

test('a language needs the plural forms of its own rules', () => {
  const days = { days_one: '1 day', days_other: '{{count}} days', days_zero: 'no day' }
  expect(faultsOf('pl', days, days)).toEqual(['days_few is missing', 'days_many is missing'])
  expect(faultsOf('ja', days, days)).toEqual(['days_one is unknown'])
  expect(faultsOf('de', { day: 'Tage' }, { day: 'day |||| days' })).toEqual([
    'day needs 2 plural forms',
  ])
})

test('a key that does not exist does not compile', () => {
  // @ts-expect-error no such key: if this compiles, the types of the keys are off
  const wrong: MessageKey = 'login.no_such_key'
  expect(testI18n.exists(wrong)).toBe(false)
  // @ts-expect-error half a key is none
  const half: MessageKey = 'login.bad'
  expect(testI18n.exists(half)).toBe(false)
})

test.each<MessageKey>([
  'navbar.myaccount',
  'landing_page.loading',
  'landing_page.news_error',
  'login.invalid_credentials',
  'login.fill_in',
  'login.comm_error',
  'login.request_change_comm_error',
  'login.success_request_change_if',
  'register.please_fill',
  'register.bad_email',
  'register.password_mismatch',
  'register.bad_password_regex',
  'register.username_exists',
  'register.email_exists',
  'register.register_fail',
  'register.change_password_hint',
])('%s, which docs/behaviour names, has a text', (key) => {
  expect(testI18n.t(key)).toMatch(/^[A-Z]/)
})
