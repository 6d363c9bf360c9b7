import { TrigramLists } from './db/trigramLists.ts'
import type { Area } from './http/cache/responseCache.ts'
import type { App, Deps } from './http/deps.ts'
import { type Answers, answering } from './http/pageAnswers.ts'
import { SITE_FOLDER } from './http/plugins/builtSite.ts'
import { admitViewer, requireMember, requireStepUp } from './http/plugins/identity.ts'
import { limitReads, limitWrites } from './http/plugins/rateLimit.ts'
import { scope } from './http/serve.ts'
import { LINK_SOURCES } from './linkSources.ts'
import { mailedPagesModule } from './modules/account/credentials/mailedPages.ts'
import { credentialsModule } from './modules/account/credentials/siteRoutes.ts'
import type { RemoveElsewhere } from './modules/account/credentials/takeBack.ts'
import { passkeyLoginModule, passkeysMemberModule } from './modules/account/passkeys/siteRoutes.ts'
import { exportFileModule, personalDataModule } from './modules/account/personal-data/siteRoutes.ts'
import { secondFactorModule } from './modules/account/second-factor/siteRoutes.ts'
import { stepUpModule } from './modules/account/second-factor/stepUpRoutes.ts'
import { recordEvent } from './modules/account/security-log/eventRepository.ts'
import { securityLogModule } from './modules/account/security-log/siteRoutes.ts'
import { sessionListModule } from './modules/account/sessions/siteRoutes.ts'
import { accountMemberModule, accountModule } from './modules/account/siteRoutes.ts'
import { feedFileModule } from './modules/calendar/feedRoutes.ts'
import { deleteFeedsSince } from './modules/calendar/repository.ts'
import { calendarModule } from './modules/calendar/siteRoutes.ts'
import type { Sources } from './modules/calendar/sources.ts'
import { FEED_LINKS, feedsOf } from './modules/content/feeds.ts'
import { contentHead, contentPages } from './modules/content/pageHead.ts'
import { nextChange } from './modules/content/repository.ts'
import { contentAnswers, contentModule } from './modules/content/siteRoutes.ts'
import { contentSource } from './modules/content/siteSearch.ts'
import { downloadsAnswers, downloadsModule } from './modules/downloads/siteRoutes.ts'
import { downloadsSource } from './modules/downloads/siteSearch.ts'
import { filesModule } from './modules/files/siteRoutes.ts'
import { formattingModule } from './modules/formatting/siteRoutes.ts'
import { glossaryMemberModule } from './modules/glossary/memberRoutes.ts'
import { entryHead } from './modules/glossary/pageHead.ts'
import { listPending } from './modules/glossary/repository.ts'
import {
  glossaryAnswers,
  glossaryModule,
  glossaryTypesModule,
} from './modules/glossary/siteRoutes.ts'
import { glossarySource } from './modules/glossary/siteSearch.ts'
import { listReceivedInvites } from './modules/groups/inviteRepository.ts'
import { groupPageModule, inviteLookModule, LOOK_LINK } from './modules/groups/page/siteRoutes.ts'
import { listOccurrencesOfMember } from './modules/groups/planning/occurrenceRepository.ts'
import { planningModule } from './modules/groups/planning/siteRoutes.ts'
import { listUnansweredPolls } from './modules/groups/planning/unansweredRepository.ts'
import { isInGroup } from './modules/groups/repository.ts'
import { groupsModule } from './modules/groups/siteRoutes.ts'
import { healthModule } from './modules/health/siteRoutes.ts'
import { isMentionedIn, linkingModule, ownTermsModule } from './modules/linking/siteRoutes.ts'
import { liveModule } from './modules/live/siteRoutes.ts'
import { messagesModule } from './modules/messages/siteRoutes.ts'
import { notificationsMemberModule, unsubscribeModule } from './modules/notifications/siteRoutes.ts'
import { deleteNameChangesSince } from './modules/profile/repository.ts'
import { profileMemberModule, profileModule } from './modules/profile/siteRoutes.ts'
import { listSeats, listSeatsAhead } from './modules/registration/memberRepository.ts'
import { registrationMemberModule, registrationModule } from './modules/registration/siteRoutes.ts'
import { ruleHead, rulePages } from './modules/rules/pageHead.ts'
import { ruleSearch, rulesSource } from './modules/rules/search.ts'
import { rulesAnswers, rulesModule } from './modules/rules/siteRoutes.ts'
import { SEARCH_LINK, searchModule } from './modules/search/siteRoutes.ts'
import { offlineTag } from './modules/site/offline.ts'
import { documentIn, linkHeader, openRenderer, siteTexts } from './modules/site/openRenderer.ts'
import type { Rendering } from './modules/site/renderedPages.ts'
import { describeSite, type Site } from './modules/site/site.ts'
import { visitsModule } from './modules/visits/siteRoutes.ts'
import { forecastDeletion } from './personalData.ts'

