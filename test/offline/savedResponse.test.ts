import { calls } from '#contract/calls.ts'
import { isCacheable, isPage, isPublicCall } from '#src/offline/publicCalls.ts'
import type { SavedDocument } from '#src/offline/savedDocuments.ts'
import { type Query, responseFrom, searchSaved } from '#src/offline/savedResponse.ts'
import { fakeDevice } from '#test/helpers/screens/fakeDevice.ts'

const BASE = 'https://discordia.example/api'
const asked = (path: string, over: { method?: string; headers?: Record<string, string> } = {}) => ({
  method: over.method ?? 'GET',
  url: BASE + path,
  headers: new Headers(over.headers),
})

test.each(calls)(
  '$name is cached only if it is a public read',
  ({ path, method, access, changesData }) => {
    const example = path.replace(/:\w+/g, '7')
    if (!isPublicCall(example)) return
    const isRead = calls.some(
      (row) =>
        row.path === path && row.method === 'GET' && row.access !== 'member' && !row.changesData,
    )
    expect(isRead).toBe(true)
    if (method !== 'GET' || access === 'member' || changesData)
      expect(isCacheable(asked(example, { method }), BASE)).toBe(method === 'GET')
  },
)

test.each([
  '/rules/entries/?search=x&category=3',
  '/rules/entries/12/sub-entries/',
  '/glossary/entries/?limit=10&cursor=abc',
  '/contents/get/5',
  '/downloads/active',
])('%s is cached', (path) => {
  expect(isCacheable(asked(path), BASE)).toBe(true)
})

test.each([
  ['a GET that leaves a group', asked('/rpggroups/leave/7')],
  ['a GET that disbands a group', asked('/rpggroups/disband/7')],
  ['a GET that accepts an invite', asked('/rpggroups/accept/7')],
  ['a GET that counts a visit', asked('/visits/log-visit/')],
  ['a GET that sends an archive once', asked('/users/my-data/file/abc')],
  ['a list with a token', asked('/glossary/entries/', { headers: { Authorization: 'Bearer x' } })],
  ['a part of a file', asked('/contents/active', { headers: { Range: 'bytes=0-1' } })],
  ['an unpublished article', asked('/contents/get/5?preview=token')],
  ['a change', asked('/glossary/entries/5/sub-entries/', { method: 'POST' })],
  ['a download', asked('/downloads/download/5')],
  ['a picture', asked('/files/abc.png')],
  ['a registration', asked('/contents/registration/5')],
  ['a feed', asked('/contents/news.atom')],
  ['the API’s own page', asked('/docs')],
  ['a path inside another', asked('/contents/get/5/more')],
  ['another server', { ...asked(''), url: 'https://elsewhere.example/api/rules/entries/' }],
  ['what a page stores itself', { ...asked('/contents/active'), cache: 'no-store' as const }],
])('%s is not cached', (_, request) => {
  expect(isCacheable(request, BASE)).toBe(false)
})

test.each([
  ['/', true],
  ['/discordia/', true],
  ['/discordia/news&events/', true],
  ['/discordia/ruleItem/5', true],
  ['/auth/login', true],
  ['/legal.html', false],
  ['/api/docs', false],
  ['/api/notifications/unsubscribe/x', false],
  ['/discordiax', false],
  ['/rulebook/RPG-Initiative-Online.pdf', false],
  ['/discordia/picture.png', false],
])('%s is a page: %s', (path, expected) => {
  expect(isPage(path)).toBe(expected)
})

const of = (answers: Record<string, unknown>): SavedDocument => ({
  at: 0,
  bytes: 0,
  answers,
  pictures: [],
})
const ids = (answer: unknown) => (answer as { id: number }[]).map(({ id }) => id)

