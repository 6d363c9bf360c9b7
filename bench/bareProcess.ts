import Fastify from 'fastify'
import { reportCpuTime } from './cpuTime.ts'

/*
 * Fastify alone: responds to every URL with the bytes and content type that the parent process has sent.
 * Request bodies are parsed, as the application must.
 */

export type BareResponse = { readonly body: string; readonly type: string }
export type BareReady = { readonly url: string }

let type = 'application/json; charset=utf-8'
// A buffer, like a cached response: text would be encoded for every request.
let bytes = Buffer.alloc(0)
const app = Fastify()
app.all('/*', (_request, reply) => reply.type(type).send(bytes))
const url = await app.listen({ port: 0, host: '127.0.0.1' })

reportCpuTime()
process.on('message', (message: BareResponse | string) => {
  if (typeof message === 'string') return
  type = message.type
  bytes = Buffer.from(message.body)
  process.send?.('ready')
})
process.on('disconnect', () => process.exit(0))
process.send?.({ url } satisfies BareReady)
