import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { WORKER_PATH } from '#contract/offline.ts'
import type { BrowserServer } from './startWorld.ts'

export type WorkerProxy = {
  readonly url: string
  /** Replaces the worker from now on; `change` gets the script of the server. */
  replaceWorker: (change: (script: string) => string) => void
  close: () => void
}

/** Starts a proxy in front of a server; it can replace the worker as the next version of the site would. */
export async function startWorkerProxy({ url }: Pick<BrowserServer, 'url'>): Promise<WorkerProxy> {
  let change: ((script: string) => string) | null = null
  const target = new URL(url)
  const proxy = createServer((incoming, outgoing) => {
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
    incoming.pipe(sent)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    replaceWorker: (next) => {
      change = next
    },
    close: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
