import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { TSchema } from 'typebox'
import { calls, isAdded } from '../../contract/calls.ts'
import { SITE_FOLDER } from '../../server/http/plugins/builtSite.ts'
import type { BrowserServer } from '../../test/helpers/browser/startWorld.ts'

/*
 * A server that has only the calls and fields of docs/behaviour/calls.md: a proxy that refuses and records every other
 * call of the API and removes every other field from the responses. Pages are the built files, rendered by the browser.
 */

export type BareServer = {
  /** Origin of the site. */
  readonly url: string
  /** Calls that docs/behaviour/calls.md does not list. */
  readonly refused: readonly string[]
  /** Calls that were let through. */
  readonly passed: readonly string[]
  /** Clears `passed`. */
  readonly forget: () => void
  readonly close: () => void
}

const ADDITIONS: ReadonlySet<string> = new Set([
  'logout',
  'resendActivation',
  'dismissNotices',
  ...calls.filter(({ table }) => isAdded(table)).map(({ name }) => name),
])
/** Headers of additions (behaviour 12.2). */
const ADDED_HEADERS = /^(link|x-suggestions|x-total-count)$/
/** Optional in the contract, as only some articles have them, and named by behaviour 3.4. */
const SPECIFIED: ReadonlySet<string> = new Set(['news_date', 'event_date'])

const specified = calls
  .filter(({ name }) => !ADDITIONS.has(name))
  .map(({ name, method, path, response }) => ({
    name,
    method,
    pattern: new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`),
    schema: response[200] ?? response[201],
  }))

type AnySchema = TSchema & {
  readonly properties?: Readonly<Record<string, AnySchema>>
  readonly required?: readonly string[]
  readonly items?: AnySchema
}

/** Removes the fields that a server may leave out. */
export function bareAnswer(value: unknown, schema: AnySchema | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => bareAnswer(item, schema?.items))
  const { properties, required = [] } = schema ?? {}
  if (properties === undefined || value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => required.includes(name) || SPECIFIED.has(name))
      .map(([name, field]) => [name, bareAnswer(field, properties[name])]),
  )
}

const bareRefusal = ({ errors, detail }: { errors?: unknown; detail?: unknown }) => ({
  errors,
  detail,
})

const plain = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !/^(host|connection|content-length)$/.test(name)
        ? [[name, value]]
        : [],
    ),
  )

/** Types of files for which browsers accept no other. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

type Answer = { status: number; headers: Record<string, string>; body: string | Buffer }

/** Acts as a plain file server: a file, or the page for a path without an extension. Null for a missing file. */
async function builtFile(pathname: string): Promise<Answer | null> {
  const path = extname(pathname) === '' ? '/index.html' : pathname
  const body = await readFile(join(SITE_FOLDER, path)).catch(() => null)
  const type = MEDIA_TYPES[extname(path)]
  return body && { status: 200, headers: type ? { 'content-type': type } : {}, body }
}

/** Starts it in front of a server of ours. It makes access tokens opaque, because they announce additions too. */
export async function startBareServer({ url }: Pick<BrowserServer, 'url'>): Promise<BareServer> {
  const refused: string[] = []
  const passed: string[] = []
  const tokens = new Map<string, string>()

  const opaque = (answer: unknown): unknown => {
    if (answer === null || typeof answer !== 'object' || !('access' in answer)) return answer
    const access = `opaque-${randomUUID()}`
    tokens.set(access, String(answer.access))
    return { ...answer, access }
  }

  async function answerTo(
    method: string,
    path: string,
    headers: IncomingHttpHeaders,
    body: Buffer,
  ): Promise<Answer> {
    const { pathname } = new URL(path, url)
    const call = specified.find((row) => row.method === method && row.pattern.test(pathname))
    const isApi = pathname.startsWith('/api/')
    // Files of the API base, such as pictures, are no calls.
    const isFile = pathname.startsWith('/api/files/')
    const file = isApi || method !== 'GET' ? null : await builtFile(decodeURI(pathname))
    if (file) return file
    if (!isApi) return { status: 404, headers: {}, body: '' }
    if (!isFile && call === undefined) {
      refused.push(`${method} ${pathname}`)
      return { status: 404, headers: {}, body: '{"errors":[],"detail":"Not found."}' }
    }
    if (call !== undefined) passed.push(call.name)
    const sent = plain(headers)
    const token = /^Bearer (.+)$/.exec(sent['authorization'] ?? '')?.[1] ?? ''
    const real = tokens.get(token)
    if (real !== undefined) sent['authorization'] = `Bearer ${real}`
    const response = await fetch(new URL(path, url), {
      method,
      headers: sent,
      redirect: 'manual',
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
    const received = Buffer.from(await response.arrayBuffer())
    const kept = Object.fromEntries(
      [...response.headers].filter(
        ([name]) =>
          !/^(content-(encoding|length)|transfer-encoding|connection|set-cookie)$/.test(name) &&
          !ADDED_HEADERS.test(name),
      ),
    )
    const isJson = response.headers.get('content-type')?.includes('json') === true
    if (call === undefined || !isJson || received.length === 0)
      return { status: response.status, headers: kept, body: received }
    const json: unknown = JSON.parse(received.toString())
    const bare = response.ok ? opaque(bareAnswer(json, call.schema)) : bareRefusal(json as object)
    return { status: response.status, headers: kept, body: JSON.stringify(bare) }
  }

  const server = createServer((request, response) => {
    void buffer(request)
      .then((body) => answerTo(request.method ?? 'GET', request.url ?? '/', request.headers, body))
      .then((answer) => response.writeHead(answer.status, answer.headers).end(answer.body))
      .catch(() => response.writeHead(502).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    refused,
    passed,
    forget: () => passed.splice(0),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
