import Type from 'typebox'
import type { EventKind } from '#contract/content.ts'
import type { MemberId } from '#contract/ids.ts'
import { profileCalls } from '#contract/profile.ts'
import { fileResponse } from '#contract/shapes.ts'
import { isTimeZone } from '../../config/time.ts'
import type { HasDb, Read } from '../../db/rows.ts'
import { type App, type Deps, limited, scope } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { acceptAnyBody, plainPage, readersKit } from '../../http/plainPage.ts'
import {
  addressTokens,
  MAIL_KINDS,
  type MailKind,
  stopAddress,
  unsubscribeTokens,
} from '../../mail/unsubscribeToken.ts'
import type { Kit, KitTexts } from '../../text/kit.ts'
import { escapeHtml } from '../../text/markup.ts'
import { type Call, changing, routesOn } from '../../work/work.ts'
import type { Module } from '../face.ts'
import { articleMails, makeAnnouncer } from './announcer.ts'
import {
  findPreferences,
  notificationsData,
  saveArticleMails,
  saveEventKinds,
  saveSwitches,
  saveWeeklyMails,
  stopArticleMails,
} from './preferenceRepository.ts'
import { countUnnotified, listUnsentAbout } from './repository.ts'

export const notifications = {
  gives: { countUnnotified, listUnsentAbout, findPreferences },
  make: (account: AccountPreferences): Module => ({
    site: (deps) => ({
      async open(open) {
        await open.register(scope('unsubscribe', async (mailed) => unsubscribeRoutes(mailed, deps)))
      },
      member: (member) => notificationsMemberRoutes(member, { ...deps, ...account }),
    }),
    mails: articleMails.writers,
    jobs: [makeAnnouncer],
    personalData: notificationsData,
  }),
}

type Sent<Name extends keyof typeof profileCalls> = Call<(typeof profileCalls)[Name]>

/** Preferences that are columns of the account, and kinds of events. Injected by `server/modules.ts`. */
type AccountPreferences = {
  /** `time_zone`: null: none, so that emails use the zone of what they are about; `language`: two letters */
  readonly changeUser: (
    w: HasDb,
    user: MemberId,
    change: { readonly time_zone?: string | null; readonly language?: string },
  ) => Promise<unknown>
  readonly listEventKinds: (w: HasDb) => Promise<readonly EventKind[]>
  readonly saveFirstSteps: (w: Read, user: MemberId, isShown: boolean) => Promise<unknown>
}
type PreferenceDeps = Deps & AccountPreferences

function notificationsMemberRoutes(member: App, deps: PreferenceDeps): void {
  const route = routesOn(member, deps, profileCalls)
  route('getPreferences', async (w, { memberId }) => {
    const { languages } = w.settings
    return findPreferences(w, memberId, { languages, kinds: await deps.listEventKinds(w) })
  })
  route('savePreferences', savePreferences)
}

async function savePreferences(
  w: PreferenceDeps & Read,
  { body, memberId }: Sent<'savePreferences'>,
) {
  const { settings } = w
  const { email_notifications, event_kinds, weekly_mails, time_zone, language, first_steps } = body
  if (typeof time_zone === 'string' && !isTimeZone(time_zone)) throw errors.invalid('time_zone')
  if (language !== undefined && !settings.languages.includes(language))
    throw errors.invalidChoice('language')
  await changing(w, async (w) => {
    await saveArticleMails(w, memberId, email_notifications)
    await saveSwitches(w, memberId, body)
    if (weekly_mails !== undefined) await saveWeeklyMails(w, memberId, weekly_mails)
    if (event_kinds !== undefined) await saveEventKinds(w, memberId, event_kinds)
    if (time_zone !== undefined) await w.changeUser(w, memberId, { time_zone })
    if (language !== undefined) await w.changeUser(w, memberId, { language })
    if (first_steps !== undefined) await w.saveFirstSteps(w, memberId, first_steps)
  })
  return {}
}

