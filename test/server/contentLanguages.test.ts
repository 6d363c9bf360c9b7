import { rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { collected } from '#server/compose/collect.ts'
import { firstHead } from '#server/http/plugins/pageHead.ts'
import { contentHead } from '#server/modules/content/pageHead.ts'
import { format as contentsFormat } from '#server/modules/content/transfer.ts'
import { entryHead } from '#server/modules/glossary/siteRoutes.ts'
import { linkTexts } from '#server/modules/linking/linker.ts'
import { format as rulesFormat } from '#server/modules/rules/transfer.ts'
import { writeExport } from '#server/transfer/exports.ts'
import { BadFile } from '#server/transfer/reading.ts'
import { exportArea, importArea } from '#server/transfer/transfer.ts'
import { addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const FORMATS = { contents: contentsFormat, rules: rulesFormat }
const news = { kind: 'news', title: 'We open', short_description: 'Come in.', description: 'Soon.' }
const neues = { ...news, title: 'Wir öffnen', language: 'de' }
const rule = { kind: 'quick', title: 'Your turn' }

const env = { LANGUAGES: 'en,de' }
deskTests('languages of texts on %s', { engines: bothEngines, env }, (server) => {
  beforeEach(() => server.empty())
  const [ada] = staffOf(server, 'Ada')

  const site = async (path: string) => (await server.app.inject(`/api${path}`)).json()
  const made = async (body: object, resource = 'contents'): Promise<number> => {
    const response = await ada.post(`/${resource}`, body)
    expect([response.statusCode, response.body]).toEqual([201, response.body])
    return response.json().id
  }
  const published = async (body: object): Promise<number> => {
    const id = await made(body)
    await ada.post(`/contents/${id}/publish`)
    return id
  }
  const refusal = async (path: string, body: object) => {
    const response = await ada.put(path, body)
    return [response.statusCode, response.json().errors?.[0]?.attr]
  }

  test('an article has a language on the site only where it is not the main one', async () => {
    const [plain, english, german] = [
      await published(news),
      await published({ ...news, language: 'en' }),
      await published(neues),
    ]
    const list: { id: number; language?: string }[] = await site('/contents/active')
    const languages = new Map(list.map((one) => [one.id, 'language' in one ? one.language : '-']))
    expect([plain, english, german].map((id) => languages.get(id))).toEqual(['-', '-', 'de'])
    expect(await site(`/contents/get/${german}`)).toMatchObject({ id: german, language: 'de' })
    const kept = await ada.put(`/contents/${german}`, { ...neues, language: undefined })
    expect(kept.json().language).toBe('de')
    const cleared = await ada.put(`/contents/${german}`, { ...neues, language: null })
    expect('language' in cleared.json()).toBe(false)
  })

  test('a language is two letters', async () => {
    for (const language of ['deu', 'DE', ''])
      expect((await ada.post('/contents', { ...news, language })).statusCode).toBe(400)
  })

  test('articles that are translations of each other name each other once both are published', async () => {
    const english = await published(news)
    const german = await made({ ...neues, translation_of: english })
    expect((await ada.get(`/contents/${english}`)).json().translation_of).toBe(german)
    expect('translations' in (await site(`/contents/get/${english}`))).toBe(false)
    await ada.post(`/contents/${german}/publish`)
    const translations = async (id: number) => (await site(`/contents/get/${id}`)).translations
    expect(await translations(english)).toEqual([
      { language: 'de', id: german, label: 'Auch auf Deutsch' },
    ])
    expect(await translations(german)).toEqual([
      { language: 'en', id: english, label: 'Also in English' },
    ])
    expect(JSON.stringify(await site('/contents/active'))).not.toContain('translations')

    await ada.put(`/contents/${german}`, { ...neues, translation_of: null })
    expect(await translations(english)).toBeUndefined()
    await ada.put(`/contents/${german}`, { ...neues, translation_of: english })
    await ada.post(`/contents/${german}/unpublish`)
    expect(await translations(english)).toBeUndefined()
    await ada.remove(`/contents/${german}`)
    expect('translation_of' in (await ada.get(`/contents/${english}`)).json()).toBe(false)
  })

  test('there is one translation of each language, of the same kind', async () => {
    const [english, german] = [await made(news), await made(neues)]
    const path = `/contents/${german}`
    await ada.put(path, { ...neues, translation_of: english })
    expect(await refusal(path, { ...neues, language: null })).toEqual([409, 'language'])
    expect(await refusal(path, { ...neues, language: 'en' })).toEqual([409, 'language'])
    const other = await made(neues)
    const own = `/contents/${other}`
    expect(await refusal(own, { ...neues, translation_of: english })).toEqual([
      409,
      'translation_of',
    ])
    expect(await refusal(own, { ...neues, translation_of: other })).toEqual([409, 'translation_of'])
    expect(await refusal(own, { ...neues, translation_of: 99_999 })).toEqual([
      400,
      'translation_of',
    ])
    const icelandic = await ada.put(own, { ...neues, language: 'is', translation_of: german })
    expect(icelandic.json()).toMatchObject({ language: 'is', translation_of: english })
    const [basic, quick] = [
      await made({ kind: 'basic', title: 'A' }, 'rule-entries'),
      await made(rule, 'rule-entries'),
    ]
    expect(
      await refusal(`/rule-entries/${quick}`, { ...rule, language: 'de', translation_of: basic }),
    ).toEqual([409, 'translation_of'])
  })

  test('rules name their translations in the lists', async () => {
    const english = await made(rule, 'rule-entries')
    const german = await made(
      { ...rule, title: 'Du bist dran', language: 'de', translation_of: english },
      'rule-entries',
    )
    expect(await site('/rules/quick-entries/')).toMatchObject([
      { id: english, translations: [{ language: 'de', id: german }] },
      { id: german, language: 'de', translations: [{ language: 'en', id: english }] },
    ])
    await ada.remove(`/rule-entries/${german}`)
    const [left] = await site('/rules/quick-entries/')
    expect('translations' in left).toBe(false)
  })

  test('search hits, cards of terms, heads of pages and feeds say the language', async () => {
    const type_id = await addGlossaryType(server, 'Places')
    const entry = await made(
      { title: 'Der Hafen', type_id, description: 'Ein Ort.', language: 'de' },
      'glossary-entries',
    )
    const article = await published({ ...neues, description: 'Am Hafen.' })
    const { groups } = await site('/search/?q=hafen')
    expect(groups).toMatchObject([
      { kind: 'entry', hits: [{ id: entry, language: 'de' }] },
      { kind: 'news', hits: [{ id: article, language: 'de' }] },
    ])
    expect(await site('/glossary/entries/')).toMatchObject([{ id: entry, language: 'de' }])
    expect(await site(`/terms/glossary/${entry}`)).toMatchObject({ language: 'de' })
    const headOf = firstHead(contentHead(server.deps), entryHead(server.deps))
    const tags = async (path: string, query = '') =>
      (await headOf({ path, query: new URLSearchParams(query), language: 'en' }))?.tags
    const locale = '<meta property="og:locale" content="de_DE" data-page="">'
    expect(await tags(`/discordia/news/${article}`)).toContain(locale)
    expect(await tags(`/discordia/news/${article}`)).toContain('"inLanguage":"de"')
    expect(await tags('/discordia/world', `entry=${entry}`)).toContain(locale)
    expect(await tags(`/discordia/news/${await published(news)}`)).not.toMatch(/locale|inLang/)
    const feed = (await server.app.inject('/api/contents/news.atom')).body
    expect(feed.match(/<entry[^>]*>/g)).toEqual(['<entry>', '<entry xml:lang="de">'])
  })

  const titles = async (path: string) =>
    (await site(path)).map(({ title }: { title: string }) => title)
  const hits = async (query: string) => {
    const { groups, suggestions } = await site(`/search/?${query}`)
    const found = groups.flatMap((group: { hits: { title: string }[] }) => group.hits)
    return { titles: found.map(({ title }: { title: string }) => title), suggestions }
  }

  test('articles in two languages are one row of each list in a language, and two without', async () => {
    const icelandic = await published({ ...news, title: 'Á íslensku', language: 'is' })
    const english = await published(news)
    const german = await published({ ...neues, translation_of: english })
    const both = [neues.title, news.title]
    for (const list of ['active', 'latest']) {
      expect(await titles(`/contents/${list}`)).toEqual([...both, 'Á íslensku'])
      expect(await titles(`/contents/${list}?language=de`)).toEqual([neues.title, 'Á íslensku'])
      expect(await titles(`/contents/${list}?language=en`)).toEqual([news.title, 'Á íslensku'])
      expect(await titles(`/contents/${list}?language=fr`)).toHaveLength(3)
    }
    expect(await titles(`/contents/getNext/${icelandic}`)).toEqual(both)
    expect(await titles(`/contents/getNext/${icelandic}?language=de`)).toEqual([neues.title])
    expect(await titles(`/contents/getNext/${german}?language=en`)).toEqual(['Á íslensku'])
    expect(await hits('q=e&language=en')).toMatchObject({ titles: [] })
    expect((await hits('q=we')).titles).toEqual([news.title])
    expect((await hits('q=offnen&language=en')).titles).toEqual([])
    expect((await hits('q=offnem')).suggestions).toEqual([neues.title])
    expect((await hits('q=offnem&language=en')).suggestions).toEqual([])

    await ada.post(`/contents/${english}/unpublish`)
    expect(await titles('/contents/active?language=en')).toEqual([neues.title, 'Á íslensku'])
  })

  test('a text in two languages mentions an entry once in a language', async () => {
    const type_id = await addGlossaryType(server, 'Places')
    const entry = await made({ title: 'Harrow', type_id, description: 'x' }, 'glossary-entries')
    const english = await published({ ...news, description: 'In Harrow.' })
    await published({ ...neues, description: 'In Harrow.', translation_of: english })
    await linkTexts(server.deps, collected.links)
    const mentions = async (query: string) =>
      (await site(`/terms/glossary/${entry}${query}`)).mentioned_in.map(
        ({ title }: { title: string }) => title,
      )
    expect((await mentions('')).toSorted()).toEqual([neues.title, news.title].toSorted())
    expect(await mentions('?language=en')).toEqual([news.title])
    expect(await mentions('?language=fr')).toHaveLength(2)
  })

  test('events in two languages are one row of each list in a language', async () => {
    const times = { starts_at: '2027-07-03T17:00:00Z', ends_at: '2027-07-03T20:00:00Z' }
    const kinds = { kind: 'event', event_scope: 'National', event_type: 'Offline' }
    const event = { ...news, ...kinds, ...times }
    const english = await published(event)
    await published({ ...event, title: 'Fest', language: 'de', translation_of: english })
    expect(await titles('/contents/activeEvents')).toEqual([news.title, 'Fest'])
    expect(await titles('/contents/activeEvents?language=de')).toEqual(['Fest'])
    const feed = async (file: string) => (await server.app.inject(`/api/contents/${file}`)).body
    expect((await feed('events.ics')).match(/BEGIN:VEVENT/g)).toHaveLength(2)
    const german = await feed('events.ics?language=de')
    expect(german.match(/SUMMARY:.*/g)).toEqual(['SUMMARY:Fest'])
    expect(german).toMatch(/SOURCE[^:]*:\S+events\.ics\?language=de/)
    expect((await feed('events.atom')).match(/<entry/g)).toHaveLength(2)
    const atom = await feed('events.atom?language=de')
    expect(atom.match(/<entry[^>]*>/g)).toEqual(['<entry>'])
    expect(atom).toMatch(/<feed [^>]*xml:lang="de">/)
    expect(atom).toMatch(/<id>\S+events\.atom\?language=de<\/id>/)
  })

  test('a newcomer is shown an event in two languages once, in the own language', async () => {
    const times = { starts_at: '2027-07-03T17:00:00Z', ends_at: '2027-07-03T20:00:00Z' }
    const kinds = { kind: 'event', event_scope: 'National', event_type: 'Offline', seats: 3 }
    const english = await published({ ...news, ...kinds, ...times })
    await published({ ...neues, ...kinds, ...times, translation_of: english })
    const mara = await server.addUser('Mara')
    const shown = async () =>
      (await server.app.inject({ url: '/api/users/next/', headers: mara.auth }))
        .json()
        .first_steps.events.map(({ title }: { title: string }) => title)
    expect(await shown()).toEqual([news.title])
    await server.update('users', { id: mara.id }, { language: 'de' })
    expect(await shown()).toEqual([neues.title])
  })

  test('rules in two languages are one row in a language, and the next rule is in it', async () => {
    const first = await made(rule, 'rule-entries')
    const german = { ...rule, title: 'Du bist dran', language: 'de', translation_of: first }
    const second = await made(german, 'rule-entries')
    const last = await made({ ...rule, title: 'Turning back' }, 'rule-entries')
    const rows = async (query: string) =>
      (await site(`/rules/quick-entries/?${query}`)).map(
        ({ id, nextId }: { id: number; nextId: number | null }) => [id, nextId],
      )
    expect(await rows('')).toEqual([
      [first, second],
      [second, last],
      [last, null],
    ])
    expect(await rows('language=en')).toEqual([
      [first, last],
      [last, null],
    ])
    expect(await rows('language=de')).toEqual([
      [second, last],
      [last, null],
    ])
    expect(await rows('language=en&search=dran')).toEqual([])
    expect(await rows('language=en&search=turn')).toEqual(await rows('language=en'))
    const near = await server.app.inject('/api/rules/quick-entries/?search=bust+dran&language=en')
    expect(near.headers['x-suggestions']).toBeUndefined()
    expect((await hits('q=turn&language=de')).titles).toEqual(['Turning back'])
    expect((await hits('q=turn')).titles).toEqual(['Turning back', 'Your turn'])
  })

  /** Imports run without the thread that the desk gives them. */
  async function transferred(area: keyof typeof FORMATS, file: string | object) {
    const path = typeof file === 'string' ? file : join(server.dataDir, 'file.json')
    if (typeof file === 'object') writeFileSync(path, JSON.stringify(file))
    const job = { area, path, name: basename(path), mapping: {}, actor: ada.user }
    return importArea(server.deps, FORMATS[area], { ...job, importer: ada.user.id }).catch(
      (error: unknown) => {
        if (error instanceof BadFile) return { problems: error.problems }
        throw error
      },
    )
  }
  const exported = async (area: keyof typeof FORMATS) =>
    (await exportArea(server.deps, FORMATS[area])) as { entries: Record<string, unknown>[] }

  test('files carry languages, and which texts are translations of one another', async () => {
    const english = await published(news)
    await published({ ...neues, translation_of: english })
    await made({ ...rule, language: 'de' }, 'rule-entries')
    const [contents, rules] = [await exported('contents'), await exported('rules')]
    const [first, second] = contents.entries
    expect([first?.['language'], second?.['language']]).toEqual([undefined, 'de'])
    expect(first?.['translation']).toBe(second?.['translation'])
    await server.empty()
    Object.assign(ada, await server.staff('Ada'))
    await transferred('contents', contents)
    await transferred('rules', rules)
    expect([await exported('contents'), await exported('rules')]).toEqual([contents, rules])

    const { translation: _, language: __, ...silent } = second ?? {}
    expect(await transferred('contents', { ...contents, entries: [silent] })).toMatchObject({
      unchanged: 1,
    })
    const twice = { ...contents, entries: [first, { ...second, language: null }] }
    expect(await transferred('contents', twice)).toMatchObject({
      problems: [{ place: 'entries[1] "wir-offnen".translation' }],
    })
  })

  test.each([
    ['csv', 'a.csv'],
    ['markdown', 'a.zip'],
  ] as const)('an export as %s carries languages', async (form, name) => {
    await published(neues)
    const path = join(server.dataDir, name)
    await writeExport(server.deps, contentsFormat, { form, path })
    await server.empty()
    Object.assign(ada, await server.staff('Ada'))
    await transferred('contents', path)
    expect((await ada.get('/contents')).json()).toMatchObject([
      { title: neues.title, language: 'de' },
    ])
    rmSync(path)
  })
})
