import { createReadStream } from 'node:fs'
import { PassThrough, type Writable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MemberId } from '#contract/ids.ts'
import type { TransferArea } from '#contract/sets.ts'
import { type ExportForm, LINES_TYPE, type TransferLine } from '#contract/transfer.ts'
import type { HasDb } from '../db/rows.ts'
import { deskRouteOf, type Sent } from '../desk/changeRoute.ts'
import { deskErrors } from '../desk/errors.ts'
import { assertOwnKey } from '../files/fileStore.ts'
import { newIncoming, takeIncoming } from '../files/incoming.ts'
import { clearAreas } from '../http/cache/clearing.ts'
import type { App, Deps } from '../http/deps.ts'
import { errors } from '../http/errors.ts'
import type { Gate } from '../http/gate.ts'
import { handleError, responseOf } from '../http/plugins/errorHandler.ts'
import { languageOf, readerLanguage } from '../http/requestLanguage.ts'
import { sentenceIn } from '../text/sentence.ts'
import { BadFile } from './reading.ts'
import { lossIn } from './sources/source.ts'
import { inThread, makeThreadGate, type NoteStep, type Task, threadSettings } from './thread.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

type Transfer = Deps & { readonly gate: Gate; readonly formats: Formats }
type Formats = Readonly<Record<TransferArea, URL>>

/**
 * Areas as files. Register in a scope of its own, because of its error handler.
 * @param formats the modules with the format of each area
 */
export function transferRoutes(scope: App, deps: Deps, formats: Formats): void {
  const transfer = { ...deps, formats, gate: makeThreadGate() }
  scope.setErrorHandler((error, request, reply) =>
    error instanceof BadFile
      ? reply.status(error.status).send(problemsOf(error, languageOf(request)))
      : handleError(error, request, reply),
  )
  const write = deskRouteOf('transfer', 'import')
  scope.route({
    ...deskRouteOf('transfer', 'export'),
    handler: (request, reply) => exportFile(transfer, request, reply),
  })
  scope.route({
    ...deskRouteOf('transfer', 'check'),
    handler: reportHandler(transfer, 'check'),
  })
  scope.route({
    ...write,
    config: { ...write.config, isAudited: true },
    handler: reportHandler(transfer, 'import'),
  })
}

const FORMS: Readonly<Record<ExportForm, readonly [ending: string, type: string]>> = {
  json: ['json', JSON_TYPE],
  markdown: ['zip', 'application/zip'],
  csv: ['csv', 'text/csv; charset=utf-8'],
}

async function exportFile(deps: Transfer, request: FastifyRequest, reply: FastifyReply) {
  const { form = 'json' } = request.query as { form?: ExportForm }
  const path = await newIncoming(deps.settings.dataDir, reply.raw)
  const language = readerLanguage(request)
  await run(deps, () => ({ ...common(deps, request), verb: 'export', form, path, language }))
  const [ending, type] = FORMS[form]
  const name = `attachment; filename="discordia-${areaOf(request)}.${ending}"`
  return reply.type(type).header('content-disposition', name).send(createReadStream(path))
}

const reportHandler =
  (deps: Transfer, verb: 'import' | 'check') =>
  (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { upload, mapping = {}, preview } = request.body as Sent<'transfer', 'check'>['body']
    const { deskUser: actor } = request
    const language = languageOf(request)
    return sendLines(request, reply, async (noteStep) => {
      // Its end deletes the file: the work goes on without a client that leaves.
      const use = new PassThrough()
      try {
        const task = async (): Promise<Task> => {
          // Nothing would come of it.
          if (verb === 'check' && reply.raw.destroyed) throw errors.badRequest()
          const { name, file_key } = await findUpload(deps, upload, actor.id)
          const { path } = await fetchFile(deps, file_key, use)
          const file = { path, name, upload, mapping, preview, actor, importer: actor.id, language }
          return { ...common(deps, request), ...file, verb }
        }
        const report = await run(deps, task, noteStep)
        if (verb === 'import') clearAreas(deps, [areaOf(request)])
        return report
      } finally {
        use.destroy()
      }
    })
  }

/** @throws Refusal for an upload that is another's, of another purpose, or used up */
async function findUpload(w: HasDb, id: string, by: MemberId) {
  const row = await w.db
    .selectFrom('desk_uploads')
    .select(['name', 'file_key'])
    .where((is) => is.and({ id, purpose: 'import', created_by: by }))
    .executeTakeFirst()
  if (row === undefined) throw deskErrors.unusableUpload('upload')
  return row
}

/** A reader needs any part of the file at any time: a copy on disk, until the use of it is over. */
async function fetchFile({ files, settings }: Transfer, key: string, use: Writable) {
  assertOwnKey(key)
  const contents = await files.stream(key)
  if (contents === null) throw deskErrors.unusableUpload('upload')
  return takeIncoming(settings.dataDir, contents, use)
}

/** @param task made when its turn has come */
const run = (
  { gate }: Transfer,
  task: () => Task | Promise<Task>,
  noteStep?: NoteStep,
): Promise<Buffer> => gate(async () => inThread(await task(), noteStep))

const areaOf = ({ params }: FastifyRequest) => (params as { area: TransferArea }).area

const common = ({ settings, clock, formats }: Transfer, request: FastifyRequest) => ({
  settings: threadSettings(settings),
  now: clock(),
  area: areaOf(request),
  format: formats[areaOf(request)].href,
})

const HEADERS = {
  'content-type': LINES_TYPE,
  'cache-control': 'no-store, no-transform',
  // Keeps nginx from buffering the lines.
  'x-accel-buffering': 'no',
} as const

/**
 * Sends the outcome of some work as JSON. A client that accepts lines gets them from the first step on.
 * @param work may take long; it goes on without a client that leaves
 */
async function sendLines(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (noteStep: NoteStep | undefined) => Promise<Buffer>,
): Promise<FastifyReply> {
  let lines: PassThrough | undefined
  const write = (line: string) => {
    if (lines?.writable) lines.write(line)
  }
  const noteStep: NoteStep = (step) => {
    if (lines === undefined) {
      lines = new PassThrough()
      void reply.headers(HEADERS).send(lines)
    }
    write(lineOf(step))
  }
  try {
    const response = await work(takesLines(request) ? noteStep : undefined)
    if (lines === undefined) return reply.type('application/json; charset=utf-8').send(response)
    write(`{"report":${response.toString()}}\n`)
  } catch (error) {
    if (lines === undefined) throw error
    write(lineOf(refusalLine(error, request)))
  }
  lines.end()
  return reply
}

const takesLines = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes(LINES_TYPE) === true

const lineOf = (line: TransferLine): string => `${JSON.stringify(line)}\n`

function refusalLine(error: unknown, request: FastifyRequest): TransferLine {
  if (error instanceof BadFile)
    return { status: error.status, refusal: problemsOf(error, languageOf(request)) }
  const { status, body } = responseOf(error, request)
  return { status, refusal: body }
}

const problemsOf = ({ code, sentence, problems }: BadFile, language: string) => ({
  errors: problems.map((one) => {
    const { place, problem } = lossIn(language, one)
    return { code, detail: problem, attr: place }
  }),
  detail: sentenceIn(language, sentence),
})
