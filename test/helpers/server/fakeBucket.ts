import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type FakeBucket = {
  /** Uploads in parts that were begun and neither completed nor aborted. */
  readonly openUploads: () => number
  /** Settings that make a server use it. */
  readonly env: Record<string, string>
  /** Stored objects by `/bucket/key`. */
  readonly objects: Map<string, Buffer>
  /** Headers of the last upload. */
  readonly lastPut: () => IncomingMessage['headers']
  readonly close: () => Promise<void>
}

/** The part of S3 that files need, on the loopback address: put, also in parts, get with ranges, head, delete. */
export async function startFakeBucket(): Promise<FakeBucket> {
  const objects = new Map<string, Buffer>()
  let lastPut: IncomingMessage['headers'] = {}
  const uploads = new Map<string, Buffer[]>()

  /** @returns false for a request that concerns no upload in parts */
  function answerUpload(
    { method }: IncomingMessage,
    { pathname, searchParams }: URL,
    body: Buffer,
    response: ServerResponse,
  ): boolean {
    const id = searchParams.get('uploadId')
    if (method === 'POST' && searchParams.has('uploads')) {
      const begun = `upload-${randomUUID()}`
      uploads.set(begun, [])
      response.end(
        `<InitiateMultipartUploadResult><UploadId>${begun}</UploadId></InitiateMultipartUploadResult>`,
      )
    } else if (id === null) return false
    else if (method === 'PUT') {
      uploads.get(id)?.splice(Number(searchParams.get('partNumber')) - 1, 1, body)
      response.writeHead(200, { etag: '"part"' }).end()
    } else {
      const parts = uploads.get(id)
      uploads.delete(id)
      if (method === 'POST' && parts)
        objects.set(decodeURIComponent(pathname), Buffer.concat(parts))
      response.writeHead(method === 'POST' ? 200 : 204)
      response.end(method === 'POST' ? '<CompleteMultipartUploadResult/>' : '')
    }
    return true
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://bucket')
    const path = decodeURIComponent(url.pathname)
    const found = objects.get(path)
    const body = await buffer(request)
    if (answerUpload(request, url, body, response)) return
    if (request.method === 'PUT') {
      lastPut = request.headers
      objects.set(path, body)
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
    openUploads: () => uploads.size,
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
