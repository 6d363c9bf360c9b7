import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { WORKER_PATH } from '#contract/offline.ts'
import type { BrowserServer } from './startWorld.ts'

/** silent: nothing comes. portal: the login page of a public network comes for everything, with status 200. */
type Network = 'well' | 'silent' | 'bad_gateway' | 'portal' | 'gone'

export type WorkerProxy = {
  readonly url: string
  /** Changes what the browser gets from now on. */
  become: (network: Network) => void
  /** Silence for the calls of these paths alone, which end as the server has responded when the network becomes well. */
  holdBack: (path: string) => void
  /** Replaces the worker from now on; `change` gets the script of the server. */
  replaceWorker: (change: (script: string) => string) => void
  close: () => void
}

const HTML = { 'content-type': 'text/html' }
const STATUS = { bad_gateway: 502, portal: 200 } as const

/** Starts a proxy in front of a server; it can replace the worker as the next version of the site would. */
export async function startWorkerProxy({ url }: Pick<BrowserServer, 'url'>): Promise<WorkerProxy> {
  let change: ((script: string) => string) | null = null
  let network: Network = 'well'
  let heldPath: string | null = null
  /** Ends what is without a response. */
  const held = new Set<() => void>()
  const target = new URL(url)
  const proxy = createServer((incoming, outgoing) => {
    // Its connection ends with the silence, as it does when a device changes its network.
    if (network === 'silent') return void held.add(() => incoming.socket.destroy())
    if (network === 'gone') return void incoming.socket.destroy()
    if (network !== 'well')
      return void outgoing.writeHead(STATUS[network], HTML).end('<h1>Wi-Fi</h1>')
    const isWorker = incoming.url === WORKER_PATH
    const headers = { ...incoming.headers, ...(isWorker && { 'accept-encoding': 'identity' }) }
    if (isWorker) delete headers['if-none-match']
    const sent = request(
      {
        host: target.hostname,
        port: target.port,
        method: incoming.method,
        path: incoming.url,
        headers,
      },
      (response) => {
        if (!isWorker || change === null) {
          outgoing.writeHead(response.statusCode ?? 502, response.headers)
          response.pipe(outgoing)
          return
        }
        const replace = change
        void buffer(response).then((body) => {
          const { 'content-length': _length, etag: _tag, ...kept } = response.headers
          outgoing.writeHead(200, kept).end(replace(body.toString()))
        })
      },
    )
    sent.on('error', () => outgoing.destroy())
    if (heldPath !== null && incoming.url?.startsWith(heldPath) === true)
      held.add(() => incoming.pipe(sent))
    else incoming.pipe(sent)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    replaceWorker: (next) => {
      change = next
    },
    become: (next) => {
      network = next
      heldPath = null
      for (const send of held) send()
      held.clear()
    },
    holdBack: (path) => {
      heldPath = path
    },
    close: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
