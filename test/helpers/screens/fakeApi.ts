import { type CallName, calls } from '#contract/calls.ts'

/*
 * The network of screen and store tests: a map from contract row to response.
 *
 *   const api = fakeApi({ listGroups: [aGroup()], inviteMember: refusal(423) })
 *   api.respond({ listGroups: [] })       from now on
 *   api.calls('createGroup')             the requests: path, query, headers, body
 *
 * A response is the JSON body of a 200, a Response (`reply`, `refusal`, `cutJson`), or a function of the call that
 * returns one of these, now or later. A call without a response gets a 501 naming it.
 */

export type RowName = CallName

export type FakeCall = {
  row: RowName | null
  method: string
  /** Path below the API base, without the query. */
  path: string
  query: Record<string, string>
  headers: Headers
  /** Parsed JSON, a FormData, or null. */
  body: unknown
}

type Body = object | string | number | boolean | null
type Responses = Partial<Record<RowName, Body | ((call: FakeCall) => unknown)>>
const isFunction = (given: unknown): given is (call: FakeCall) => unknown =>
  typeof given === 'function'

const patterns = calls.map(({ name, method, path }) => ({
  row: name,
  method,
  // A literal path (the dash of name-change-request/-) comes before one with a parameter.
  literal: !path.includes(':'),
  pattern: new RegExp(
    `^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '([^/]+)')}$`,
  ),
}))
patterns.sort((a, b) => Number(b.literal) - Number(a.literal))

const API = 'http://localhost/api'

async function bodyOf(request: Request): Promise<unknown> {
  const type = request.headers.get('Content-Type') ?? ''
  if (type.startsWith('multipart/form-data')) return request.formData()
  const text = await request.text()
  return text === '' ? null : JSON.parse(text)
}

/** A JSON response with a status. */
export const reply = (status: number, body: unknown, headers?: HeadersInit): Response =>
  Response.json(body, { status, headers })

/** The API's error shape; `fields` are [field or null, sentence] pairs. */
export function refusal(
  status: number,
  code = 'refused',
  detail = 'Refused.',
  fields: readonly (readonly [string | null, string])[] = [],
): Response {
  const errors =
    fields.length === 0
      ? [{ code, detail, attr: null }]
      : fields.map(([attr, sentence]) => ({ code, detail: sentence, attr }))
  return reply(status, { errors, detail })
}

/** The 401 that a refresh can solve. */
export const tokenRejected = (): Response => refusal(401, 'token_not_valid', 'Token is not valid.')

/** A truncated response. */
export const cutJson = (): Response =>
  new Response('[{"id": 1, "na', { headers: { 'Content-Type': 'application/json' } })

/** No response: the server is down. */
export const noNetwork = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'))

/** A response that the test resolves. */
export function later<T>() {
  return Promise.withResolvers<T>()
}

export function fakeApi(responses: Responses = {}) {
  const made: FakeCall[] = []
  let current = responses

  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const { pathname, searchParams, href } = new URL(request.url)
    const path = href.startsWith(API) ? pathname.slice('/api'.length) : href
    const row =
      patterns.find((each) => each.method === request.method && each.pattern.test(path))?.row ??
      null
    const call: FakeCall = {
      row,
      method: request.method,
      path,
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      body: await bodyOf(request.clone()),
    }
    made.push(call)
    if (row === null || !(row in current)) {
      return refusal(501, 'not_faked', `No response to ${call.method} ${call.path}`)
    }
    const given = current[row]
    const response: unknown = await (isFunction(given) ? given(call) : given)
    request.signal.throwIfAborted()
    return response instanceof Response ? response.clone() : reply(200, response ?? {})
  }
  jest.spyOn(globalThis, 'fetch').mockImplementation(fetch)

  return {
    /** All requests, or those of one row, in order. */
    calls: (row?: RowName): FakeCall[] =>
      row === undefined ? [...made] : made.filter((call) => call.row === row),
    /** Replaces or adds responses. */
    respond: (more: Responses): void => {
      current = { ...current, ...more }
    },
  }
}