const rules = of({
  '/rules/categories/': [{ id: 1, name: 'Fight' }],
  '/rules/entries/': [
    { id: 1, type: 'basic', title: 'Élan', category: 1, subcategory: 11 },
    { id: 2, type: 'basic', title: 'Rest', category: 2, subcategory: null },
  ],
  '/rules/entries/1/sub-entries/': [{ id: 1, title: 'When', content: 'Ægir’s hall' }],
  '/rules/entries/2/sub-entries/': [{ id: 2, title: 'Sleep', content: 'in the' }],
  '/rules/quick-entries/': [{ id: 3, type: 'quick', title: 'Roll', quick_subcategory: 5 }],
})
const basic = (query: Query) => ids(responseFrom(rules, '/rules/entries/', query))
const quick = (query: Query) => ids(responseFrom(rules, '/rules/quick-entries/', query))

test.each<[Query, number[]]>([
  [{}, [1, 2]],
  [{ search: '', category: 'Any', subcategory: 'Any' }, [1, 2]],
  [{ search: 'ELAN' }, [1]],
  [{ search: "aegir's  HALL " }, [1]],
  [{ search: 'sleep in' }, []],
  [{ category: '2' }, [2]],
  [{ category: '1', subcategory: '11', search: 'when' }, [1]],
  [{ category: 'x' }, []],
])('rules with %j', (query, expected) => {
  expect(basic(query)).toEqual(expected)
})

test('quick rules have sub-categories and no category', () => {
  expect(quick({ subcategory: '5' })).toEqual([3])
  expect(quick({ subcategory: '6' })).toEqual([])
  expect(quick({ category: '1' })).toEqual([])
})

test('other responses are returned unfiltered; unknown ones are undefined', () => {
  expect(responseFrom(rules, '/rules/categories/', {})).toEqual([{ id: 1, name: 'Fight' }])
  expect(ids(responseFrom(rules, '/rules/entries/1/sub-entries/', {}))).toEqual([1])
  expect(responseFrom(rules, '/rules/entries/9/sub-entries/', {})).toBeUndefined()
})

const entry = (id: number, title: string, entry_type: number, is_staff = true) => ({
  id,
  title,
  description: id === 4 ? 'A hidden word' : null,
  entry_type,
  entry_subtype: entry_type * 10,
  created_by: { username: 'x', is_staff },
})
/** Newest first, as in the saved list. */
const glossary = of({
  '/glossary/entries/': [
    entry(7, 'Zed', 1),
    entry(4, 'éclair', 2, false),
    entry(5, 'Eagle', 1),
    entry(1, 'Eagle', 2),
  ],
  '/glossary/entries/7/sub-entries/': [
    { title: 'Where', content: 'eagle nest', glossary_entry: 7 },
  ],
})
const found = (query: Query) => responseFrom(glossary, '/glossary/entries/', query)

test.each<[Query, number[]]>([
  [{}, [1, 5, 4, 7]],
  [{ sort: 'Alphabetical', limit: 10 }, [1, 5, 4, 7]],
  [{ sort: 'Newest First' }, [7, 4, 5, 1]],
  [{ sort: 'Oldest First' }, [1, 5, 4, 7]],
  [{ search: 'Eagle' }, [1, 5, 7]],
  [{ search: 'Ea' }, [1, 5]],
  [{ search: 'hidden' }, [4]],
  [{ type: 2 }, [1, 4]],
  [{ type: 1, subtype: 20 }, []],
  [{ showUserEntries: true }, [4]],
  [{ entry: 5 }, [5]],
])('the glossary with %j', (query, expected) => {
  expect(ids(found(query))).toEqual(expected)
})

test('an abbreviation in brackets is found by its letters', () => {
  const saved = of({ '/glossary/entries/': [entry(8, 'Hit Points (HP)', 1), entry(9, 'Ship', 1)] })
  expect(ids(responseFrom(saved, '/glossary/entries/', { search: 'hp' }))).toEqual([8])
})

test('the own entries of a member are not saved', () => {
  expect(found({ showMyEntries: true })).toBeUndefined()
})

