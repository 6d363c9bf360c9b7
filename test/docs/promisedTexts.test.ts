import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { english } from '#test/helpers/texts.ts'

type Area = keyof typeof english
type Texts = { readonly [name: string]: string | Texts }

/** The parts of the translation file that have the texts of a section. A text must be in the part of its own page. */
const AREAS: Record<string, readonly Area[]> = {
  '2.5': ['landing_page'],
  '2.6': ['news'],
  '2.7': ['news'],
  '2.8': ['downloads'],
  '2.9': ['initiative'],
  '2.10': ['rules'],
  '2.11': ['rules'],
  '2.12': ['glossary'],
  '2.13': ['glossary'],
  '2.15': ['dashboard'],
  '2.16': ['dashboard'],
  '2.18': ['dashboard'],
  '2.19': ['dashboard'],
  '3.4': ['news'],
  '4.11': ['contact'],
  '5.5': ['dashboard'],
  '5.10': ['glossary'],
  '6.2': ['glossary'],
  '8.3': ['toast'],
  '8.4': ['toast'],
  '8.5': ['toast'],
  '8.6': ['downloads', 'rules'],
  '8.7': ['toast', 'glossary'],
  '10.1': ['navbar', 'login'],
  '10.3': ['news'],
  '10.4': ['toast'],
  '10.5': ['navbar', 'footer', 'cookies'],
  '10.6': ['landing_page', 'contact'],
  '10.7': ['news'],
  '10.8': ['news', 'registration'],
  '10.9': ['downloads'],
  '10.10': ['initiative'],
  '10.11': ['rules'],
  '10.12': ['rules'],
  '10.13': ['glossary', 'dashboard'],
  '10.14': ['dashboard'],
  '10.15': ['login', 'register', 'activation'],
  '10.16': ['blocks', 'report', 'group_page', 'dashboard', 'settings'],
  '10.17': ['hook', 'group_page', 'planning'],
}

/** Quoted, but no texts of the site: values of fields, words of the server, a line of a log, a sign. */
const OTHERS = new Set([
  '+',
  'basic',
  'quick',
  'Both',
  'No active account found with the given credentials',
  'This field may not be blank.',
  'Could not log visit',
])

/** Names that the site puts together, and the texts that it makes them of. */
const COMPOSED: Record<string, readonly string[]> = {
  'My Account (2 pending invites)': ['My Account', '{count} pending invites'],
  'My Account (N pending invites)': ['My Account', '{count} pending invites'],
  '{name} ({n} members)': ['{count} members'],
  '{name} (1 member)': ['{count} member'],
  'Page 1': ['Page {page}'],
  'Page 2': [],
  'Sub-entry 1': ['Sub-entry {number}'],
  'Sub-entry 2': [],
  'Invites or Invites (N pending)': ['Invites', 'Invites ({count} pending)'],
  'Remove {member name}': ['Remove {name}'],
  '{page heading} – Discordia': ['{heading} – Discordia'],
}

/** Cells of the column of names that describe a name in words. */
const DESCRIBED = /^(?:its |the |has\b|texts? of\b|\.\.\.$|with$|Discordia$)/
/** What a cell writes before a name, and after it. */
const ROLE =
  /^(?:(?:search|text)box(?:es)?:?|tabs:|buttons?:?|links?:?|dropdown|checkbox|form|or|and) | \((?:header|footer|disabled)\)$/g

const ROOT = join(import.meta.dirname, '../..')

/** Quotation marks around a value would end the quotation around the text. */
const unquoted = (text: string): string => text.replaceAll(/"(\{\w+\})"/g, '“$1”')

const textsOf = (texts: Texts): string[] =>
  Object.values(texts).flatMap((text) =>
    typeof text === 'string'
      ? [unquoted(text.replaceAll(/\{\{(\w+)\}\}/g, '{$1}'))]
      : textsOf(text),
  )

function namesIn(section: string, body: string): string[] {
  const rows = [...body.matchAll(/^\|(.*)\|$/gm)].map(([, row = '']) => row.split('|'))
  return rows
    .slice(2)
    .flatMap((cells) => cells.slice(section === '10.15' ? 1 : 2))
    .flatMap((cell) => cell.trim().split(/; |, | \/ | or (?=Join)/))
    .map((name) => name.replaceAll(ROLE, '').replaceAll('"', '').trim())
    .filter((name) => name !== '' && !DESCRIBED.test(name))
}

/** The sections of a document that promise texts, each with its texts. */
function promisedBy(file: string): [section: string, texts: string[]][] {
  const document = readFileSync(join(ROOT, 'docs/behaviour', file), 'utf8')
  return document
    .split(/^### /m)
    .slice(1)
    .map((each) => {
      const [section = ''] = each.split(' ', 1)
      const body = unquoted(each.replaceAll(/`[^`]*`/g, ''))
      const quoted = [...body.replaceAll(/\n\s*/g, ' ').matchAll(/"([^"]+)"/g)]
      const hasNames = /^10\.([5-9]|1\d)$/.test(section)
      const texts = [
        ...quoted.map(([, text = '']) => text),
        ...(hasNames ? namesIn(section, body) : []),
      ].filter((text) => !OTHERS.has(text))
      return [section, texts.flatMap((text) => COMPOSED[text] ?? [text])]
    })
}

/** A promised text that ends with a colon is followed by what the server says. */
const isThere = (text: string, texts: readonly string[]): boolean =>
  texts.some((one) => one === text || (text.endsWith(':') && one.startsWith(`${text} {`)))

const missingIn = (file: string, all: Texts): string[] =>
  promisedBy(file).flatMap(([section, promised]) => {
    const texts = textsOf(
      Object.fromEntries((AREAS[section] ?? []).map((area) => [area, all[area] ?? {}])),
    )
    return promised.filter((text) => !isThere(text, texts)).map((text) => `${section}: ${text}`)
  })

test.each(['site.md', 'calls.md', 'names.md'])('every text that %s promises is there', (file) => {
  expect(missingIn(file, english)).toEqual([])
})

test('the promises are read from the documents', () => {
  const promised = ['site.md', 'calls.md', 'names.md'].flatMap(promisedBy)
  const texts = promised.flatMap(([, each]) => each)
  expect(texts.length).toBeGreaterThan(300)
  expect(texts).toEqual(
    expect.arrayContaining([
      'You currently have no groups.',
      'Are you sure you want to delete “{entry_title}”?',
      "You left the group '{group_name}'.",
      ' A type is required to create an Item.',
      'Order Details',
      'Cancel invitation for {username}',
    ]),
  )
})

describe('a promised text is missing', () => {
  const { dashboard, toast, glossary, register } = english

  test.each<[file: string, missing: string, texts: Texts]>([
    [
      'site.md',
      '2.15: You currently have no groups.',
      { ...english, dashboard: { ...dashboard, no_groups: 'You have no groups.' } },
    ],
    [
      'calls.md',
      "8.3: You left the group '{group_name}'.",
      { ...english, toast: { ...toast, group_left: "You left the group '{{name}}'." } },
    ],
    [
      'site.md',
      '5.10:  A type is required to create an Item.',
      {
        ...english,
        glossary: { ...glossary, type_required: 'A type is required to create an Item.' },
      },
    ],
    [
      'names.md',
      '10.15: Confirm Password',
      { ...english, register: { ...register, confirm_password: 'Confirm password' } },
    ],
  ])('from %s when it has another wording: %s', (file, missing, texts) => {
    expect(missingIn(file, texts)).toContain(missing)
  })
})
