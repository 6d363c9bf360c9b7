import Fastify from 'fastify'

/*
 * What the framework alone can do: any address answers the bytes that the parent has sent, with their type.
 * Bodies are parsed, as the real thing must.
 */

export type BareAnswer = { readonly body: string; readonly type: string }
export type BareReady = { readonly url: string }

let answer: BareAnswer = { body: '', type: 'application/json; charset=utf-8' }
const app = Fastify()
app.all('/*', (_request, reply) => reply.type(answer.type).send(answer.body))
const url = await app.listen({ port: 0, host: '127.0.0.1' })

process.on('message', (message: BareAnswer) => {
  answer = message
  process.send?.('ready')
})
process.on('disconnect', () => process.exit(0))
process.send?.({ url } satisfies BareReady)
