import type { DeskSession } from '#contract/account.ts'
import { DESK_API_BASE } from '#contract/desk.ts'

/*
 * The network of the desk's tests: a map from "METHOD /path", below the base of the desk's API, to the body of the
 * response. A function gets the request and returns the body, or a Response such as `refused(409, '…')`. A list is
 * sent with the `Content-Range` that ra-data-simple-rest reads. A call that is not in the map gets a 501 naming it.
 */

export type Sent = {
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: unknown
}
export type Responses = Readonly<Record<string, unknown>>

const session: DeskSession = {
  user: { id: 1, username: 'Sue', role: 'superuser' },
  csrf: 'token',
  expires_at: null,
  needs_second_factor: false,
  set_up: null,
  passkeys: false,
  not_set_up: null,
}

/** An error response of the API. @param fields message by field */
export const refused = (status: number, detail: string, fields: Record<string, string> = {}) =>
  Response.json(
    {
      detail,
      errors: Object.entries(fields).map(([attr, message]) => ({ attr, detail: message })),
    },
    { status },
  )

/** Replaces `fetch`. Returns the calls so far, as "METHOD /path". */
export function fakeDesk(responses: Responses): string[] {
  const calls: string[] = []
  const all: Responses = { 'GET /session': session, 'GET /event-kinds': [], ...responses }
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, options) => {
    const path = input instanceof Request ? input.url : input
    const request = new Request(new URL(path, location.href), options)
    const { pathname, searchParams } = new URL(request.url)
    const call = `${request.method} ${pathname.replace(DESK_API_BASE, '')}`
    calls.push(call)
    const given = all[call]
    const text = await request.text()
    const { headers } = request
    const sent: Sent = { query: searchParams, headers, body: text && JSON.parse(text) }
    const found: unknown = typeof given === 'function' ? await given(sent) : given
    if (found === undefined) return refused(501, `No response for ${call}.`)
    if (found instanceof Response) return found
    const range = Array.isArray(found) ? `rows 0-${found.length}/${found.length}` : ''
    return Response.json(found, { headers: range ? { 'Content-Range': range } : {} })
  })
  return calls
}

/** Responses to changing calls, each an empty record; `sent` has the calls with their bodies. */
export function recorded(...calls: string[]) {
  const sent: [string, unknown][] = []
  const note = (call: string) => [
    call,
    ({ body }: Sent) => {
      sent.push([call, body])
      return {}
    },
  ]
  return { sent, responses: Object.fromEntries(calls.map(note)) as Responses }
}