type Page = keyof KitTexts['mail']['unsubscribe_page']
/** Effect of a token, and the pages that ask and confirm. */
type Stop = { readonly ask: Page; readonly done: Page; readonly stop: () => Promise<unknown> }

/** Null: no mail of this kind had the token. */
function stopOf({ db, clock, jwtSecret }: Deps, kind: MailKind, token: string): Stop | null {
  const w = { db, now: clock() }
  const member = unsubscribeTokens(jwtSecret, kind).memberOf(token)
  if (member !== null && kind === 'content')
    return { ask: 'ask', done: 'done', stop: () => stopArticleMails(w, member) }
  if (member !== null && kind !== 'content') {
    const stop = () => saveSwitches(w, member, { [kind]: false })
    return { ask: `ask_${kind}`, done: `done_${kind}`, stop }
  }
  // Token of a mail to a person without an account.
  const digest = kind === 'invite_mails' ? addressTokens(jwtSecret).digestIn(token) : null
  if (digest === null) return null
  return { ask: 'ask_address', done: 'done_address', stop: () => stopAddress(w, digest) }
}

/** The name of the operation, and the subject of the mails, for the documentation. */
const SUBSCRIPTIONS: readonly (readonly [MailKind, operation: string, about: string])[] = [
  ['content', 'ContentMails', 'news and events'],
  ['invite_mails', 'InviteMails', 'invites'],
  ['planning_mails', 'PlanningMails', 'polls and sessions'],
  ['reminder_mails', 'ReminderMails', 'sessions and polls that come up'],
  ['group_log_mails', 'GroupLogMails', 'activity in groups'],
  ['event_mails', 'EventMails', 'events with a registration'],
]

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
function unsubscribeRoutes(open: App, deps: Deps): void {
  acceptAnyBody(open, deps)
  for (const subscription of SUBSCRIPTIONS) serveUnsubscription(open, deps, subscription)
}

function serveUnsubscription(
  open: App,
  deps: Deps,
  [kind, operation, about]: (typeof SUBSCRIPTIONS)[number],
): void {
  const servePage = (
    method: 'GET' | 'POST',
    what: { readonly operationId: string; readonly summary: string },
    pageFor: (found: Stop) => Promise<Page>,
  ) =>
    open.route({
      method,
      url: `${MAIL_KINDS[kind].path}/:token`,
      config: limited(60, 1),
      schema: { ...what, ...described },
      handler: async (request, reply) => {
        const found = stopOf(deps, kind, request.params.token)
        reply.status(found === null ? 404 : 200).type('text/html; charset=utf-8')
        const kit = readersKit(deps.kit.current(), request, reply)
        return reply.send(page(kit, found === null ? 'unknown' : await pageFor(found)))
      },
    })

  const askSummary = `Confirmation page for unsubscribing from mails about ${about}`
  const asking = { operationId: `askToStop${operation}`, summary: askSummary }
  servePage('GET', asking, async ({ ask }) => ask)
  const stopSummary = `Unsubscribe from mails about ${about} (RFC 8058)`
  const stopping = { operationId: `stop${operation}`, summary: stopSummary }
  servePage('POST', stopping, async ({ done, stop }) => {
    await stop()
    return done
  })
}

/** Readers of these have no account. */
const STRANGERS: ReadonlySet<Page> = new Set(['ask_address', 'done_address'])
// Redirects to the login without a session.
const SETTINGS = '/discordia/dashboard?tab=settings'

/** Page for a reader who came from a mail: needs neither a session nor scripts. */
function page(kit: Kit, name: Page): string {
  const { mail, pages } = kit.texts
  const words: { title: string; body: string; button?: string } = mail.unsubscribe_page[name]
  const form =
    words.button === undefined
      ? ''
      : `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${escapeHtml(words.button)}</button></form>`
  return plainPage(kit, {
    title: words.title,
    content: `<section><p>${escapeHtml(words.body)}</p>${form}</section>`,
    links: STRANGERS.has(name) ? [] : [{ label: pages.to_settings, path: SETTINGS }],
    isPersonal: true,
  })
}
