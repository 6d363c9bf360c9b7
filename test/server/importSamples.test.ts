import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importSamples, SAMPLES_FOLDER } from '#test/helpers/fixtures/importSamples.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'
import { unzipped } from '#test/helpers/server/unzipped.ts'

const fileOf = (name: string): Buffer => readFileSync(join(SAMPLES_FOLDER, name))
const names = readdirSync(SAMPLES_FOLDER)

test('samples are as they are made (if not: node test/helpers/fixtures/importSamples.ts)', async () => {
  const made = await importSamples()
  expect(names.toSorted()).toEqual(Object.keys(made).toSorted())
  // Archives have times of a zone, and compressed bytes differ by version.
  const contents = async (bytes: Buffer) =>
    bytes.subarray(0, 2).toString() === 'PK' ? unzipped(bytes) : bytes.toString()
  for (const [name, bytes] of Object.entries(made))
    expect([name, await contents(fileOf(name))]).toEqual([name, await contents(bytes)])
})

type Entry = { title: string; description?: string; sub_entries: { content: string }[] }

deskTests('the samples of imports on %s', { engines: bothEngines }, (server) => {
  beforeEach(() => server.empty())
  const [ada] = staffOf(server, 'Ada')

  const CASES = ['glossary', 'rules'].flatMap((area) =>
    names
      .filter((name) => !/^(contents|rules|glossary)\./.test(name) || name === `${area}.json`)
      .map((name) => [name, area] as const),
  )
  const send = async (call: string, name: string) =>
    (await ada.transfer(call, fileOf(name), name)).json()

  test.each(CASES)(
    '%s arrives in the %s without a loss, once, and an undo leaves nothing',
    async (name, area) => {
      const checked = await send(`${area}/check`, name)
      const report = await send(area, name)
      expect(report).toMatchObject({
        problems: [],
        losses: [],
        fates: { new: 3 },
        added: checked.added,
      })
      const list = area === 'rules' ? '/rule-entries' : '/glossary-entries'
      const entries: Entry[] = (await ada.get(`${list}?range=[0,9]`)).json()
      const titles = entries.map(({ title }) => title)
      expect(titles.toSorted()).toEqual(['Jörn Zwirn', 'The Crooked Mühle', 'Weighing Day'])
      const mill = entries.find(({ title }) => title.endsWith('Mühle'))
      const text = [mill?.description, ...(mill?.sub_entries ?? []).map(({ content }) => content)]
      expect(text.join('\n')).toContain('[Jörn Zwirn](/discordia/')
      expect(text.join('\n')).toContain('| Buckwheat | 9 | all of them |')
      const hasPicture = /^(markdown|document|kanka|foundry)/.test(name)
      expect(/!\[The mill leans[^\]]*\]\(\/api\/files\//.test(text.join('\n'))).toBe(hasPicture)
      expect(await send(area, name)).toMatchObject({ added: 0, changed: 0 })
      const [{ id }] = (await ada.get('/imports')).json()
      const undone = (await ada.post(`/imports/${id}/undo`)).json()
      expect(undone).toEqual({ undone: report.added, kept: [] })
      expect((await ada.get(list)).json()).toEqual([])
    },
  )

  test.each(CASES.filter(([name, area]) => area === 'rules' && !name.endsWith('.json')))(
    '%s is news, too: drafts of one text',
    async (name) => {
      expect(await send('contents', name)).toMatchObject({ added: 3, problems: [] })
      const all: { state: string; title: string; description: string }[] = (
        await ada.get('/contents')
      ).json()
      expect(all.map(({ state }) => state)).toEqual(['draft', 'draft', 'draft'])
      const mill = all.find(({ title }) => title.endsWith('Mühle'))?.description
      expect(mill).toMatch(/^# .+\n[\s\S]*\n\| Buckwheat \|/m)
      expect(mill).toContain('[Jörn Zwirn](/discordia/news/')
    },
  )

  test.each(['contents.csv', 'contents.json'])(
    '%s arrives as news, an event and a draft, without a loss',
    async (name) => {
      const report = (await ada.transfer('contents', fileOf(name), name)).json()
      expect(report).toMatchObject({ problems: [], losses: [], fates: { new: 3 } })
      const rows: { title: string; description: string }[] = (await ada.get('/contents')).json()
      const titled = (title: string) => rows.find((row) => row.title === title)
      expect(titled('The Mühle has new scales')).toMatchObject({ kind: 'news', state: 'published' })
      expect(titled('A word about the roof')).toMatchObject({ kind: 'news', state: 'draft' })
      const day = titled('Weighing Day')
      expect(day).toMatchObject({ kind: 'event', location: 'The Crooked Mühle' })
      expect(day?.description).toContain('[new scales](/discordia/news/')
    },
  )
})
