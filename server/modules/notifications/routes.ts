import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import type { MemberId } from '#contract/ids.ts'
import { profileRoutes } from '#contract/routes.ts'
import { profileSchemas } from '#contract/schemas/profile.ts'
import { fileResponse } from '#contract/schemas/shared.ts'
import type { App, Deps } from '../../http/deps.ts'
import { at, limited } from '../../http/plugins/serve.ts'
import { invitedRepository as invited } from './invitedRepository.ts'
import { page } from './page.ts'
import { notificationsRepository } from './repository.ts'
import { type MailKind, unsubscribeTokens } from './token.ts'

/** The two preferences calls of behaviour 7. */
export function notificationsMemberModule(member: App, deps: Deps): void {
  const { db, clock } = deps
  const notifications = notificationsRepository(deps)

  member.route({
    ...at(profileRoutes.getPreferences),
    schema: profileSchemas.getPreferences,
    handler: async ({ memberId }) => ({
      email_notifications: await notifications.wantsMail(db, memberId),
      invite_mails: await invited.wantsMail(db, memberId),
    }),
  })

  member.route({
    ...at(profileRoutes.savePreferences),
    schema: profileSchemas.savePreferences,
    handler: async ({ body, memberId }) => {
      const { email_notifications, invite_mails } = body
      const now = clock()
      await db.transaction().execute(async (tx) => {
        await notifications.saveWish(tx, memberId, email_notifications, now)
        if (invite_mails !== undefined) await invited.saveWish(tx, memberId, invite_mails, now)
      })
      return {}
    },
  })
}

type PageName = Parameters<typeof page>[0]
type Stopping = {
  readonly kind: MailKind
  readonly url: string
  /** In the names of the operations. */
  readonly name: string
  /** What the mails are about, for the documentation. */
  readonly about: string
  readonly ask: PageName
  readonly done: PageName
  readonly stop: (member: MemberId) => Promise<unknown>
}

/** Bytes. The body of a one-click request says nothing that its address does not say. */
const BODY_MAX = 4096

/**
 * Ends notifications from within a mail, without a login (RFC 8058): the POST of a mail program, or of the
 * page's button. A GET shows the page and changes nothing, as programs open addresses that they find in mails.
 * Register in a scope of its own: it takes bodies of any type, which are not read.
 */
export function unsubscribeModule(open: App, deps: Deps): void {
  const { db, clock } = deps
  const notifications = notificationsRepository(deps)
  open.removeAllContentTypeParsers()
  open.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_MAX },
    (_request, _body, done) => done(null),
  )

  const show = (reply: FastifyReply, status: number, name: PageName) =>
    reply.status(status).type('text/html; charset=utf-8').send(page(name))
  const described = {
    tags: ['Notifications'],
    params: Type.Object({ token: Type.String() }),
    response: {
      200: fileResponse('A page that says what happens', 'text/html'),
      404: fileResponse('A page: no mail of ours had this link', 'text/html'),
    },
  } as const

  function serve({ kind, url, name, about, ask, done, stop }: Stopping): void {
    const { memberOf } = unsubscribeTokens(deps.jwtSecret, kind)
    const shared = { url, config: limited(60, 1) } as const
    open.route({
      ...shared,
      method: 'GET',
      schema: {
        operationId: `askToStop${name}`,
        summary: `Confirmation page for unsubscribing from mails about ${about}`,
        ...described,
      },
      handler: async ({ params: { token } }, reply) =>
        memberOf(token) === null ? show(reply, 404, 'unknown') : show(reply, 200, ask),
    })
    open.route({
      ...shared,
      method: 'POST',
      schema: {
        operationId: `stop${name}`,
        summary: `Unsubscribe from mails about ${about} (RFC 8058)`,
        ...described,
      },
      handler: async ({ params: { token } }, reply) => {
        const member = memberOf(token)
        if (member === null) return show(reply, 404, 'unknown')
        await stop(member)
        return show(reply, 200, done)
      },
    })
  }

  serve({
    kind: 'content',
    url: '/notifications/unsubscribe/:token',
    name: 'ContentMails',
    about: 'news and events',
    ask: 'ask',
    done: 'done',
    stop: (member) => notifications.unsubscribe(db, member),
  })
  serve({
    kind: 'invites',
    url: '/notifications/unsubscribe-invites/:token',
    name: 'InviteMails',
    about: 'invites',
    ask: 'ask_invites',
    done: 'done_invites',
    stop: (member) => invited.saveWish(db, member, false, clock()),
  })
}
