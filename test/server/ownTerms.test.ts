import { OWN_TERMS_MAX } from '#contract/richTextLimits.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

serverTests('names of own entries under review on %s (behaviour 12.12)', (server) => {
  test('are for their author alone, with the first line of their texts, while they wait', async () => {
    const [mara, olwen] = [await server.addUser('Mara'), await server.addUser('Olwen')]
    const type_id = await addGlossaryType(server, 'Places')
    const waiting = { type_id, approved_at: null }
    const add = (title: string, over: object) =>
      addEntry(server, mara.id, title, { ...waiting, ...over }, { Text: `About ${title}` })
    const id = await add('Old Mill', {})
    await add('Ash Keep', { approved_at: 1 })
    await add('Sunken Road', { rejected_at: 1 })
    await addEntry(server, olwen.id, 'Tall Tower', waiting)
    const list = async (headers: object) => {
      const answer = await server.app.inject({ url: '/api/terms/own/', headers: { ...headers } })
      return {
        status: answer.statusCode,
        cache: answer.headers['cache-control'],
        terms: answer.json(),
      }
    }
    const { cache, terms } = await list(mara.auth)
    expect(cache).toContain('no-store')
    expect(terms).toEqual([
      {
        ...{ kind: 'glossary', id, title: 'Old Mill', label: 'Places', text: 'About Old Mill' },
        ...{ image: null, mentioned_in: [] },
      },
    ])
    expect((await list({})).status).toBe(401)

    for (let n = 0; n < OWN_TERMS_MAX; n++) await add(`Mill ${n}`, {})
    const many = (await list(mara.auth)).terms
    expect(many).toHaveLength(OWN_TERMS_MAX)
    expect(many[0].title).toBe('Old Mill')
  })
})
