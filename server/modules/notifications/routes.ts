import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { profileRoutes } from '#contract/routes.ts'
import { profileSchemas } from '#contract/schemas/profile.ts'
import type { App, Deps } from '../../deps.ts'
import { at, limited } from '../../plugins/serve.ts'
import { page } from './page.ts'
import { notificationsRepository } from './repository.ts'
import { unsubscribeTokens } from './token.ts'

/** The two preferences calls of SPEC 7. */
export function notificationsMemberModule(member: App, deps: Deps): void {
  const { db, clock } = deps
  const notifications = notificationsRepository(deps)

  member.route({
    ...at(profileRoutes.getPreferences),
    schema: profileSchemas.getPreferences,
    handler: async ({ memberId }) => ({
      email_notifications: await notifications.wantsMail(db, memberId),
    }),
  })

  member.route({
    ...at(profileRoutes.savePreferences),
    schema: profileSchemas.savePreferences,
    handler: async ({ body, memberId }) => {
      await notifications.saveWish(db, memberId, body.email_notifications, clock())
      return {}
    },
  })
}

/** Bytes. The body of a one-click request says nothing that its address does not say. */
const BODY_MAX = 4096

/**
 * Ends notifications from within a mail, without a login (RFC 8058): the POST of a mail program, or of the
 * page's button. A GET shows the page and changes nothing, as programs open addresses that they find in mails.
 * Register in a scope of its own: it takes bodies of any type, which are not read.
 */
export function unsubscribeModule(open: App, deps: Deps): void {
  const { db } = deps
  const notifications = notificationsRepository(deps)
  const { memberOf } = unsubscribeTokens(deps.jwtSecret)
  open.removeAllContentTypeParsers()
  open.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_MAX },
    (_request, _body, done) => done(null),
  )

  const show = (reply: FastifyReply, status: number, name: Parameters<typeof page>[0]) =>
    reply.status(status).type('text/html; charset=utf-8').send(page(name, open.prefix))
  const shared = {
    url: '/notifications/unsubscribe/:token',
    config: limited(60, 1),
  } as const
  const params = Type.Object({ token: Type.String() })

  open.route({
    ...shared,
    method: 'GET',
    schema: { summary: 'Ask before the notification mails stop', params },
    handler: async ({ params: { token } }, reply) =>
      memberOf(token) === null ? show(reply, 404, 'unknown') : show(reply, 200, 'ask'),
  })

  open.route({
    ...shared,
    method: 'POST',
    schema: { summary: 'Stop the notification mails (RFC 8058)', params },
    handler: async ({ params: { token } }, reply) => {
      const member = memberOf(token)
      if (member === null) return show(reply, 404, 'unknown')
      await notifications.unsubscribe(db, member)
      return show(reply, 200, 'done')
    },
  })
}
