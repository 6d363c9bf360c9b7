import type { FastifyRequest } from 'fastify'
import { ErrorBody, fileResponse } from '#contract/shapes.ts'
import { DAY_MS, HOUR_MS } from '../../config/time.ts'
import { type App, type Deps, limited, scope } from '../../http/deps.ts'
import { errors, refusal } from '../../http/errors.ts'
import { readForm, takeForms } from '../../http/plugins/multipart.ts'
import { refuseBadText } from '../../http/plugins/textGuard.ts'
import { chosenLanguage } from '../../http/requestLanguage.ts'
import { type Call, changing } from '../../work/work.ts'
import type { Module } from '../face.ts'
import { messagesDeskRoutes, type Others } from './deskRoutes.ts'
import { contactMails } from './mails.ts'
import { ContactForm, formToStore, sendersOf } from './policy.ts'
import {
  deleteOldMessages,
  findNewestMessage,
  insertMessage,
  isBlocked,
  messageStates,
  messagesData,
} from './repository.ts'

export const messages = {
  make: (others: Others): Module => ({
    site: (deps) => ({
      // The contact form, which works without scripts, has another type of body.
      async open(open) {
        await open.register(scope('contact', async (forms) => messagesRoutes(forms, deps)))
      },
    }),
    desk: (desk, deps) => messagesDeskRoutes(desk, deps, others),
    mails: contactMails.writers,
    expiries: { messages: { expire: deleteOldMessages, keptMs: 365 * DAY_MS } },
    personalData: messagesData,
    queues: () => ({
      messages: { table: 'contact_messages', since: 'created_at', waits: messageStates().unread },
    }),
  }),
}

/**
 * Messages of all callers together in an hour. Refused ones do not count: otherwise one caller could close the form for
 * all others.
 */
const HOURLY_MAX = 60

const schema = {
  operationId: 'sendContactForm',
  tags: ['Contact'],
  summary: 'Receive a message of the contact form',
  consumes: ['multipart/form-data'],
  body: ContactForm,
  response: { 200: fileResponse('The message is stored', 'text/plain'), 403: ErrorBody },
}

/**
 * Replaces the e-mail service of behaviour 7.8: its path below our API, for EmailJS clients that have our origin as
 * theirs. Needs a scope of its own.
 */
async function messagesRoutes(open: App, deps: Deps): Promise<void> {
  await takeForms(open)
  open.addHook('preValidation', async (request, reply) => {
    request.body = (await readForm(request, reply)).fields
    await refuseBadText(request)
  })
  open.post('/v1.0/email/send-form', { schema, config: limited(5, 10) }, async (request, reply) => {
    await storeMessage(deps, request)
    // EmailJS responds with plain text, which its client shows.
    return reply.type('text/plain; charset=utf-8').send('OK')
  })
}

async function storeMessage(deps: Deps, request: Call<typeof schema>): Promise<void> {
  const { settings } = deps
  const form = formToStore(request.body)
  if (await isBlocked(deps, sendersOf(form.email)))
    throw refusal(403, 'sender_blocked', { attr: 'email' })
  await assertBelowHourlyLimit(deps, request)
  await changing(deps, async (w) => {
    const message = await insertMessage(w, { ...form, language: chosenLanguage(request) })
    w.mail(settings.contactTo, contactMails.of('contact', { message }))
  })
}

async function assertBelowHourlyLimit(
  { db, clock, settings, security }: Deps,
  { log, ip, routeOptions }: Pick<FastifyRequest, 'log' | 'ip' | 'routeOptions'>,
): Promise<void> {
  if (!settings.rateLimits) return
  const now = clock()
  const oldest = await findNewestMessage({ db, now }, HOURLY_MAX - 1)
  if (oldest === undefined) return
  security.report(log, 'rate_limited', { ip, route: routeOptions.url ?? '' })
  throw errors.tooManyRequests(Math.ceil((oldest.created_at + HOUR_MS - now) / 1000))
}
