import { contentRoutes, glossaryRoutes, groupRoutes } from '#contract/routes.ts'
import { type CallName, calls, type TableName } from '#contract/tables.ts'
import { nextCursor } from '#src/store/http/headers.ts'
import { request } from '#src/store/http/request.ts'

/** Additions: the site makes these calls only if a response announces them. */
const ADDED: readonly CallName[] = ['logout', 'resendActivation', 'dismissNotices']
const ADDED_TABLES: readonly TableName[] = [
  'security',
  'personalData',
  'planning',
  'groupPage',
  'registration',
  'calendar',
  'live',
  'search',
  'linking',
  'formatting',
]

test('the contract has every call of behaviour 7 (ruling 62)', () => {
  const specified = calls.filter(
    ({ name, table }) => !ADDED.includes(name) && !ADDED_TABLES.includes(table),
  )
  expect(specified).toHaveLength(55)
})

test.each(calls)('$name keeps method, path and access to the letter', (route) => {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
  const params = Object.fromEntries(names.map((name) => [name, 7]))
  expect(request(route, { params })).toEqual({
    method: route.method,
    url: route.path.replace(/:\w+/, '7'),
    access: route.access,
    ...(route.stepUp && { stepUp: true }),
  })
})

test('a parameter cannot change the rest of the path', () => {
  const route = contentRoutes.getNews
  expect(request(route, { params: { id: '../a b?c#d' } }).url).toBe(
    '/contents/get/..%2Fa%20b%3Fc%23d',
  )
})

test('missing query values are left out, false and 0 are not', () => {
  const query = { search: '', type: 'Any', cursor: null, limit: undefined, mine: false, at: 0 }
  expect(request(glossaryRoutes.listGlossaryEntries, { query }).params).toEqual({
    search: '',
    type: 'Any',
    mine: false,
    at: 0,
  })
})

test('a row with a parameter is not made without it', () => {
  // @ts-expect-error the path names an id
  expect(request(groupRoutes.leaveGroup, {}).url).toBe('/rpggroups/leave/undefined')
  // @ts-expect-error the parameter has another name
  request(groupRoutes.unmute, { params: { id: 1 } })
})

test.each([
  ['<https://a.example/api/glossary/entries/?limit=10&cursor=abc%3D>; rel="next"', 'abc='],
  ['</api/x?cursor=first>; rel="prev", </api/x?cursor=second>; rel="next"', 'second'],
  ['</api/x?cursor=one>; rel=next', 'one'],
  ['</api/x?cursor=one>; rel="prev"', null],
  ['</api/x>; rel="next"', null],
  ['nonsense', null],
  [null, null],
])('the next page in %s', (link, cursor) => {
  expect(nextCursor(link)).toBe(cursor)
})
