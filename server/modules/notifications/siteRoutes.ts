import Type from 'typebox'
import type { MemberId } from '#contract/ids.ts'
import { profileRoutes } from '#contract/routes.ts'
import { profileSchemas } from '#contract/schemas/profile.ts'
import { fileResponse } from '#contract/schemas/shared.ts'
import texts from '../../../locales/en/mail.json' with { type: 'json' }
import pageTexts from '../../../locales/en/pages.json' with { type: 'json' }
import { acceptAnyBody } from '../../http/anyBody.ts'
import type { App, Deps } from '../../http/deps.ts'
import { plainPage } from '../../http/plainPage.ts'
import { type Call, limited, routesOn } from '../../http/serve.ts'
import { unsubscribeTokens } from '../../mail/unsubscribeToken.ts'
import { escapeHtml } from '../../text/markup.ts'
import {
  findPreferences,
  saveArticleMails,
  saveInviteMails,
  stopArticleMails,
} from './preferenceRepository.ts'

type Sent<Name extends keyof typeof profileSchemas> = Call<(typeof profileSchemas)[Name]>

/** The preferences of a member (behaviour 7). */
export function notificationsMemberModule(member: App, deps: Deps): void {
  const route = routesOn(member, deps, profileRoutes, profileSchemas)
  route('getPreferences', ({ db }, { memberId }) => findPreferences(db, memberId))
  route('savePreferences', savePreferences)
}

async function savePreferences({ db, clock }: Deps, { body, memberId }: Sent<'savePreferences'>) {
  const { email_notifications, invite_mails } = body
  const now = clock()
  await db.transaction().execute(async (tx) => {
    await saveArticleMails(tx, memberId, email_notifications, now)
    if (invite_mails !== undefined) await saveInviteMails(tx, memberId, invite_mails, now)
  })
  return {}
}

const { unsubscribe_page: pages } = texts
type Page = keyof typeof pages
type Subscription = (typeof SUBSCRIPTIONS)[number]

/** `about`: the subject of the mails, for the documentation. `ask`, `done`: pages. */
const SUBSCRIPTIONS = [
  {
    kind: 'content',
    url: '/notifications/unsubscribe/:token',
    operation: 'ContentMails',
    about: 'news and events',
    ask: 'ask',
    done: 'done',
    stop: ({ db }: Deps, member: MemberId) => stopArticleMails(db, member),
  },
  {
    kind: 'invites',
    url: '/notifications/unsubscribe-invites/:token',
    operation: 'InviteMails',
    about: 'invites',
    ask: 'ask_invites',
    done: 'done_invites',
    stop: ({ db, clock }: Deps, member: MemberId) => saveInviteMails(db, member, false, clock()),
  },
] as const

const described = {
  tags: ['Notifications'],
  params: Type.Object({ token: Type.String() }),
  response: {
    200: fileResponse('A page that says what happens', 'text/html'),
    404: fileResponse('A page: no mail of ours had this link', 'text/html'),
  },
} as const

/**
 * One-click unsubscription from a mail, without a login (RFC 8058): a POST by a mail program, or by the page's button.
 * GET changes nothing, as programs open links of mails. Needs a scope of its own: it takes bodies of any type,
 * unread.
 */
export function unsubscribeModule(open: App, deps: Deps): void {
  acceptAnyBody(open)
  for (const subscription of SUBSCRIPTIONS) serveUnsubscription(open, deps, subscription)
}

function serveUnsubscription(open: App, deps: Deps, subscription: Subscription): void {
  const { kind, url, operation, about, ask, done, stop } = subscription
  const { memberOf } = unsubscribeTokens(deps.jwtSecret, kind)
  const servePage = (
    method: 'GET' | 'POST',
    about: { readonly operationId: string; readonly summary: string },
    pageFor: (member: MemberId) => Promise<Page>,
  ) =>
    open.route({
      method,
      url,
      config: limited(60, 1),
      schema: { ...about, ...described },
      handler: async ({ params: { token } }, reply) => {
        const member = memberOf(token)
        reply.status(member === null ? 404 : 200).type('text/html; charset=utf-8')
        return reply.send(page(member === null ? 'unknown' : await pageFor(member)))
      },
    })

  const askSummary = `Confirmation page for unsubscribing from mails about ${about}`
  servePage('GET', { operationId: `askToStop${operation}`, summary: askSummary }, async () => ask)
  const stopSummary = `Unsubscribe from mails about ${about} (RFC 8058)`
  servePage('POST', { operationId: `stop${operation}`, summary: stopSummary }, async (member) => {
    await stop(deps, member)
    return done
  })
}

/** For a reader who came from a mail: needs neither a session nor scripts. */
function page(name: Page): string {
  const words: { title: string; body: string; button?: string } = pages[name]
  const form =
    words.button === undefined
      ? ''
      : `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${escapeHtml(words.button)}</button></form>`
  return plainPage({
    title: words.title,
    content: `<section><p>${escapeHtml(words.body)}</p>${form}</section>`,
    // Redirects to the login without a session.
    links: [{ label: pageTexts.to_settings, path: '/discordia/dashboard?tab=settings' }],
    isPersonal: true,
  })
}
