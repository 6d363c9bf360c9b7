import Fastify from 'fastify'
import { reportTo } from './parent.ts'

/*
 * Plain Fastify: responds to every URL with the bytes and headers that the parent process has sent. It parses request
 * bodies, as the application must.
 */

export type BareResponse = {
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}
export type BareReady = { readonly url: string }

let response: BareResponse = { body: new Uint8Array(), headers: {} }
const app = Fastify()
app.all('/*', (_request, reply) => reply.headers(response.headers).send(response.body))
const url = await app.listen({ port: 0, host: '127.0.0.1' })

process.on('disconnect', () => process.exit(0))
reportTo({ url } satisfies BareReady, {
  serve: (value) => {
    response = value as BareResponse
  },
})
