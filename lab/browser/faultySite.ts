import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'

/** A fault of the API. */
export type ApiFault = {
  readonly what: string
  /**
   * Final state of a page that needs the API: with an error message, complete, loading forever, or, for a member's
   * page, the login page.
   */
  readonly ends: 'sentence' | 'whole' | 'loading' | 'login'
  /** Counts as a success for calls of which only the status is read. */
  readonly isSuccess?: true
  /** `original` is the response of the real API. */
  readonly respond: (
    response: ServerResponse,
    path: string,
    original: () => Promise<Original>,
  ) => unknown
}

type Original = {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Buffer
}

const JSON_TYPE = 'application/json'
const REJECTED = JSON.stringify({ errors: [{ code: 'token_not_valid' }], detail: 'x' })

const send =
  (status: number, type: string, body: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': type, ...headers }).end(body)

const refuse = (status: number, code: string, headers?: Record<string, string>) =>
  send(status, JSON_TYPE, JSON.stringify({ errors: [{ code, detail: code }] }), headers)

const pass = (response: ServerResponse, { status, headers, body }: Original) =>
  response.writeHead(status, headers).end(body)

/** Chunks of a response that drips. */
const DROPS = 8
const DROP_MS = 25

export const API_FAULTS: readonly ApiFault[] = [
  {
    what: 'no byte of a response',
    ends: 'sentence',
    respond: (response) => response.socket?.destroy(),
  },
  { what: 'a response that never comes', ends: 'loading', respond: () => undefined },
  {
    what: 'a response that drips',
    ends: 'whole',
    async respond(response, _path, original) {
      const { status, headers, body } = await original()
      response.writeHead(status, { ...headers, 'content-length': body.length })
      const size = Math.ceil(body.length / DROPS)
      for (let from = 0; from < body.length; from += size) {
        response.write(body.subarray(from, from + size))
        await setTimeout(DROP_MS)
      }
      response.end()
    },
  },
  {
    what: 'a response that is cut off',
    ends: 'sentence',
    respond(response) {
      response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': 1000 })
      response.write('[{"id":', () => response.socket?.destroy())
    },
  },
  { what: '500 in HTML', ends: 'sentence', respond: send(500, 'text/html', '<h1>Error</h1>') },
  { what: '500 in JSON', ends: 'sentence', respond: refuse(500, 'error') },
  {
    what: '502 of a proxy',
    ends: 'sentence',
    respond: send(502, 'text/html', '<html><center><h1>502 Bad Gateway</h1></center></html>'),
  },
  {
    what: '503 with Retry-After',
    ends: 'sentence',
    respond: refuse(503, 'busy', { 'retry-after': '1' }),
  },
  {
    what: '429 with Retry-After',
    ends: 'sentence',
    respond: refuse(429, 'too_many', { 'retry-after': '1' }),
  },
  {
    what: '401 token_not_valid for every call but the refresh',
    ends: 'sentence',
    respond: async (response, path, original) =>
      path === '/api/users/login/refresh/'
        ? pass(response, await original())
        : send(401, JSON_TYPE, REJECTED)(response),
  },
  {
    what: '401 token_not_valid for every call',
    ends: 'login',
    respond: send(401, JSON_TYPE, REJECTED),
  },
  { what: '403', ends: 'sentence', respond: refuse(403, 'forbidden') },
  { what: '404', ends: 'sentence', respond: refuse(404, 'not_found') },
  {
    what: '200 with half a JSON text',
    ends: 'sentence',
    respond: send(200, JSON_TYPE, '[{"id":1,'),
  },
  {
    what: '200 with another object',
    ends: 'sentence',
    isSuccess: true,
    respond: send(200, JSON_TYPE, '{"__proto__":{"id":[]},"results":7}'),
  },
  {
    what: '200 with a list of anything',
    ends: 'sentence',
    isSuccess: true,
    respond: send(200, JSON_TYPE, '[null,7,"x",{"id":"1","title":{}}]'),
  },
  {
    what: '200 with the page of a captive portal',
    ends: 'sentence',
    respond: send(200, 'text/html', '<h1>Welcome to our WLAN</h1>'),
  },
  {
    what: '200 with an empty body',
    ends: 'sentence',
    isSuccess: true,
    respond: send(200, JSON_TYPE, ''),
  },
]

export type FaultySite = {
  readonly url: string
  /** Sets the fault of every call from now on; null: the API responds. */
  readonly set: (fault: ApiFault | null) => void
  readonly close: () => void
}

/**
 * A proxy on an origin of its own. It serves the plain page that the server sends if it cannot render one, so that
 * pages make every call themselves.
 */
export async function startFaultySite(site: string): Promise<FaultySite> {
  let fault: ApiFault | null = null
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    const isApi = path.startsWith('/api/') && !path.startsWith('/api/files/')
    const isPage = request.headers['sec-fetch-dest'] === 'document' && !path.endsWith('.txt')
    const original = () => forward(request, site + (isPage ? '/auth/login' : path))
    // The page may have been closed.
    response.on('error', () => undefined)
    if (fault && isApi) await fault.respond(response, path, original)
    else pass(response, await original())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set: (next) => {
      fault = next
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function forward(request: IncomingMessage, url: string): Promise<Original> {
  const { authorization, 'content-type': contentType } = request.headers
  const body = await buffer(request)
  const response = await fetch(url, {
    method: request.method ?? 'GET',
    headers: {
      ...(authorization && { authorization }),
      ...(contentType && { 'content-type': contentType }),
    },
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  })
  const headers = Object.fromEntries(response.headers)
  // `fetch` has decoded the body.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding'])
    delete headers[name]
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) }
}
