import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { fileResponse } from '#contract/shapes.ts'
import { acceptForms } from '../../../http/anyBody.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { readersKit } from '../../../http/plainPage.ts'
import { limited } from '../../../http/serve.ts'
import { chosenIn, saveForm } from './answerForm.ts'
import { endingPage, sheetPage } from './answerHtml.ts'
import { readSheet } from './answerSheet.ts'
import { ANSWER_PATH } from './answerTokens.ts'

const described = {
  tags: ['Groups'],
  params: Type.Object({ token: Type.String() }),
  response: {
    200: fileResponse('A page that asks, or says what is saved', 'text/html'),
    400: fileResponse('The page: no answer was chosen', 'text/html'),
    404: fileResponse('A page: no mail of ours had this link', 'text/html'),
    409: fileResponse('The page: something has changed, so that nothing is saved', 'text/html'),
    410: fileResponse('A page: the link does not work any more', 'text/html'),
  },
} as const

const STATUS = { saved: 200, none: 400, changed: 409 } as const

/**
 * Pages behind the links of mails that ask for an answer. They need no session, and say whose answer it is. GET writes
 * nothing, as programs open links of mails. Needs a scope of its own: it takes forms.
 */
export function answerPagesModule(open: App, deps: Deps): void {
  acceptForms(open)
  const url = `${ANSWER_PATH}/:token`
  const config = limited(60, 1)
  open.route({
    method: 'GET',
    url,
    config,
    schema: { operationId: 'askForAnswer', summary: 'Page that asks for an answer', ...described },
    async handler(request, reply) {
      const { token } = request.params
      const sheet = await readSheet(deps, token)
      const kit = readersKit(deps.kit.current(), request, reply)
      if (typeof sheet === 'string')
        return send(reply, sheet === 'unknown' ? 404 : 410, endingPage(kit, sheet))
      const { chosen, isMoved } = chosenIn(sheet, new URL(request.url, 'http://site').searchParams)
      const view = { chosen, notice: isMoved ? 'moved' : null, now: deps.clock() } as const
      return send(reply, 200, sheetPage(kit, token, sheet, view))
    },
  })
  open.route({
    method: 'POST',
    url,
    config,
    schema: { operationId: 'answerFromMail', summary: 'Answer from a mail', ...described },
    async handler(request, reply) {
      const { body, params } = request
      const { token } = params
      const form = new URLSearchParams(typeof body === 'string' ? body : '')
      const seen = await readSheet(deps, token)
      const outcome = typeof seen === 'string' ? 'changed' : await saveForm(deps, seen, form)
      const sheet = outcome === 'none' ? seen : await readSheet(deps, token)
      const kit = readersKit(deps.kit.current(), request, reply)
      if (typeof sheet === 'string')
        return send(reply, sheet === 'unknown' ? 404 : 410, endingPage(kit, sheet))
      const view = { ...chosenIn(sheet, form), notice: outcome, now: deps.clock() }
      return send(reply, STATUS[outcome], sheetPage(kit, token, sheet, view))
    },
  })
}

/** The secret in the URL goes to no other site. */
const send = (reply: FastifyReply, status: number, page: string) =>
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('referrer-policy', 'no-referrer')
    .send(page)
