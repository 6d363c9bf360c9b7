import { readKanka } from '#server/transfer/sources/kanka/read.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { sourceFiles, withTexts } from '#test/helpers/server/sourceFiles.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const options = { engines: bothEngines, env: { LANGUAGES: 'de,en' } }

deskTests('names that imports give, on %s', options, (server) => {
  test('are in the main language of the site, of whatever language the desk is', async () => {
    const ada = await server.staff('Ada')
    const table = Buffer.from('Title,Text,\nMühle,An old one,Deep water\n')
    await ada.transfer('glossary', table, 'towns.csv')
    const { db } = server.deps
    const all = (name: 'glossary_types' | 'glossary_sub_entries') =>
      db.selectFrom(name).selectAll().execute()
    expect(await all('glossary_types')).toMatchObject([{ name: 'Sonstiges' }])
    expect(await all('glossary_sub_entries')).toMatchObject([{ title: 'Spalte 3' }])
  })
})

test('words of a campaign that its export does not have are in that language, too', async () => {
  const traits = [{ name: 'Haar', entry: 'grau', section_id: 1 }]
  const mara = { id: 1, name: 'Mara', location_id: 2, characterTraits: traits, entity: { id: 1 } }
  const files = sourceFiles({
    'campaign.json': { id: 1 },
    'characters/mara.json': mara,
    'locations/graz.json': { id: 2, name: 'Graz', entity: { id: 2 } },
  })
  const { entries } = withTexts(await readKanka(files, 'de'))
  expect(entries[0]?.sections).toMatchObject([
    { title: 'Aussehen' },
    { title: 'Beziehungen', content: '- Ort: [Graz](entry:2)' },
  ])
})
