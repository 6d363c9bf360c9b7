import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { collected } from '#server/compose/collect.ts'
import type downloads from '#server/db/seed/demo/en/downloads.json'
import { seedDemo, seedStarter } from '#server/db/seed/index.ts'
import { linkTexts } from '#server/modules/linking/linker.ts'
import { adminOf } from '#test/helpers/server/admin.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

const SEED = join(import.meta.dirname, '../../server/db/seed')
const languages = (seed: string) => readdirSync(join(SEED, seed)).filter((name) => name !== 'en')
const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(SEED, ...path), 'utf8'))
/** A seed, a language and one of its files. */
const FILES = ['demo', 'starter'].flatMap((seed) =>
  languages(seed).flatMap((language) =>
    readdirSync(join(SEED, seed, language)).map((name) => [seed, language, name] as const),
  ),
)

/** Fields of whole sentences, which no two languages share. */
const SENTENCES = new Set([
  ...['short_description', 'description', 'content', 'rejection_reason', 'recap', 'message'],
  ...['purpose', 'note', 'access'],
])
/** Further fields whose words may differ. */
const WORDS = new Set([
  ...['title', 'name', 'display_name', 'download_file_name', 'file', 'captions', 'video_title'],
  ...['event', 'group', 'location', 'place', 'rhythm', 'plays', 'content_notes', 'notes', 'text'],
  ...['answers', 'comments', 'city', 'new_name', 'languages', 'event_kind'],
  ...['system', 'language'],
])

/** What a file has besides its words: an empty text stays empty. */
function shapeOf(value: unknown, field = ''): unknown {
  if (typeof value === 'string')
    return SENTENCES.has(field) || WORDS.has(field) ? value !== '' : value
  if (Array.isArray(value)) return value.map((one) => shapeOf(one, field))
  if (typeof value !== 'object' || value === null) return value
  // Names bend differently in each language.
  const fields = Object.entries(value).filter(([name]) => name !== 'aliases')
  return Object.fromEntries(
    fields.map(([name, part]) => [name, shapeOf(part, field === 'comments' ? field : name)]),
  )
}

/** The sentences of a file. */
function sentencesOf(value: unknown, field = ''): string[] {
  if (typeof value === 'string') return value !== '' && SENTENCES.has(field) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => sentencesOf(part, name))
}

const textsFile = ([, , name]: (typeof FILES)[number]) => name === 'texts.json'

test.each(FILES.filter((file) => !textsFile(file)))(
  'the %s in %s has the same %s as the English one, in other words',
  (seed, language, name) => {
    const [own, english] = [read(seed, language, name), read(seed, 'en', name)]
    expect(shapeOf(own)).toEqual(shapeOf(english))
    const known = new Set(sentencesOf(english))
    expect(sentencesOf(own).filter((sentence) => known.has(sentence))).toEqual([])
  },
)

test.each(FILES.filter(textsFile))(
  'the %s in %s changes the same texts as the English one',
  (seed, language, name) => {
    const namesIn = (folder: string) => Object.keys(read(seed, folder, name) as object)
    expect(namesIn(language)).toEqual(namesIn('en'))
  },
)

const downloadLists = FILES.filter(([, , name]) => name === 'downloads.json')

test.each(downloadLists)(
  'each download of the %s in %s is a file of that language, and says of none that it is English',
  (seed, language, name) => {
    const { categories } = read(seed, language, name) as typeof downloads
    const files = categories.flatMap((category) => category.files)
    expect(files.length).toBeGreaterThan(0)
    const english = new Intl.DisplayNames(language, { type: 'language' }).of('en') ?? ''
    for (const { file, description } of files) {
      expect(file).toContain(`.${language}.`)
      expect(description ?? '').not.toContain(english)
      const bytes = readFileSync(join(SEED, 'files/downloads', file), 'latin1')
      if (file.endsWith('.pdf')) expect(bytes).toContain(`/Lang (${language})`)
    }
  },
)

serverTests('a seed in German on %s', (server) => {
  beforeEach(() => server.empty())

  const get = async (path: string) => (await server.app.inject(`/api${path}`)).json()
  const titlesOf = async (path: string) =>
    (await get(path)).map(({ title }: { title: string }) => title)

  test('is a demonstration with German news, and links between its terms', async () => {
    await seedDemo(server.deps, async () => 'hash', 'de')
    await linkTexts(server.deps, collected.links)
    expect(await titlesOf('/contents/active')).toContain('Das Glossar gehört auch dir')
    const { db } = server.deps
    const texts = await db.selectFrom('linked_texts').select(['kind', 'trees']).execute()
    const linked = texts.filter(({ trees }) => trees.includes('"term"'))
    const count = Map.groupBy(linked, ({ kind }) => kind)
    expect(count.get('glossary')?.length).toBeGreaterThan(50)
    expect(count.get('content')?.length).toBeGreaterThan(10)
  })

  test('is recognised by remove-demo, whatever the language', async () => {
    await seedDemo(server.deps, server.deps.passwords.hash, 'de')
    await server.addUser('Olwen', 'superuser')
    const { code, text } = await adminOf(server)('remove-demo', '--content')
    expect(code).toBe(0)
    for (const line of [
      'Removed 29 articles, with 24 registrations.',
      'Removed 98 rules.',
      'Removed 9 downloads.',
      'Removed 69 glossary entries.',
      'Removed 64 categories and types.',
    ])
      expect(text).toContain(line)
  })

  test('is the first things of a site in German words', async () => {
    await seedStarter(server.deps, 'de')
    expect(await titlesOf('/contents/active')).toEqual(['Willkommen auf unserer neuen Seite'])
    expect(await titlesOf('/rules/quick-entries/')).toEqual(['Tischregeln'])
    await server.deps.kit.reload()
    const leadIn = (language: string) =>
      server.deps.kit.current().in(language).texts.translation.contact.lead
    expect(leadIn('de')).toBe('Fragen oder Ideen? Schreib uns.')
    expect(leadIn('en')).toBe('Questions or ideas? Write to us.')
  })

  test('is English, and marked as such, in a language without a folder', async () => {
    await seedStarter(server.deps, 'xx')
    const { db } = server.deps
    expect(await db.selectFrom('contents').select(['title', 'language']).execute()).toEqual([
      { title: 'Welcome to our new site', language: 'en' },
    ])
  })
})
