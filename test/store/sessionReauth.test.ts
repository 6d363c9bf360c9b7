import { waitFor } from '@testing-library/react'
import { type CallName, calls, isAdded } from '#contract/calls.ts'
import { contentCalls } from '#contract/content.ts'
import { glossaryCalls } from '#contract/glossary.ts'
import { groupCalls } from '#contract/groups.ts'
import { accountApi } from '#src/store/account/api.ts'
import { contentApi } from '#src/store/content/api.ts'
import { glossaryApi } from '#src/store/glossary/api.ts'
import { NO_FILTERS } from '#src/store/glossary/slice.ts'
import { groupsApi } from '#src/store/groups/api.ts'
import { endpointsOf } from '#src/store/http/endpoints.ts'
import { nextCursor, request, requestOf } from '#src/store/http/request.ts'
import { loggedIn, sessionEnded } from '#src/store/session/slice.ts'
import { setupStore } from '#src/store/store.ts'
import { aContentItem, aGroup, asMember, id, TOKENS } from '../helpers/fixtures/siteState.ts'
import {
  type FakeCall,
  fakeApi,
  later,
  noNetwork,
  refusal,
  reply,
  tokenRejected,
} from '../helpers/screens/fakeApi.ts'

const NEW_TOKENS = { access: 'access-2', refresh: 'refresh-2' }
const bearer = ({ headers }: FakeCall) => headers.get('Authorization')

/** A call for members that takes one token only. */
const accepting =
  (access: string, body: unknown = []) =>
  (call: FakeCall) =>
    bearer(call) === `Bearer ${access}` ? body : tokenRejected()

const makeStore = () => setupStore(asMember(), { devTools: false })
const { listGroups, listInvites, listMutes, inviteMember, createGroup } = groupsApi.endpoints

test('a hundred stale calls at once refresh once, and each is repeated with the new token', async () => {
  const api = fakeApi({
    inviteMember: accepting(NEW_TOKENS.access, { target_user_username: 'orla' }),
    refresh: NEW_TOKENS,
  })
  const store = makeStore()
  const calls = Array.from({ length: 100 }, (_, index) =>
    store.dispatch(inviteMember.initiate({ groupId: id(index + 1), username: 'orla' })).unwrap(),
  )
  await expect(Promise.all(calls)).resolves.toHaveLength(100)

  expect(api.calls('refresh').map(({ body }) => body)).toEqual([{ refresh: TOKENS.refresh }])
  expect(api.calls('inviteMember')).toHaveLength(200)
  expect(store.getState().session).toEqual({ status: 'member', ...NEW_TOKENS })
})

test('a call that starts during the refresh waits for it', async () => {
  const refreshed = later<unknown>()
  const api = fakeApi({
    listGroups: accepting('access-2', [aGroup()]),
    listInvites: [],
    refresh: () => refreshed.promise,
  })
  const store = makeStore()
  const groups = store.dispatch(listGroups.initiate())
  await waitFor(() => expect(api.calls('refresh')).toHaveLength(1))
  const invites = store.dispatch(listInvites.initiate())
  refreshed.resolve(NEW_TOKENS)
  await Promise.all([groups, invites])

  expect(api.calls('listInvites').map(bearer)).toEqual(['Bearer access-2'])
})

test('a 401 that comes after the refresh has ended only repeats its call', async () => {
  const slow = later<unknown>()
  let invitesAsked = 0
  const api = fakeApi({
    listGroups: accepting('access-2'),
    listInvites: () => (++invitesAsked === 1 ? slow.promise : []),
    refresh: NEW_TOKENS,
  })
  const store = makeStore()
  const invites = store.dispatch(listInvites.initiate()).unwrap()
  await store.dispatch(listGroups.initiate()).unwrap()
  slow.resolve(tokenRejected())

  await expect(invites).resolves.toEqual([])
  expect(api.calls('refresh')).toHaveLength(1)
  expect(api.calls('listInvites').map(bearer)).toEqual(['Bearer access-1', 'Bearer access-2'])
})