test('of a saved rule in two languages the one of the reader is shown, and the next is in it', () => {
  const inTwo = of({
    '/rules/entries/': [
      { id: 1, title: 'Rest', nextId: 2, translations: [{ language: 'de', id: 2 }] },
      {
        id: 2,
        title: 'Rast',
        nextId: 3,
        language: 'de',
        translations: [{ language: 'en', id: 1 }],
      },
      { id: 3, title: 'Rise', nextId: null },
    ],
  })
  const rows = (query: Query) =>
    (responseFrom(inTwo, '/rules/entries/', query) as { id: number; nextId: number }[]).map(
      ({ id, nextId }) => [id, nextId],
    )
  expect(rows({}).map(([id]) => id)).toEqual([1, 2, 3])
  expect(rows({ language: 'en' })).toEqual([
    [1, 3],
    [3, null],
  ])
  expect(rows({ language: 'de', search: 'ra' })).toEqual([[2, 3]])
})

describe('the search of the whole site without a network (behaviour 12.13)', () => {
  const device = fakeDevice()
  const article = (id: number, title: string, description = '') => ({
    id,
    title,
    description,
    short_description: '',
    date: '2026-03-01T10:00:00Z',
  })
  const shown = async (term: string) =>
    (await searchSaved(term))?.groups.map(({ kind, hits }) => [
      kind,
      ...hits.map(({ title, excerpt = [] }) =>
        [title, ...excerpt.map(({ text, is_match }) => (is_match ? `[${text}]` : text))].join('|'),
      ),
    ])

  test('it searches saved and cached lists like the server, and marks the result as offline', async () => {
    const words = [{ type: 'paragraph', runs: ['The ', { text: 'Éagle', strong: true }, ' hunts'] }]
    const file = {
      id: 8,
      display_name: 'Map',
      description: 'Of the hunt',
      download_file_name: 'e.pdf',
    }
    device.keep({
      '/kept/rules': of({
        ...rules.answers,
        '/rules/entries/2/sub-entries/': [
          { id: 2, title: 'Sleep', content: 'The **Éagle** hunts', content_rich: words },
        ],
      }),
      '/kept/glossary': glossary,
      '/kept/downloads': of({ '/downloads/active': [{ id: 1, download_files: [] }] }),
      '/contents/active': [
        article(1, 'News'),
        article(2, 'Night', 'An eagle'),
        article(3, 'Eagle'),
      ],
      '/downloads/active': [{ id: 1, download_files: [file] }],
    })
    expect(await searchSaved('zzz')).toEqual({ groups: [], suggestions: [], is_kept: true })
    expect(await shown(' EAGLE ')).toEqual([
      ['basic_rule', 'Rest|The |[Éagle]| hunts'],
      ['entry', 'Eagle', 'Eagle', 'Zed|[eagle]| nest'],
      ['news', 'Eagle', 'Night|An |[eagle]'],
    ])
    expect(await shown('aegir')).toEqual([['basic_rule', 'Élan|[Ægir]|’s hall']])
    expect(await shown('el')).toEqual([['basic_rule', 'Élan|When']])
    expect(await shown('e.pdf')).toEqual([['download', 'Map|Of the hunt']])
    device.keep({ '/contents/active?language=de': [article(4, 'Adler')] })
    expect(await searchSaved('adler', { language: 'de' })).toMatchObject({
      groups: [{ kind: 'news', hits: [{ id: 4 }] }],
    })
  })

  test('it returns five of a kind with their dates, and says that there are more', async () => {
    device.keep({
      '/contents/activeEvents': [1, 2, 3, 4, 5, 6].map((one) => article(one, 'Eagle')),
    })
    const events = (await searchSaved('eagle'))?.groups.find(({ kind }) => kind === 'event')
    expect([events?.hits.length, events?.has_more]).toEqual([5, true])
    expect(events?.hits[0]).toEqual({ id: 1, title: 'Eagle', date: '2026-03-01T10:00:00Z' })
  })
})
