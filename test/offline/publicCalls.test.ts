import { calls } from '#contract/tables.ts'
import { isKeepable, isPage, isPublicCall } from '#src/offline/publicCalls.ts'

const BASE = 'https://discordia.example/api'
const asked = (path: string, over: { method?: string; headers?: Record<string, string> } = {}) => ({
  method: over.method ?? 'GET',
  url: BASE + path,
  headers: new Headers(over.headers),
})

test.each(calls)(
  '$name is kept only if it is a public read',
  ({ path, method, access, changesData }) => {
    const example = path.replace(/:\w+/g, '7')
    if (!isPublicCall(example)) return
    const isRead = calls.some(
      (row) =>
        row.path === path && row.method === 'GET' && row.access !== 'member' && !row.changesData,
    )
    expect(isRead).toBe(true)
    if (method !== 'GET' || access === 'member' || changesData)
      expect(isKeepable(asked(example, { method }), BASE)).toBe(method === 'GET')
  },
)

test.each([
  '/rules/entries/?search=x&category=3',
  '/rules/entries/12/sub-entries/',
  '/glossary/entries/?limit=10&cursor=abc',
  '/contents/get/5',
  '/downloads/active',
])('%s is kept', (path) => {
  expect(isKeepable(asked(path), BASE)).toBe(true)
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
  ['what a page keeps itself', { ...asked('/contents/active'), cache: 'no-store' as const }],
])('%s is not kept', (_, request) => {
  expect(isKeepable(request, BASE)).toBe(false)
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