test.each([
  ['refused', () => tokenRejected()],
  ['broken', () => refusal(500)],
  ['of the wrong shape', () => ({ access: 'access-2' })],
  ['not to be had', noNetwork],
])(
  'a refresh that is %s ends the session once, whenever the 401s come (ruling 49)',
  async (_, refresh) => {
    const slow = later<unknown>()
    const api = fakeApi({
      listGroups: tokenRejected(),
      listMutes: tokenRejected(),
      listInvites: () => slow.promise,
      refresh,
    })
    const store = makeStore()
    const ends: string[] = []
    store.subscribe(() => ends.push(store.getState().session.status))
    const late = store.dispatch(listInvites.initiate())
    await Promise.all([store.dispatch(listGroups.initiate()), store.dispatch(listMutes.initiate())])
    expect(store.getState().session).toEqual({ status: 'anonymous' })
    slow.resolve(tokenRejected())
    await late

    expect(api.calls('refresh')).toHaveLength(1)
    expect(api.calls('listGroups')).toHaveLength(1)
    // One change from member to anonymous, never back.
    expect(ends.indexOf('anonymous')).toBeLessThan(ends.length)
    expect(ends.lastIndexOf('member')).toBeLessThan(ends.indexOf('anonymous'))
  },
)

test('a member without a refresh token is logged out by the first rejected call', async () => {
  const api = fakeApi({ listGroups: tokenRejected() })
  const store = setupStore(
    { session: { status: 'member', access: 'access-1', refresh: null } },
    { devTools: false },
  )
  await store.dispatch(listGroups.initiate())

  expect(api.calls('refresh')).toHaveLength(0)
  expect(store.getState().session.status).toBe('anonymous')
})

test('a refresh that the browser cannot send, being offline, is no refusal: the session stays (behaviour 12.14)', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fakeApi({ listGroups: tokenRejected(), refresh: noNetwork })
  const store = makeStore()
  await store.dispatch(listGroups.initiate())

  expect(store.getState().session.status).toBe('member')
})

test('aborting the call that started the refresh does not end the session', async () => {
  const refreshed = later<unknown>()
  const api = fakeApi({ createGroup: tokenRejected(), refresh: () => refreshed.promise })
  const store = makeStore()
  const call = store.dispatch(createGroup.initiate({ name: 'Ravens' }))
  await waitFor(() => expect(api.calls('refresh')).toHaveLength(1))
  call.abort()
  refreshed.resolve(NEW_TOKENS)

  await waitFor(() => expect(store.getState().session).toEqual({ status: 'member', ...NEW_TOKENS }))
})

test('a call of one visitor is not repeated for the next', async () => {
  const response = later<unknown>()
  const api = fakeApi({ createGroup: () => response.promise, getProfile: refusal(500) })
  const store = makeStore()
  const call = store.dispatch(createGroup.initiate({ name: 'Ravens' }))
  await waitFor(() => expect(api.calls('createGroup')).toHaveLength(1))
  store.dispatch(sessionEnded())
  store.dispatch(loggedIn({ access: 'of-another', refresh: 'of-another' }))
  response.resolve(tokenRejected())
  await call

  expect(api.calls('createGroup')).toHaveLength(1)
  expect(store.getState().session).toMatchObject({ access: 'of-another' })
})

test('new tokens of one visitor do not replace those of the next', async () => {
  const refreshed = later<unknown>()
  const api = fakeApi({
    listGroups: tokenRejected(),
    listInvites: [],
    refresh: () => refreshed.promise,
  })
  const store = makeStore()
  void store.dispatch(listGroups.initiate())
  await waitFor(() => expect(api.calls('refresh')).toHaveLength(1))
  store.dispatch(sessionEnded())
  store.dispatch(loggedIn({ access: 'of-another', refresh: 'of-another' }))
  refreshed.resolve(NEW_TOKENS)
  // Waits for the end of the refresh.
  await store.dispatch(listInvites.initiate())

  expect(store.getState().session).toMatchObject({ access: 'of-another', refresh: 'of-another' })
})

test.each([
  ['401 that says no token arrived', refusal(401, 'not_authenticated')],
  ['401 with another code', refusal(401, 'authentication_failed')],
  ['401 without a body', new Response(null, { status: 401 })],
  ['401 with a page', new Response('<h1>No</h1>', { status: 401 })],
  ['403 with the code', refusal(403, 'token_not_valid')],
])('%s starts no refresh', async (_, response) => {
  const api = fakeApi({ listGroups: response })
  const store = makeStore()
  await store.dispatch(listGroups.initiate())

  expect(api.calls('refresh')).toHaveLength(0)
  expect(store.getState().session.status).toBe('member')
})

