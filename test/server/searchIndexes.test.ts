import type { GlossaryTypeId, MemberId } from '#contract/ids.ts'
import { TOTAL_HEADER } from '#contract/lists.ts'
import { frequencies, matchFor, trigramsIn } from '#server/db/search.ts'
import { threadsOf } from '#server/db/sqliteDriver.ts'
import { overwriteErased } from '#server/db/waitingTexts.ts'
import { GLOSSARY } from '#server/modules/glossary/search.ts'
import { titledText } from '#server/text/keys.ts'
import { addEntries, addGlossaryType, glossaryCalls } from '#test/helpers/fixtures/glossary.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'
import { statementsOf } from '#test/helpers/server/statements.ts'

const WORDS =
  'harbour lantern keeper tower silver orchard harvest lanterns sea overseas aaaa aa 海の家 ÅÅ öl'.split(
    ' ',
  )
/** More than `TOTAL_CAP`, so that some words are in too many entries to be listed. */
const ENTRIES = 2400

serverTests('the index of the glossary on %s', { engines: bothEngines }, (server, engine) => {
  let author: MemberId
  let types: GlossaryTypeId[]
  const texts: { readonly title: string; readonly description: string; readonly type: number }[] =
    []
  beforeAll(async () => {
    author = (await server.addUser('mira')).id
    types = [await addGlossaryType(server, 'Places'), await addGlossaryType(server, 'Foods')]
    let seed = 7
    const word = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return WORDS[Math.floor((seed / 2_147_483_647) ** 2 * WORDS.length)] as string
    }
    for (let at = 0; at < ENTRIES; at++)
      texts.push({
        title: `${word()} ${word()} ${at}`,
        description: Array.from({ length: 6 }, word).join(' '),
        type: at % 7 === 0 ? 1 : 0,
      })
    await addEntries(server, author, ENTRIES, (at) => ({
      title: texts[at]?.title ?? '',
      description: texts[at]?.description ?? '',
      type_id: types[texts[at]?.type ?? 0] as GlossaryTypeId,
    }))
  }, 120_000)

  const found = async (search: string, type?: number) => {
    server.deps.responseCache.clear('glossary')
    const query = { search, ...(type !== undefined && { type: types[type] as GlossaryTypeId }) }
    const { headers, ...response } = await glossaryCalls(server).list({ ...query, limit: 100 })
    const titles = response.json<{ title: string }[]>().map(({ title }) => title)
    return { total: String(headers[TOTAL_HEADER]), titles }
  }

  test.each([
    'harbour',
    'arbou',
    'silver orchard',
    'orchard lantern',
    'verse',
    'aaa',
    'aaaa aaaa',
    '海の家',
    'oel',
    'tower 2',
    'harvest lanterns sea',
    'harbour harbour',
    'keeper 1234',
    'nowhere',
    'lantern lantern lantern lantern lantern',
  ])('finds %p wherever it is, in the order of titles, with each type', async (term) => {
    for (const type of [undefined, 0, 1]) {
      const rows = texts
        .filter((row) => type === undefined || row.type === type)
        .filter((row) => titledText(row.title, [row.description]).includes(term))
        .map(({ title }) => title)
      const { total, titles } = await found(term, type)
      expect([type, total]).toEqual([type, rows.length > 1000 ? '1000+' : String(rows.length)])
      expect(titles).toHaveLength(Math.min(100, rows.length))
      expect(rows).toEqual(expect.arrayContaining(titles))
      const keys = titles.map((title) => title.toLowerCase())
      if (/^[a-z0-9 ]*$/.test(keys.join('')))
        expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)))
    }
  })

  test('new texts are found by terms that were searched before', async () => {
    const titles = async () => (await found('lighthouse')).titles
    expect(await titles()).toEqual([])
    await addEntries(server, author, 1, () => ({
      type_id: types[1] as GlossaryTypeId,
      title: 'Lighthouse',
    }))
    expect(await titles()).toEqual(['Lighthouse'])
    const { db } = server.deps
    await db.deleteFrom('glossary_entries').where('title', '=', 'Lighthouse').execute()
    expect(await titles()).toEqual([])
  })

  if (engine === 'postgres') return

  test('SQLite is asked for the rarest trigrams of a long term, and for a short one as a whole', async () => {
    await server.deps.db.transaction().execute(async (tx) => {
      const long = await matchFor(tx, GLOSSARY.texts, 'tower silver orchard harvest')
      expect(long.isPhrase).toBe(false)
      const used = [...long.match.matchAll(/"([^"]+)"/g)].map(([, trigram]) => String(trigram))
      const all = trigramsIn('tower silver orchard harvest')
      const frequencyOf = await frequencies(tx, GLOSSARY.texts, all)
      const rarest = all.map(frequencyOf).toSorted((a, b) => a - b)
      expect(used.map(frequencyOf)).toEqual(rarest.slice(0, used.length))
      expect(await matchFor(tx, GLOSSARY.texts, 'sea')).toEqual({ match: '"sea"', isPhrase: true })
    })
  })

  test('searches read in threads, never on the one that serves', async () => {
    for (const path of ['glossary/entries/?search=', 'rules/entries/?search=', 'search/?q='])
      for (const term of ['harbour', 'aa', 'harbuor']) {
        await server.app.inject(`/api/${path}none`)
        const statements = await statementsOf(server, () =>
          server.app.inject(`/api/${path}${term}`),
        )
        expect([path, term, statements]).toEqual([path, term, []])
      }
  })

  test('more searches than may wait are refused, and the others are answered', async () => {
    server.deps.responseCache.clear('glossary')
    const asked = Array.from({ length: 700 }, (_, at) =>
      glossaryCalls(server).list({ search: `tower ${at}`, limit: 1 }),
    )
    const codes = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
    expect(new Set(codes)).toEqual(new Set([200, 503]))
    expect(codes.filter((code) => code === 200).length).toBeGreaterThan(500)
    expect((await found('harbour')).titles).not.toEqual([])
  })

  test('a read that fails says why, and the next one is answered', async () => {
    const threads = threadsOf(server.deps.db)
    const call = { module: import.meta.url, name: 'nothing', args: null }
    await expect(threads?.run(call)).rejects.toThrow()
    expect((await found('harbour')).titles).not.toEqual([])
  })

  test('parts of the indexes are merged', async () => {
    const { db } = server.deps
    for (let at = 0; at < 6; at++)
      await addEntries(server, author, 1, () => ({
        type_id: types[0] as GlossaryTypeId,
        title: `Part ${at}`,
      }))
    await overwriteErased(db)
    expect((await found('part 3')).titles).toEqual(['Part 3'])
  })
})