/** What the calendar of a member has of other modules. */
const CALENDAR_SOURCES: Sources = {
  recordEvent,
  listSessions: listOccurrencesOfMember,
  listSeats,
  listSeatsAhead,
  listPolls: listUnansweredPolls,
  listInvites: listReceivedInvites,
  listPending,
}

/** What the undo of a change of e-mail address removes besides the credentials. */
const removeElsewhere: RemoveElsewhere = async (tx, member, since) => ({
  feeds: await deleteFeedsSince(tx, member, since),
  names: await deleteNameChangesSince(tx, member, since),
})

const MEMBER_BODY_BYTES = 1024 * 1024

type Searching = Parameters<typeof rulesModule>[1] & Parameters<typeof glossaryModule>[1]

/** The searches keep indexes: one for the API and the pages. */
export const withSearches = (deps: Deps): Searching => ({
  ...deps,
  search: ruleSearch(forVisitors(deps)),
  trigrams: new TrigramLists(),
  isMentioned: isMentionedIn(LINK_SOURCES),
})

/** What visitors read may come from a replica. */
const forVisitors = <D extends Deps>(deps: D): D => ({ ...deps, db: deps.publicReads.db })

/** What one search finds, in the order of its groups. */
const searchSources = (visitors: Searching) => [
  rulesSource(visitors.search),
  glossarySource(visitors, visitors.trigrams),
  contentSource(visitors),
  downloadsSource(visitors),
]

/** The calls that the pages make when the server renders them. @param apiBase such as `/api` */
export const pageAnswers = (deps: Searching, apiBase: string) => {
  const answers: Answers<Searching> = [
    ...contentAnswers,
    ...downloadsAnswers,
    ...rulesAnswers,
    ...glossaryAnswers(apiBase),
  ]
  return answering(answers, forVisitors(deps))
}

/** Every module of the site's API in its scope; access comes from the scope alone. */
export async function registerScopes(api: App, deps: Searching): Promise<void> {
  const tokens = api.siteTokens
  const visitors = forVisitors(deps)

  await api.register(
    scope('open', async (open) => {
      healthModule(open, deps)
      accountModule(open, deps, tokens)
      passkeyLoginModule(open, deps, tokens)
      exportFileModule(open, deps)
      feedFileModule(open, deps, CALENDAR_SOURCES)
      contentModule(open, visitors)
      downloadsModule(open, visitors)
      filesModule(open, deps)
      rulesModule(open, visitors)
      glossaryTypesModule(open, visitors)
      searchModule(open, { ...visitors, sources: searchSources(visitors) })
      linkingModule(open, visitors, LINK_SOURCES)
      visitsModule(open, deps)
      profileModule(open, deps)
      await registerForms(open, deps)
    }),
  )

  await api.register(scope('optional', async (optional) => registerOptional(optional, deps)))

  await api.register(
    scope('member', async (member) => {
      member.addHook('onRequest', requireMember(tokens.whoIs))
      member.addHook('onRoute', (route) => {
        route.bodyLimit ??= MEMBER_BODY_BYTES
      })
      limitWrites(member)
      limitReads(member, deps)
      member.addHook('onRequest', requireStepUp(tokens.stepUp.isValid))
      accountMemberModule(member, deps)
      secondFactorModule(member, deps)
      credentialsModule(member, deps)
      sessionListModule(member, deps)
      securityLogModule(member, deps)
      passkeysMemberModule(member, deps)
      personalDataModule(member, deps, forecastDeletion)
      stepUpModule(member, deps, tokens)
      groupsModule(member, deps)
      planningModule(member, deps)
      groupPageModule(member, deps)
      calendarModule(member, deps, CALENDAR_SOURCES)
      registrationMemberModule(member, { ...deps, isInGroup })
      liveModule(member, deps)
      profileMemberModule(member, deps)
      notificationsMemberModule(member, deps)
      await registerEntryForm(member, deps)
    }),
  )
}

