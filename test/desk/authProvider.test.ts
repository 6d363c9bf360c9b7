import { makeAuthProvider, SetUpNeeded, superuserOnly } from '#desk/session/authProvider.ts'
import { makeClient } from '#desk/session/client.ts'
import { makeDataProvider } from '#desk/session/dataProvider.ts'
import { fakeDesk, refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'

const sessionOf = (role: string | null) => ({
  user: role && { id: 4, username: 'Sue', role },
  csrf: role && 'token',
  expires_at: null,
})
const providerOf = (role: string | null, responses = {}) => {
  const calls = fakeDesk({ 'GET /session': sessionOf(role), ...responses })
  return { provider: makeAuthProvider(makeClient()), calls }
}

test('members, groups, mails and the audit log are for superusers alone', () => {
  expect([...superuserOnly].sort()).toEqual(['audit', 'groups', 'members', 'outbox'])
})

test.each([
  ['staff', 'contents', true],
  ['staff', 'groups', false],
  ['superuser', 'groups', true],
])('%s may open %s: %s', async (role, resource, may) => {
  const { provider } = providerOf(role)
  expect(await provider.canAccess?.({ resource, action: 'list' })).toBe(may)
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
  // As react-admin does after a refused `checkAuth`.
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
