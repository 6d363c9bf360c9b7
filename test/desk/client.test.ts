import type { HttpError } from 'react-admin'
import { CSRF_HEADER, DESK_API_BASE, deskRoutes } from '#contract/desk.ts'
import { makeClient } from '#desk/session/client.ts'
import { makeDataProvider, REMOVED } from '#desk/session/dataProvider.ts'
import { fakeDesk, type Responses, refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'

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
  await desk.call(deskRoutes.review.stats, {})
  await desk.call(deskRoutes.review.claim, { id: 7 })
  await desk.call(deskRoutes.review.release, { id: 7 })
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
    { message: 'This did not work. Try again.', status: 502 },
  ],
  [
    'of the network gets one',
    () => Promise.reject(new TypeError('Failed to fetch')),
    { message: 'The desk does not answer. Check the connection and try again.', status: 0 },
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
