import type { GlossaryTypeId, MemberId } from '#contract/ids.ts'
import type { EntryFilters } from '#server/modules/glossary/repository.ts'
import { listEntries, searchEntries } from '#server/modules/glossary/search.ts'
import { whoStayedAway } from '#server/modules/groups/past/siteRoutes.ts'
import { orderKeyIn, titleOrder } from '#server/text/alphabet.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const sorted = (language: string, titles: readonly string[]) => {
  const keyOf = titleOrder(language)
  return titles.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

describe('the alphabetical order', () => {
  test.each(['en', 'de'])('of %s is that of folded titles', (language) => {
    expect(orderKeyIn(language)).toBeNull()
  })

  test.each([
    ['en', ['Ähre', 'Ball', 'Öl', 'Omen', 'Zorn']],
    ['de', ['Ähre', 'Ball', 'Öl', 'Omen', 'Zorn']],
    ['sv', ['Alv', 'Zon', 'Åker', 'Ä', 'Älv', 'Ö']],
    ['is', ['Afl', 'Á', 'Dagur', 'Ð', 'Zeta', 'Þing', 'Ægir', 'Öl']],
    ['da', ['Abe', 'Zebra', 'Æble', 'Øl', 'Ål']],
    ['pl', ['Las', 'Luz', 'Łza', 'Maj']],
    ['es', ['Nube', 'Nuñez', 'Ñandú', 'Oso']],
  ])('of %s has its letters where the language has them', (language, titles) => {
    expect(sorted(language, titles.toReversed())).toEqual(titles)
  })

  test('has marks that are typed apart, capitals and signs as other titles do', () => {
    const keyOf = titleOrder('sv')
    expect(keyOf('A\u030aker – ÉLAN')).toBe(keyOf('åker - elan'))
  })
})

test('who came to a session is in the order of the main language', () => {
  const members = ['Öl', 'Åke', 'Zoe', 'Al'].map((name, index) => ({
    user_id: (index + 1) as MemberId,
    name,
  }))
  const away = whoStayedAway({ members, attendance: [] }, { came: [], came_gone: 0 }, 'sv')
  expect(away.map(({ name }) => name)).toEqual(['Al', 'Zoe', 'Åke', 'Öl'])
})

serverTests('the glossary in the order of Swedish on %s', { engines: bothEngines }, (server) => {
  let type_id: GlossaryTypeId
  const titles = ['Alv', 'Zon', 'Åker', 'Ärende', 'Öl']
  beforeAll(async () => {
    const { id } = await server.addUser('mira')
    type_id = await addGlossaryType(server, 'Places')
    for (const title of titles.toReversed()) await addEntry(server, id, title, { type_id })
  })

  test('is the same from page to page', async () => {
    const filters: EntryFilters = {
      ...{ id: null, author: null, isUserMade: false, type: null, subtype: null },
      term: '',
    }
    const order = { column: 'title_key', direction: 'asc' } as const
    const asked = { filters, order, limit: 3, main: 'sv' }
    const first = await listEntries(server.deps, { ...asked, after: null })
    const second = await listEntries(server.deps, { ...asked, after: first.next })
    const titlesOf = ({ text }: { readonly text: string }) =>
      (JSON.parse(text) as { title: string }[]).map(({ title }) => title)
    expect([first, second].map(titlesOf)).toEqual([titles.slice(0, 3), titles.slice(3)])
    const found = await searchEntries(server.deps, {
      ...asked,
      filters: { ...filters, term: 'r' },
      after: null,
    })
    expect(titlesOf(found)).toEqual([])
  })
})
