import type { FastifyRequest } from 'fastify'
import { ErrorBody, fileResponse } from '#contract/schemas/shared.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { readForm, takeForms } from '../../http/plugins/multipart.ts'
import { limited } from '../../http/plugins/serve.ts'
import { refuseBadText } from '../../http/plugins/textGuard.ts'
import { enqueue } from '../../mail/outbox.ts'
import { ContactForm, formToStore, sendersOf } from './policy.ts'
import { contactRepository as contact } from './repository.ts'

/**
 * Messages of all callers together in an hour: a mailbox that is flooded is of no use to anybody. Only stored ones
 * count: refused ones would let one caller close the form for everybody.
 */
const HOURLY_MAX = 60
const HOUR_MS = 3_600_000

/**
 * Stands in for the e-mail service of behaviour 7, at its path below our API: EmailJS clients that have our
 * origin as theirs find it there. The message is stored in the transaction that owes the mail, so that
 * nothing is lost while the mail server is down.
 */
export async function contactModule(
  open: App,
  { db, clock, settings, security }: Deps,
): Promise<void> {
  await takeForms(open)
  open.addHook('preValidation', async (request, reply) => {
    request.body = (await readForm(request, reply)).fields
    await refuseBadText(request)
  })

  async function assertRoom({
    log,
    ip,
    routeOptions: { url = '' },
  }: FastifyRequest): Promise<void> {
    if (!settings.rateLimits) return
    const now = clock()
    const oldest = await contact.newestButSome(db, HOURLY_MAX - 1, now - HOUR_MS)
    if (oldest === undefined) return
    security.report(log, 'rate_limited', { ip, route: url })
    throw errors.tooManyRequests(Math.ceil((oldest.created_at + HOUR_MS - now) / 1000))
  }

  open.route({
    method: 'POST',
    url: '/v1.0/email/send-form',
    schema: {
      operationId: 'sendContactForm',
      tags: ['Contact'],
      summary: 'Receive a message of the contact form',
      consumes: ['multipart/form-data'],
      body: ContactForm,
      response: { 200: fileResponse('The message is stored', 'text/plain'), 403: ErrorBody },
    },
    config: limited(5, 10),
    handler: async (request, reply) => {
      const { body } = request
      const form = formToStore(body)
      if (await contact.isBlocked(db, sendersOf(form.email))) throw errors.senderBlocked()
      await assertRoom(request)
      await db.transaction().execute(async (tx) => {
        const now = clock()
        const message = await contact.add(tx, form, now)
        const recipient = settings.contactTo
        await enqueue(tx, { kind: 'contact', recipient, data: { message } }, now)
      })
      // The service that this stands in for answers in plain text, and its client shows it as such.
      return reply.type('text/plain; charset=utf-8').send('OK')
    },
  })
}
