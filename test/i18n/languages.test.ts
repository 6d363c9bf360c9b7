import { readdirSync, readFileSync } from 'node:fs'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import english from '../../locales/en/translation.json'
import { testI18n } from '../helpers/screens/testI18n.ts'

type Texts = { readonly [name: string]: string | Texts }

/** Key and text of every message, such as `login.title`. */
const messagesOf = (texts: Texts, prefix = ''): Map<string, string> =>
  new Map(
    Object.entries(texts).flatMap(([name, text]) =>
      typeof text === 'string'
        ? [[prefix + name, text] as const]
        : [...messagesOf(text, `${prefix}${name}.`)],
    ),
  )

/** A language may have more plural forms than English. */
const baseOf = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
const valuesIn = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted().join()

/** Missing and unknown keys of a language, and keys whose text has other values than the English one. */
function faultsOf(texts: Texts): string[] {
  const [own, wanted] = [messagesOf(texts), messagesOf(english)]
  const [ownKeys, wantedKeys] = [own, wanted].map((all) => new Set([...all.keys()].map(baseOf)))
  const values = new Set([...wanted].map(([key, text]) => `${baseOf(key)} ${valuesIn(text)}`))
  return [
    ...[...(wantedKeys ?? [])]
      .filter((key) => !ownKeys?.has(key))
      .map((key) => `${key} is missing`),
    ...[...own]
      .filter(([key, text]) => !values.has(`${baseOf(key)} ${valuesIn(text)}`))
      .map(([key]) => `${key} is unknown or takes other values`),
  ]
}

const languages = readdirSync('locales')

test.each(languages)('%s has the messages of English, with the same values', (language) => {
  const file = readFileSync(`locales/${language}/translation.json`, 'utf8')
  expect(faultsOf(JSON.parse(file) as Texts)).toEqual([])
})

test('a message that is missing, unknown or takes other values is found', () => {
  const { login, ...others } = english
  expect(faultsOf(others)).toContain('login.title is missing')
  expect(faultsOf({ ...english, extra: 'More' })).toEqual([
    'extra is unknown or takes other values',
  ])
  expect(faultsOf({ ...english, login: { ...login, title: '{{name}}' } })).toEqual([
    'login.title is unknown or takes other values',
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
