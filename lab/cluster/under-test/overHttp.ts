import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { isIPv4 } from 'node:net'
import { buffer } from 'node:stream/consumers'
import light, { type DispatchFunc } from 'light-my-request'
import type { App } from '../../../server/http/deps.ts'
import { NotOnCluster } from '../../../test/helpers/cluster/notOnCluster.ts'

// Less than the 75 seconds after which nginx closes an idle connection.
const agent = new Agent({ keepAlive: true, timeout: 60_000 })

/**
 * `inject` of a remote application.
 * @param before waits until a request sees what earlier ones have written
 */
export function injectAt(url: string, before: () => Promise<void>): App['inject'] {
  const dispatch: DispatchFunc = (req, res) => {
    before()
      .then(() => pass(url, req, res))
      .catch((error: unknown) => res.destroy(error as Error))
  }
  return ((options: Parameters<typeof light>[1]) => light(dispatch, options)) as App['inject']
}

async function pass(url: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { hostname, port } = new URL(url)
  const body = await buffer(req)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const { method, url: path, headers } = req
    const options = { agent, hostname, port, method, path, headers: given(headers) }
    request({ ...options, ...sender(req) })
      .once('response', resolve)
      .once('error', reject)
      .end(body)
  })
  const contents = await buffer(response)
  if (contents.includes('<center>nginx')) throw new NotOnCluster('nginx refuses its request')
  res.writeHead(response.statusCode ?? 0, response.statusMessage, response.headers)
  res.end(contents)
}

/** Headers of the request; a test removes one by `undefined`. The body is sent as a whole. */
const given = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => value !== undefined && name !== 'transfer-encoding',
    ),
  )

/** Simulates another machine by another loopback address: 198.51.100.7 is 127.51.100.7. */
function sender({ socket: { remoteAddress = '127.0.0.1' } }: IncomingMessage) {
  if (!isIPv4(remoteAddress)) throw new NotOnCluster(`a request from ${remoteAddress}`)
  const localAddress = remoteAddress.replace(/^\d+/, '127')
  return localAddress === '127.0.0.1' ? {} : { localAddress }
}
