import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Received = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly raw: string
  readonly body: Readonly<Record<string, unknown>>
}
type Answer = (received: Received, response: ServerResponse) => boolean

/** A server that hooks send to: as Discord below `/api/webhooks`, as Matrix below `/_matrix`, else any other. */
export async function startSink() {
  const received: Received[] = []
  const next: Answer[] = []
  const transactions = new Map<string, string>()
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const raw = await text(request)
    const one = { method, path: url, headers, raw, body: JSON.parse(raw) }
    received.push(one)
    if (next.shift()?.(one, response)) return
    const known = transactions.get(url)
    const event = known ?? `$${transactions.size + 1}`
    if (url.startsWith('/_matrix')) transactions.set(url, event)
    if (url.startsWith('/_matrix')) response.end(JSON.stringify({ event_id: event }))
    else if (url.includes('wait=true')) response.end(JSON.stringify({ id: `m${received.length}` }))
    else response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const refusing =
    (status: number, body: object | string, headers = {}): Answer =>
    (_, response) => {
      response.writeHead(status, headers)
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
      return true
    }
  return {
    host: `127.0.0.1:${port}`,
    received,
    /** Events of rooms: a repeated transaction makes none. */
    transactions,
    /** What the next requests get in place of an answer; `false`: the usual one. */
    answerNext: (...answers: Answer[]) => void next.push(...answers),
    refuseNext: (...of: Parameters<typeof refusing>) => void next.push(refusing(...of)),
    empty() {
      received.length = 0
      next.length = 0
      transactions.clear()
    },
    /** What the messages say, oldest first. */
    said: () =>
      received.map(({ method, body }) => {
        const content = (body['m.new_content'] ?? body) as { body?: string; content?: string }
        const { title, lines, link } = body as { title?: string; lines?: string[]; link?: string }
        const json = title === undefined ? [] : [title, ...(lines ?? []), link]
        const all = content.content ?? content.body ?? json.join('\n')
        return `${method} ${all.replaceAll('\\', '')}`
      }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
