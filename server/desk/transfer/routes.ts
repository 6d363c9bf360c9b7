import type { FastifyReply, FastifyRequest } from 'fastify'

import type { TransferArea } from '#contract/sets.ts'
import { clearAreas } from '../../http/cache/clearing.ts'
import type { App, Deps } from '../../http/deps.ts'
import { type Gate, makeGate } from '../../http/gate.ts'
import { handleError } from '../../http/plugins/errorHandler.ts'
import { deskRouteOf } from '../changeRoute.ts'
import { BadFile } from './reading.ts'
import { inThread, type Task } from './thread.ts'

/** Bytes of a JSON file with rules or glossary. */
const TRANSFER_BYTES_MAX = 64 * 1024 * 1024

/** Each takes a thread and some hundred MB of memory for a file of the largest size. */
const THREADS_MAX = 1
const QUEUE_MAX = 4
const JSON_TYPE = 'application/json; charset=utf-8'

type Transfer = Deps & { readonly gate: Gate; readonly formats: Formats }
type Formats = Readonly<Record<TransferArea, URL>>

/**
 * Rules and glossary as files. Register in a scope of its own, because of its parser and its error handler.
 * @param formats the modules with the format of each area
 */
export function transferModule(scope: App, deps: Deps, formats: Formats): void {
  const transfer = { ...deps, formats, gate: makeGate(THREADS_MAX, QUEUE_MAX) }
  // The thread parses the JSON: a file of the largest size takes half a second.
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  scope.setErrorHandler((error, request, reply) =>
    error instanceof BadFile ? sendProblems(error, reply) : handleError(error, request, reply),
  )
  const sent = { bodyLimit: TRANSFER_BYTES_MAX }
  const config = { takesFiles: true } as const
  const [check, write] = [deskRouteOf('transfer', 'check'), deskRouteOf('transfer', 'import')]
  scope.route({
    ...deskRouteOf('transfer', 'export'),
    handler: (request, reply) => exportFile(transfer, request, reply),
  })
  scope.route({
    ...check,
    ...sent,
    config: { ...check.config, ...config },
    handler: (request, reply) => checkFile(transfer, request, reply),
  })
  scope.route({
    ...write,
    ...sent,
    config: { ...write.config, ...config, isAudited: true },
    handler: (request, reply) => importFile(transfer, request, reply),
  })
}

/** A bad file is refused with all its problems. */
function sendProblems({ code, message, problems }: BadFile, reply: FastifyReply) {
  const errors = problems.map(({ place, problem }) => ({ code, detail: problem, attr: place }))
  return reply.status(400).send({ errors, detail: message })
}

async function exportFile(deps: Transfer, request: FastifyRequest, reply: FastifyReply) {
  const text = await run(deps, { ...common(deps, request), verb: 'export' })
  const name = `attachment; filename="discordia-${areaOf(request)}.json"`
  return reply.type(JSON_TYPE).header('content-disposition', name).send(text)
}

async function checkFile(deps: Transfer, request: FastifyRequest, reply: FastifyReply) {
  const report = await run(deps, taskOf(deps, 'check', request))
  return reply.type(JSON_TYPE).send(report)
}

async function importFile(deps: Transfer, request: FastifyRequest, reply: FastifyReply) {
  const report = await run(deps, taskOf(deps, 'import', request))
  clearAreas(deps, [areaOf(request)])
  return reply.type(JSON_TYPE).send(report)
}

const run = ({ gate }: Transfer, task: Task): Promise<Buffer> => gate(() => inThread(task))

const areaOf = ({ params }: FastifyRequest) => (params as { area: TransferArea }).area

const common = ({ settings, clock, formats }: Transfer, request: FastifyRequest) => ({
  settings: { databaseUrl: settings.databaseUrl, dataDir: settings.dataDir },
  now: clock(),
  area: areaOf(request),
  format: formats[areaOf(request)].href,
})

const taskOf = (deps: Transfer, verb: 'import' | 'check', request: FastifyRequest): Task => ({
  ...common(deps, request),
  verb,
  bytes: request.body as Buffer,
  actor: request.deskUser,
  importer: request.deskUser.id,
})
