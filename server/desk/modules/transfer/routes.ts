import type { FastifyRequest } from 'fastify'
import { TRANSFER_BYTES_MAX } from '#contract/desk.ts'
import type { App, Deps } from '../../../deps.ts'
import { handleError } from '../../../plugins/errorHandler.ts'
import { deskCall } from '../../calls.ts'
import { BadFile } from '../../transfer/reading.ts'
import { checkArea, exportArea, importArea, type TransferArea } from '../../transfer/transfer.ts'

/** Rules and glossary as files. Register in a scope of its own: a bad file is answered with all its problems. */
export function transferModule(scope: App, deps: Deps): void {
  const areaOf = ({ params }: FastifyRequest) => (params as { area: TransferArea }).area
  const jobOf = (request: FastifyRequest) => ({
    area: areaOf(request),
    file: request.body,
    who: request.deskUser,
    importer: request.deskUser.id,
  })

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
      const area = areaOf(request)
      reply.header('content-disposition', `attachment; filename="discordia-${area}.json"`)
      return exportArea(deps, area)
    },
  })

  scope.route({
    ...deskCall('transfer', 'check'),
    bodyLimit: TRANSFER_BYTES_MAX,
    handler: (request) => checkArea(deps, jobOf(request)),
  })

  const call = deskCall('transfer', 'import')
  scope.route({
    ...call,
    config: { ...call.config, isAccountedFor: true },
    bodyLimit: TRANSFER_BYTES_MAX,
    handler: async (request) => {
      const report = await importArea(deps, jobOf(request))
      deps.answers.clear(areaOf(request))
      return report
    },
  })
}
