import type { FastifyRequest } from 'fastify'
import { TRANSFER_BYTES_MAX } from '#contract/desk.ts'
import { deskCall } from '../../desk/changeRoute.ts'
import type { App, Deps } from '../../http/deps.ts'
import { makeGate } from '../../http/gate.ts'
import { handleError } from '../../http/plugins/errorHandler.ts'
import { BadFile } from './reading.ts'
import type { Task } from './task.ts'
import { inThread } from './thread.ts'
import type { TransferArea } from './transfer.ts'

/** Each takes a thread and some hundred MB of memory for a file of the largest size. */
const AT_ONCE = 1
const QUEUED = 4
const JSON_TYPE = 'application/json; charset=utf-8'

/** Rules and glossary as files. Register in a scope of its own: a bad file is answered with all its problems. */
export function transferModule(scope: App, deps: Deps): void {
  const { databaseUrl, dataDir } = deps.settings
  const gate = makeGate(AT_ONCE, QUEUED)
  const areaOf = ({ params }: FastifyRequest) => (params as { area: TransferArea }).area
  const common = (request: FastifyRequest) => ({
    settings: { databaseUrl, dataDir },
    now: deps.clock(),
    area: areaOf(request),
  })
  const sent = (verb: 'import' | 'check', request: FastifyRequest): Task => ({
    ...common(request),
    verb,
    bytes: request.body as Buffer,
    who: request.deskUser,
    importer: request.deskUser.id,
  })

  // A file of the largest size takes half a second to parse, so the thread that serves requests does not.
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )

  scope.setErrorHandler((error, request, reply) => {
    if (!(error instanceof BadFile)) return handleError(error, request, reply)
    const errors = error.problems.map(({ place, problem }) => ({
      code: error.code,
      detail: problem,
      attr: place,
    }))
    return reply.status(400).send({ errors, detail: error.message })
  })

  scope.route({
    ...deskCall('transfer', 'export'),
    handler: async (request, reply) => {
      const text = await gate(() => inThread({ ...common(request), verb: 'export' }))
      const name = `attachment; filename="discordia-${areaOf(request)}.json"`
      return reply.type(JSON_TYPE).header('content-disposition', name).send(text)
    },
  })

  const check = deskCall('transfer', 'check')
  scope.route({
    ...check,
    config: { ...check.config, takesFiles: true },
    bodyLimit: TRANSFER_BYTES_MAX,
    handler: async (request, reply) =>
      reply.type(JSON_TYPE).send(await gate(() => inThread(sent('check', request)))),
  })

  const call = deskCall('transfer', 'import')
  scope.route({
    ...call,
    config: { ...call.config, isAccountedFor: true, takesFiles: true },
    bodyLimit: TRANSFER_BYTES_MAX,
    handler: async (request, reply) => {
      const report = await gate(() => inThread(sent('import', request)))
      deps.responseCache.clear(areaOf(request))
      return reply.type(JSON_TYPE).send(report)
    },
  })
}
