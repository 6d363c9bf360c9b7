import { globSync, readFileSync } from 'node:fs'

/** The sections of docs/behaviour with fixed texts, which keep the marks that they have there. */
const specified = ['site', 'calls', 'look', 'names']
  .map((name) => readFileSync(`docs/behaviour/${name}.md`, 'utf8'))
  .join(' ')
  .replace(/\s+/g, ' ')
const isSpecified = (text: string) => specified.includes(text.replace(/\{\{(\w+)\}\}/g, '{$1}'))

/** What a language writes otherwise: its quotes, and those of others. */
const STRAY: Partial<Record<string, RegExp>> = {
  en: /„|“(?![^“]*”)|(?<!“[^”]*)”/,
  de: /”|„(?![^„]*“)|(?<!„[^“]*)“/,
}

function faultsOf(text: string, language: string): string[] {
  const straight = /['"]/.test(text) && !isSpecified(text)
  const stray = STRAY[language]?.test(text) ?? false
  return straight || stray ? [text] : []
}

const textsIn = (part: unknown): string[] =>
  typeof part === 'string' ? [part] : Object.values(part ?? {}).flatMap(textsIn)

const files = globSync('{locales,server/db/seed/demo}/{de,en}/**/*.{json,md}')

test.each(files)('%s has typographic apostrophes and the quotes of its language', (file) => {
  const text = readFileSync(file, 'utf8')
  const texts = file.endsWith('.md') ? text.split('\n') : textsIn(JSON.parse(text))
  // A letter in the demonstration has a mark at the beginning of each of its paragraphs.
  const language = file.startsWith('locales/') ? (file.split('/')[1] ?? '') : ''
  expect(texts.flatMap((one) => faultsOf(one, language))).toEqual([])
})

test('sentences in code have typographic apostrophes, too', () => {
  const sources = globSync('{contract,shared,kit,src,server,desk,scripts}/**/*.{ts,tsx}')
  const straight = sources.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
      .filter((line) => /[A-Za-z]'(?:d|ll|m|re|s|t|ve)\b/.test(line.replace(/ \/[/*] .*$/, '')))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(sources).toContain('server/admin/run.ts')
  expect(straight).toEqual([])
})

test('marks of a typewriter and of another language are found, fixed ones are not', () => {
  expect(faultsOf("It isn't “here”.", 'en')).toHaveLength(1)
  expect(faultsOf('Say "so".', 'fr')).toHaveLength(1)
  expect(faultsOf('Say „so“.', 'en')).toHaveLength(1)
  expect(faultsOf('Sag “so”.', 'de')).toHaveLength(1)
  expect(faultsOf('Sag „so.', 'de')).toHaveLength(1)
  expect(faultsOf('Sag „so“, oder „so“: es geht’s.', 'de')).toEqual([])
  expect(faultsOf("You left the group '{{group_name}}'.", 'en')).toEqual([])
})
