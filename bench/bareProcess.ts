import Fastify from 'fastify'
import { tellCpuTime } from './cpuTime.ts'

/*
 * What the framework alone can do: any address answers the bytes that the parent has sent, with their type.
 * Bodies are parsed, as the real thing must.
 */

export type BareAnswer = { readonly body: string; readonly type: string }
export type BareReady = { readonly url: string }

let type = 'application/json; charset=utf-8'
// Bytes, not text: what a kept answer is, or the bare route would encode anew each time.
let bytes = Buffer.alloc(0)
const app = Fastify()
app.all('/*', (_request, reply) => reply.type(type).send(bytes))
const url = await app.listen({ port: 0, host: '127.0.0.1' })

tellCpuTime()
process.on('message', (message: BareAnswer | string) => {
  if (typeof message === 'string') return
  type = message.type
  bytes = Buffer.from(message.body)
  process.send?.('ready')
})
process.on('disconnect', () => process.exit(0))
process.send?.({ url } satisfies BareReady)
