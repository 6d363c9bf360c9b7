import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FakeBucket = {
  /** Settings that make a server use it. */
  readonly env: Record<string, string>
  /** Stored objects by `/bucket/key`. */
  readonly objects: Map<string, Buffer>
  /** Headers of the last upload. */
  readonly lastPut: () => IncomingMessage['headers']
  readonly close: () => Promise<void>
}

/** As much of an S3 store as files need: put, get with ranges, head, delete. On the loopback address. */
export async function startFakeBucket(): Promise<FakeBucket> {
  const objects = new Map<string, Buffer>()
  let lastPut: IncomingMessage['headers'] = {}

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://bucket').pathname)
    const found = objects.get(path)
    if (request.method === 'PUT') {
      lastPut = request.headers
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      objects.set(path, Buffer.concat(chunks))
      response.writeHead(200, { etag: '"x"' }).end()
    } else if (request.method === 'DELETE') {
      objects.delete(path)
      response.writeHead(204).end()
    } else if (found === undefined) {
      response.writeHead(404, { 'content-type': 'application/xml' })
      response.end(request.method === 'HEAD' ? '' : '<Error><Code>NoSuchKey</Code></Error>')
    } else {
      const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
      const part = start === undefined ? found : found.subarray(Number(start), Number(end) + 1)
      response.writeHead(start === undefined ? 200 : 206, { 'content-length': part.length })
      response.end(request.method === 'HEAD' ? '' : part)
    }
  }

  const server: Server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    objects,
    lastPut: () => lastPut,
    env: {
      S3_BUCKET: 'shelf',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