test('a second rejection is handed on: no loop', async () => {
  const api = fakeApi({ listGroups: tokenRejected(), refresh: NEW_TOKENS })
  const store = makeStore()
  const { error } = await store.dispatch(listGroups.initiate())

  expect(error).toMatchObject({ status: 401 })
  expect(api.calls('listGroups')).toHaveLength(2)
  expect(api.calls('refresh')).toHaveLength(1)
})

test('a login that is refused with the code of a bad token starts no refresh', async () => {
  const api = fakeApi({ login: tokenRejected() })
  const store = makeStore()
  const { error } = await store.dispatch(
    accountApi.endpoints.login.initiate({ email: 'wren@example.org', password: 'Abcdef1!' }),
  )
  expect(error).toMatchObject({ status: 401 })
  expect(api.calls().map(({ row }) => row)).toEqual(['login'])
})

test('the token goes to calls that need it, the language to all', async () => {
  const api = fakeApi({
    listLatest: [aContentItem()],
    listGlossaryEntries: [],
    listMutes: [],
  })
  const store = setupStore(asMember(), { devTools: false, language: () => 'is' })
  await store.dispatch(contentApi.endpoints.listLatest.initiate({}))
  await store.dispatch(glossaryApi.endpoints.listGlossaryEntries.initiate(NO_FILTERS))
  await store.dispatch(listMutes.initiate())

  expect(api.calls().map((call) => [call.row, bearer(call)])).toEqual([
    ['listLatest', null],
    ['listGlossaryEntries', 'Bearer access-1'],
    ['listMutes', 'Bearer access-1'],
  ])
  expect(api.calls().map(({ headers }) => headers.get('Accept-Language'))).toEqual([
    'is',
    'is',
    'is',
  ])
})

test("logged out: members' calls are not sent, the glossary is requested without a token", async () => {
  const api = fakeApi({ listGlossaryEntries: reply(200, []) })
  const store = setupStore(undefined, { devTools: false })
  const { isError } = await store.dispatch(listGroups.initiate())
  await store.dispatch(glossaryApi.endpoints.listGlossaryEntries.initiate(NO_FILTERS))

  expect(isError).toBe(true)
  expect(api.calls().map((call) => [call.row, bearer(call)])).toEqual([
    ['listGlossaryEntries', null],
  ])
})

/** Additions: the site makes these calls only if a response announces them. */
const ADDED: readonly CallName[] = ['logout', 'resendActivation', 'dismissNotices']

test('the contract has every call of docs/behaviour/calls.md (ruling 62)', () => {
  const specified = calls.filter(({ name, table }) => !ADDED.includes(name) && !isAdded(table))
  expect(specified).toHaveLength(55)
})

test.each(calls)('$name keeps method, path and access to the letter', (route) => {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
  const params = Object.fromEntries(names.map((name) => [name, 7]))
  expect(requestOf(route, params)).toEqual({
    method: route.method,
    url: route.path.replace(/:\w+/, '7'),
    row: { path: route.path, params, query: {} },
    access: route.access,
    ...(route.stepUp && { stepUp: true }),
  })
})

test('a parameter cannot change the rest of the path', () => {
  const route = contentCalls.getNews
  expect(requestOf(route, { id: '../a b?c#d' }).url).toBe('/contents/get/..%2Fa%20b%3Fc%23d')
})

test('missing query values are left out, false and 0 are not', () => {
  const query = { search: '', type: 'Any', cursor: null, limit: undefined, mine: false, at: 0 }
  expect(requestOf(glossaryCalls.listGlossaryEntries, query).params).toEqual({
    search: '',
    type: 'Any',
    mine: false,
    at: 0,
  })
})

test('a row is not called without what it takes, nor made twice', () => {
  // @ts-expect-error the path names an id
  expect(request(groupCalls.leaveGroup).url).toBe('/rpggroups/leave/undefined')
  // @ts-expect-error the field has another name
  request(groupCalls.createGroup, { title: 'Ravens' })
  const makeTwice = () =>
    // @ts-expect-error a name is either a query or a change
    endpointsOf(groupCalls, { queries: { listGroups: {} }, changes: { listGroups: {} } })
  expect(makeTwice).toBeDefined()
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
