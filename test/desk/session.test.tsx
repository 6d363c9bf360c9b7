import { type HttpError, memoryStore } from 'react-admin'
import { CSRF_HEADER, DESK_API_BASE } from '#contract/desk.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { isForStaff, makeAuthProvider, SetUpNeeded } from '#desk/session/authProvider.ts'
import { makeClient } from '#desk/session/client.ts'
import { makeDataProvider, REMOVED } from '#desk/session/dataProvider.ts'
import { closingMenu, keepingChoices } from '#desk/session/store.ts'
import { fakeDesk, type Responses, refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'

const sessionOf = (role: string | null) => ({
  user: role && { id: 4, username: 'Sue', role },
  csrf: role && 'token',
  expires_at: null,
})
const providerOf = (role: string | null, responses = {}) => {
  const calls = fakeDesk({ 'GET /session': sessionOf(role), ...responses })
  return { provider: makeAuthProvider(makeClient()), calls }
}

test('who may register, members, their invites, groups, messages to chats, mails, the site with its checklist and the audit log are for superusers alone', () => {
  const closed = Object.keys(deskCalls).filter((resource) => !isForStaff(resource, 'show'))
  expect(closed.sort()).toEqual([
    ...[
      'admission',
      'audit',
      'checklist',
      'groups',
      'hooks',
      'member-invites',
      'members',
      'openings',
      'outbox',
      'site',
    ],
  ])
})

test.each([
  ['staff', 'contents', 'list', true],
  ['staff', 'groups', 'list', false],
  // Its first page is a look-up for them.
  ['staff', 'members', 'list', true],
  ['staff', 'members', 'show', false],
  ['staff', 'members', 'create', false],
  ['superuser', 'groups', 'list', true],
])('%s may open %s (%s): %s', async (role, resource, action, may) => {
  const { provider } = providerOf(role)
  expect(await provider.canAccess?.({ resource, action })).toBe(may)
  expect(await provider.getPermissions?.({})).toBe(role)
  expect(await provider.getIdentity?.()).toEqual({ id: 4, fullName: 'Sue' })
  await expect(provider.checkAuth({})).resolves.toBeUndefined()
})

test('without a session the desk is closed', async () => {
  const { provider } = providerOf(null)
  await expect(provider.checkAuth({})).rejects.toThrow('desk_session')
  expect(await provider.getPermissions?.({})).toBeNull()
})

test('a login is the session from then on, and a refused one leaves the desk closed', async () => {
  const answers = [refused(401, 'Wrong password.'), sessionOf('superuser')]
  const { provider, calls } = providerOf(null, { 'POST /session': () => answers.shift() })
  await provider.checkAuth({}).catch(() => undefined)
  const login = { email: 'sue@example.org', password: 'Secret-1' }
  await expect(provider.login(login)).rejects.toThrow('Wrong password.')
  await expect(provider.checkAuth({})).rejects.toThrow('desk_session')
  await provider.login(login)
  expect(await provider.getPermissions?.({})).toBe('superuser')
  expect(calls).toEqual(['GET /session', 'POST /session', 'POST /session'])
})

test('a logout carries the token, and the next question asks the server again', async () => {
  const tokens: (string | null)[] = []
  const { provider, calls } = providerOf('staff', {
    'DELETE /session': ({ headers }: Sent) => {
      tokens.push(headers.get('x-desk-csrf'))
      return {}
    },
  })
  await provider.logout({})
  await provider.getPermissions?.({})
  expect(tokens).toEqual(['token'])
  expect(calls).toEqual(['GET /session', 'DELETE /session', 'GET /session'])
})

test('a logout that fails leaves the page all the same; without a session it asks nothing', async () => {
  const failing = providerOf('staff', { 'DELETE /session': () => refused(500, 'Broken.') })
  await expect(failing.provider.logout({})).resolves.toBeUndefined()
  const nobody = providerOf(null)
  await nobody.provider.logout({})
  expect(nobody.calls).toEqual(['GET /session'])
})

test('a session that waits for its second step is no way in, and is kept for the set-up', async () => {
  const waiting = { ...sessionOf('staff'), needs_second_factor: true, set_up: 'send' }
  const { provider, calls } = providerOf('staff', {
    'GET /session': waiting,
    'POST /session': waiting,
    'DELETE /session': {},
  })
  await expect(provider.checkAuth({})).rejects.toThrow('desk_session')
  const login = { email: 'sue@example.org', password: 'Secret-1' }
  await expect(provider.login(login)).rejects.toThrow(SetUpNeeded)
  // React-admin calls this after a refused `checkAuth`.
  await provider.logout({})
  expect(await provider.setUpStep()).toBe('send')
  expect(calls).not.toContain('DELETE /session')
  await provider.leave()
  expect(calls).toContain('DELETE /session')
})

test('records by their ids are requested all at once, whatever their number', async () => {
  const queries: unknown[] = []
  fakeDesk({
    'GET /members': ({ query }: Sent) => {
      queries.push(Object.fromEntries(query))
      return [{ id: 3 }]
    },
  })
  const desk = makeDataProvider(makeClient())
  const ids = Array.from({ length: 30 }, (_, index) => index + 1)
  await desk.getMany('members', { ids })
  expect(queries).toEqual([
    { filter: JSON.stringify({ id: ids }), range: '[0,29]', sort: '["id","ASC"]' },
  ])
})

test('a changed record sends the uploads that it uses, as a new one does', async () => {
  const bodies: unknown[] = []
  fakeDesk({
    'PUT /contents/7': ({ body }: Sent) => {
      bodies.push(body)
      return { id: 7 }
    },
  })
  const data = { title: 'Wicks', picture_upload: 'removed', webm_upload: '', poster_upload: 'abc' }
  await makeDataProvider(makeClient()).update('contents', {
    id: 7,
    data,
    previousData: { id: 7 },
  })
  expect(bodies).toEqual([{ title: 'Wicks', picture_upload: null, poster_upload: 'abc' }])
})

function start(responses: Responses) {
  const calls = fakeDesk(responses)
  const client = makeClient()
  return { calls, client, desk: makeDataProvider(client) }
}
const errorOf = async (call: Promise<unknown>): Promise<HttpError> =>
  call.then(
    () => Promise.reject(new Error('No refusal.')),
    (error: HttpError) => error,
  )

test('requests that change something carry the token of the session, which is requested once', async () => {
  const tokens: (string | null)[] = []
  const note = ({ headers }: Sent) => {
    tokens.push(headers.get(CSRF_HEADER))
    return {}
  }
  const { calls, desk } = start({
    'GET /review/stats': note,
    'POST /review/7/claim': note,
    'POST /review/7/release': note,
  })
  await desk.call(deskCalls.review.stats, {})
  await desk.call(deskCalls.review.claim, { id: 7 })
  await desk.call(deskCalls.review.release, { id: 7 })
  expect(tokens).toEqual([null, 'token', 'token'])
  expect(calls.filter((call) => call === 'GET /session')).toHaveLength(1)
})

test('a session that could not be fetched is requested again', async () => {
  const responses = [refused(500, 'Broken.'), { user: null, csrf: null }]
  const { client } = start({ 'GET /session': () => responses.shift() })
  expect((await errorOf(client.session())).message).toBe('Broken.')
  expect(await client.session()).toEqual({ user: null, csrf: null })
})

test('listeners hear of a session that has ended', async () => {
  const { client } = start({ 'GET /groups': () => refused(401, 'Log in again.') })
  const listener = jest.fn()
  const unsubscribe = client.whenOver(listener)
  await errorOf(client.send(`${DESK_API_BASE}/groups`))
  expect(listener).toHaveBeenCalledTimes(1)
  unsubscribe()
  await errorOf(client.send(`${DESK_API_BASE}/groups`))
  expect(listener).toHaveBeenCalledTimes(1)
})

test.each([
  [
    'of fields is shown at the fields',
    () => refused(400, 'Refused.', { title: 'Too long.' }),
    { message: 'Refused.', status: 400, body: { errors: { title: 'Too long.' } } },
  ],
  [
    'of the whole is shown at the root of a form',
    () => refused(409, 'It has changed.'),
    {
      message: 'It has changed.',
      status: 409,
      body: { errors: { root: { serverError: 'It has changed.' } } },
    },
  ],
  [
    'without a message gets one',
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    { message: 'Something went wrong. Try again.', status: 502 },
  ],
  [
    'of the network gets one',
    () => Promise.reject(new TypeError('Failed to fetch')),
    { message: 'We can’t reach the desk. Check your connection and try again.', status: 0 },
  ],
])('a refusal %s', async (_what, respond, expected) => {
  const { client } = start({ 'GET /groups': respond })
  expect(await errorOf(client.send(`${DESK_API_BASE}/groups`))).toMatchObject(expected)
})

test('a form sends the uploads that it uses: empty ones are left out, removed ones are null', async () => {
  const bodies: unknown[] = []
  const { desk } = start({
    'POST /contents': ({ body }: Sent) => {
      bodies.push(body)
      return { id: 7 }
    },
  })
  const uploads = { poster_upload: 'abc', webm_upload: '', picture_upload: REMOVED }
  await desk.create('contents', { data: { title: REMOVED, location: '', ...uploads } })
  expect(bodies).toEqual([
    { title: REMOVED, location: '', poster_upload: 'abc', picture_upload: null },
  ])
})

test.each([
  [true, undefined],
  [false, true],
])('on a small screen (%s) a page is loaded without an open menu', (matches, isOpen) => {
  const store = memoryStore()
  store.setup()
  store.setItem('sidebar.open', true)
  jest
    .spyOn(window, 'matchMedia')
    .mockReturnValue(Object.assign(window.matchMedia(''), { matches }))
  expect(closingMenu(store).getItem('sidebar.open')).toBe(isOpen)
})

test.each([
  [true, false],
  [false, true],
])('a window that becomes narrow (%s) or wide closes or opens the menu', (matches, isOpen) => {
  const store = memoryStore()
  store.setup()
  const sheet = window.matchMedia('')
  jest.spyOn(window, 'matchMedia').mockReturnValue(sheet)
  closingMenu(store)
  sheet.dispatchEvent(Object.assign(new Event('change'), { matches }))
  expect(store.getItem('sidebar.open')).toBe(isOpen)
})

test('logging out forgets how lists were left, and keeps the language and the filters that were saved', () => {
  const kept = new Map<string, unknown>()
  const store = keepingChoices({
    setup: () => undefined,
    teardown: () => undefined,
    getItem: <Value,>(key: string) => kept.get(key) as Value | undefined,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    removeItems: () => undefined,
    reset: () => kept.clear(),
    subscribe: () => () => undefined,
    listItems: () => Object.fromEntries(kept),
  })
  store.setItem('locale', 'de')
  store.setItem('groups.listParams', { page: 3 })
  store.setItem('groups.savedQueries', [{ label: 'Stuck', value: { filter: { state: 'stuck' } } }])
  store.reset()
  expect([...kept.keys()]).toEqual(['locale', 'groups.savedQueries'])
})
