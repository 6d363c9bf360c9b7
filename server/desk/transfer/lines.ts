import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TransferLine } from '#contract/schemas/transfer.ts'
import { LINES_TYPE } from '#contract/transfer.ts'
import { responseOf } from '../../http/plugins/errorHandler.ts'
import { languageOf } from '../../http/requestLanguage.ts'
import { sentenceIn } from '../../text/sentence.ts'
import { BadFile } from './reading.ts'
import { lossIn } from './sources/source.ts'
import type { NoteStep } from './thread.ts'

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
export async function sendLines(
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

/** A bad file is refused with all its problems. */
export const problemsOf = ({ code, sentence, problems }: BadFile, language: string) => ({
  errors: problems.map((one) => {
    const { place, problem } = lossIn(language, one)
    return { code, detail: problem, attr: place }
  }),
  detail: sentenceIn(language, sentence),
})
