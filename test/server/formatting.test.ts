import { LONG_TEXT_MAX } from '#contract/fields.ts'
import { SUB_ENTRIES_MAX } from '#contract/formatting.ts'
import type { GlossarySubEntry } from '#contract/glossary.ts'
import {
  addGlossaryType,
  decide,
  entryForm,
  glossaryCalls,
} from '#test/helpers/fixtures/glossary.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { engines, startServer, type TestUser } from '#test/helpers/server/startServer.ts'

const strong = (text: string) => [{ type: 'paragraph', runs: [{ text, strong: true }] }]

serverTests('texts of members with light formatting on %s', (server) => {
  let mara: TestUser
  beforeEach(async () => {
    await server.empty()
    mara = await server.addUser('Mara')
  })

  const call = (method: 'POST' | 'PUT' | 'GET', path: string, payload?: object) =>
    server.app.inject({
      method,
      url: `/api${path}`,
      headers: mara.auth,
      ...(payload && { payload }),
    })
  const preview = (texts: readonly string[]) => call('POST', '/texts/preview/', { texts })

  test('are previewed in the order of the texts; a text without formatting has no tree', async () => {
    const shown = await preview(['**Loud**', 'As typed.\nTwice.', '', '[x](javascript:alert(1))'])
    expect([shown.statusCode, shown.json()]).toEqual([
      200,
      { trees: [strong('Loud'), null, null, null] },
    ])
  })

  test.each([
    ['no texts', [], 'wrong_count texts'],
    ['too many texts', Array(SUB_ENTRIES_MAX + 1).fill('x'), 'wrong_count texts'],
    ['a text that no field takes', ['x'.repeat(LONG_TEXT_MAX + 1)], 'too_long texts.0'],
    ['more than an entry may have', Array(6).fill('x'.repeat(LONG_TEXT_MAX)), 'too_long texts'],
    ['characters that nobody sees', ['a\u0000b'], 'bad_text texts'],
  ])('are not previewed if there are %s', async (_what, texts, error) => {
    const refused = await preview(texts)
    const [first] = refused.json().errors
    expect([refused.statusCode, `${first.code} ${first.attr}`]).toEqual([400, error])
  })

  test('on the page of a group have trees beside them', async () => {
    const { id } = (await call('POST', '/rpggroups/create/', { name: 'Ravens' })).json()
    const [group] = (await call('GET', '/rpggroups/list')).json()
    const path = `/rpggroups/page/${id ?? group.id}`
    const texts = { purpose: '**We fly**', note: 'Bring dice', talk_url: null }
    const saved = (await call('PUT', path, { ...texts, version: 0 })).json()
    expect(saved).toMatchObject({ purpose: '**We fly**', purpose_rich: strong('We fly') })
    expect(saved).not.toHaveProperty('note_rich')
    const read = (await call('GET', path)).json()
    expect(read.purpose_rich).toEqual(saved.purpose_rich)
  })

  describe('of an entry', () => {
    const glossary = () => glossaryCalls(server, mara)
    async function create(more: Record<string, string>) {
      const entry_type = await addGlossaryType(server, 'Places')
      return glossary().create(entryForm({ title: 'Halm', entry_type, ...more }))
    }
    async function sectionOf(more: Record<string, string>) {
      const { id } = (await create(more)).json()
      const sent = await glossary().extend(id, [{ title: 'Walls', content: '**Old**' }])
      const [written] = sent.json<GlossarySubEntry[]>()
      const [read] = (await glossary().sections(id)).json<GlossarySubEntry[]>()
      expect(read).toEqual(written)
      return { id, section: read }
    }

    test('are formatted if its form requests it', async () => {
      const { id, section } = await sectionOf({ format: 'light' })
      expect(section).toMatchObject({ content: '**Old**', content_rich: strong('Old') })
      const [pending] = await glossary().entries({ showMyEntries: 'true' })
      expect(pending).toMatchObject({ excerpt: 'Old' })
      expect(pending).not.toHaveProperty('format')
      await decide(server, id, 'rejected_at')
      const [rejected] = await glossary().entries({ showMyEntries: 'true' })
      expect(rejected).toMatchObject({ format: 'light' })
    })

    test.each<Record<string, string>>([{}, { format: 'plain' }])(
      'are shown as typed with %j',
      async (more) => {
        const { id, section } = await sectionOf(more)
        expect(section).not.toHaveProperty('content_rich')
        await decide(server, id, 'rejected_at')
        const [rejected] = await glossary().entries({ showMyEntries: 'true' })
        expect(rejected).not.toHaveProperty('format')
      },
    )

    test('follow the last of two first calls', async () => {
      const entry_type = await addGlossaryType(server, 'Places')
      const form = (more: object) => entryForm({ title: 'Halm', entry_type, ...more })
      const first = (await glossary().create(form({ format: 'light' }))).json()
      const second = (await glossary().create(form({}))).json()
      expect(second).toEqual(first)
      const sent = await glossary().extend(first.id, [{ title: 'Walls', content: '**Old**' }])
      expect(sent.json()[0]).not.toHaveProperty('content_rich')
    })

    test.each(['markdown', 'LIGHT', ''])('refuse the format %j', async (format) => {
      const refused = await create({ format })
      const errors = refused
        .json()
        .errors.map(({ code, attr }: Record<string, string>) => [code, attr])
      expect([refused.statusCode, errors]).toEqual([400, [['invalid_choice', 'format']]])
      expect(await glossary().entries({ showMyEntries: 'true' })).toEqual([])
    })
  })
})

test.each(engines)('a member previews 60 times a minute on %s', async (engine) => {
  const server = await startServer(engine, { RATE_LIMITS: 'on' })
  try {
    const { auth: headers } = await server.addUser('Mara')
    const ask = { method: 'POST', url: '/api/texts/preview/', headers } as const
    const send = async () =>
      (await server.app.inject({ ...ask, payload: { texts: ['x'] } })).statusCode
    const responses: number[] = []
    for (let at = 0; at < 61; at++) responses.push(await send())
    expect(responses).toEqual([...Array(60).fill(200), 429])
  } finally {
    await server.close()
  }
})