/** Reads that show a member more than a visitor. */
function registerOptional(optional: App, deps: Searching): void {
  optional.addHook('onRequest', admitViewer(optional.siteTokens.whoIs))
  limitReads(optional, deps)
  glossaryModule(optional, deps)
  registrationModule(optional, { ...deps, isInGroup })
}

/** The look at an invite link, and forms of pages without scripts, which take another kind of body. */
async function registerForms(open: App, deps: Deps): Promise<void> {
  inviteLookModule(open, deps)
  await open.register(scope('contact', async (forms) => messagesModule(forms, deps)))
  const mailedDeps = { ...deps, removeElsewhere }
  await open.register(
    scope('mailed pages', async (mailed) => mailedPagesModule(mailed, mailedDeps)),
  )
  await open.register(scope('unsubscribe', async (mailed) => unsubscribeModule(mailed, deps)))
}

/** The form of an entry, the preview of what is written in forms, and names of own entries in texts. */
async function registerEntryForm(member: App, deps: Deps): Promise<void> {
  formattingModule(member, deps)
  ownTermsModule(member, deps, LINK_SOURCES)
  await member.register(scope('glossary', async (forms) => glossaryMemberModule(forms, deps)))
}

/** Data that the pages of a route show, by its path; the rest show contents. */
const AREAS: Readonly<Record<string, Area>> = {
  '/downloads': 'downloads',
  '/rules': 'rules',
  '/ruleItem/:id': 'rules',
  '/world': 'glossary',
}

/**
 * What renders the public pages; null where it is switched off or not built.
 * @param apiBase such as `/api`
 * @param root folder of the built site
 */
export async function pageRendering(
  deps: Searching,
  { headOf }: Site,
  apiBase: string,
  root: string,
): Promise<((plain: string) => Rendering) | null> {
  const { clock, settings, responseCache, gates, publicReads } = deps
  const renderer = settings.rendersPages ? await openRenderer() : null
  if (renderer === null) return null
  return (plain) => ({
    renderer,
    texts: siteTexts(root),
    answer: pageAnswers(deps, apiBase),
    headOf,
    facts: { timeZone: settings.timeZone, feeds: feedsOf(settings) },
    responseCache,
    gate: gates.pages,
    areaOf: (route) => AREAS[route] ?? 'contents',
    expiry: async (area) => (area === 'contents' ? nextChange(publicReads.db, clock()) : undefined),
    headers: { link: linkHeader(plain) },
    documentOf: documentIn(plain),
  })
}

/** The pages of the site for link previews and search engines; a module with pages of its own adds a line to both. */
export function sitePages(deps: Deps): Site {
  const visitors = forVisitors(deps)
  return describeSite(
    deps.settings,
    [contentHead(visitors), ruleHead(visitors), entryHead(visitors)],
    [contentPages(visitors), rulePages(visitors)],
    FEED_LINKS + SEARCH_LINK + LOOK_LINK + offlineTag(deps.settings, SITE_FOLDER),
  )
}
