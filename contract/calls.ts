import { accountCalls, deskAccountCalls } from './account.ts'
import { admissionCalls, deskAdmissionCalls } from './admission.ts'
import { deskAuditCalls } from './audit.ts'
import { blockCalls } from './blocks.ts'
import { calendarCalls } from './calendar.ts'
import { deskChecklistCalls } from './checklist.ts'
import { contentCalls, deskContentCalls } from './content.ts'
import type { DeskTable } from './desk.ts'
import { deskDownloadsCalls } from './downloads.ts'
import { deskFormattingCalls, formattingCalls } from './formatting.ts'
import { deskGlossaryCalls, glossaryCalls } from './glossary.ts'
import { groupPageCalls } from './groupPage.ts'
import { deskGroupsCalls, groupCalls } from './groups.ts'
import { guestCalls } from './guests.ts'
import { deskHookCalls, hookCalls } from './hooks.ts'
import { linkingCalls } from './linking.ts'
import { liveCalls } from './live.ts'
import { memberInviteCalls } from './memberInvites.ts'
import { deskMessagesCalls } from './messages.ts'
import { deskOpeningsCalls, openingCalls } from './openings.ts'
import { deskOverviewCalls } from './overview.ts'
import { pastCalls } from './past.ts'
import { personalDataCalls } from './personalData.ts'
import { planningCalls } from './planning.ts'
import { deskProfileCalls, profileCalls } from './profile.ts'
import { programmeCalls } from './programme.ts'
import { deskRegistrationCalls, registrationCalls } from './registration.ts'
import { deskReportsCalls, reportCalls } from './reports.ts'
import { reviewCalls } from './review.ts'
import type { Call, CallTable } from './route.ts'
import { deskRulesCalls, rulesCalls } from './rules.ts'
import { securityCalls } from './security.ts'
import { deskSiteCalls, type SitePart } from './siteKit.ts'
import { searchCalls } from './siteSearch.ts'
import { tokenCalls } from './tokens.ts'
import { importCalls, transferCalls } from './transfer.ts'
import { deskUploadsCalls } from './uploads.ts'

/** A page that always exists and that everyone may open. */
type PublicPage = {
  readonly path: string
  /** Keys of its title and lead among the texts of the site. */
  readonly title: string
  readonly lead: string
  readonly also?: readonly string[]
  /** Not in the sitemap. */
  readonly isUnlisted?: true
  /** Not in the sitemap of a community that does without it. */
  readonly part?: SitePart
}

export type Noun = {
  /** Ends in "(additions)" or "(an addition)" where the calls are none of docs/behaviour/calls.md. */
  readonly title?: string
  readonly calls?: CallTable
  /** Calls of the desk. */
  readonly desk?: DeskTable
  readonly pages?: readonly PublicPage[]
}

/**
 * Every noun that has calls or public pages, once: those of docs/behaviour/calls.md in its order, then the additions,
 * then those of the desk alone. `deskCalls.ts` and `pageList.ts` are made of it, as are documents, benchmarks and tests.
 */
export const tables = {
  landing: {
    pages: [{ path: '/discordia/', title: 'landing_page.title', lead: 'landing_page.lead', also: ['/'] }],
  },
  initiative: {
    pages: [
      { path: '/discordia/rpg-initiative', title: 'initiative.title', lead: 'initiative.lead', part: 'initiative' },
    ],
  },
  account: {
    title: 'Session and account',
    calls: accountCalls,
    desk: deskAccountCalls,
    pages: [
      { path: '/auth/register', title: 'register.title', lead: 'register.lead', isUnlisted: true },
      { path: '/auth/login', title: 'login.title', lead: 'login.lead', isUnlisted: true },
      { path: '/auth/forgot-password', title: 'login.forgot_title', lead: 'login.forgot_intro', isUnlisted: true },
    ],
  },
  profile: { title: 'Profile, preferences and order details', calls: profileCalls, desk: deskProfileCalls },
  groups: { title: 'Groups', calls: groupCalls, desk: deskGroupsCalls },
  content: {
    title: 'Public content',
    calls: contentCalls,
    desk: deskContentCalls,
    pages: [
      { path: '/discordia/news&events/', title: 'news.title', lead: 'news.lead' },
      { path: '/discordia/downloads', title: 'downloads.title', lead: 'downloads.lead' },
    ],
  },
  rules: {
    title: 'Rules',
    calls: rulesCalls,
    desk: deskRulesCalls,
    pages: [{ path: '/discordia/rules', title: 'rules.title', lead: 'rules.lead' }],
  },
  glossary: {
    title: 'Glossary',
    calls: glossaryCalls,
    desk: deskGlossaryCalls,
    pages: [{ path: '/discordia/world', title: 'glossary.title', lead: 'glossary.lead' }],
  },
  groupPage: { title: 'Pages of groups (additions)', calls: groupPageCalls },
  openings: { title: 'Groups that look for players (additions)', calls: openingCalls, desk: deskOpeningsCalls },
  registration: {
    title: 'Registration for events (additions)',
    calls: registrationCalls,
    desk: deskRegistrationCalls,
  },
  guests: { title: 'Seats without an account (additions)', calls: guestCalls },
  programme: { title: 'Tables of an event (additions)', calls: programmeCalls },
  planning: { title: 'Sessions of groups (additions)', calls: planningCalls },
  hooks: { title: 'Messages to chats (additions)', calls: hookCalls, desk: deskHookCalls },
  past: { title: 'Past sessions of groups (additions)', calls: pastCalls },
  calendar: { title: 'Calendar of a member (additions)', calls: calendarCalls },
  search: { title: 'Search (additions)', calls: searchCalls },
  linking: { title: 'Linked texts (additions)', calls: linkingCalls },
  formatting: { title: 'Preview of formatted texts (an addition)', calls: formattingCalls, desk: deskFormattingCalls },
  admission: {
    title: 'Admission and code of conduct (additions)',
    calls: admissionCalls,
    desk: deskAdmissionCalls,
  },
  security: { title: 'Account security (additions)', calls: securityCalls },
  tokens: { title: 'Read-only tokens (additions)', calls: tokenCalls },
  personalData: { title: 'Personal data (additions)', calls: personalDataCalls },
  blocks: { title: 'Blocks between members (additions)', calls: blockCalls },
  reports: { title: 'Reports (additions)', calls: reportCalls, desk: deskReportsCalls },
  live: { title: 'Changes as they happen (an addition)', calls: liveCalls },
  audit: { desk: deskAuditCalls },
  checklist: { desk: deskChecklistCalls },
  downloads: { desk: deskDownloadsCalls },
  memberInvites: { desk: { 'member-invites': memberInviteCalls } },
  messages: { desk: deskMessagesCalls },
  overview: { desk: deskOverviewCalls },
  review: { desk: { review: reviewCalls } },
  siteKit: { desk: deskSiteCalls },
  transfer: { desk: { transfer: transferCalls, imports: importCalls } },
  uploads: { desk: deskUploadsCalls },
} as const satisfies Record<string, Noun>

type Tables = typeof tables
/** Nouns with calls of the site. */
export type TableName = {
  [Name in keyof Tables]: Tables[Name] extends { calls: CallTable } ? Name : never
}[keyof Tables]
export type CallName = { [Name in TableName]: keyof Tables[Name]['calls'] }[TableName]
export type NamedCall = Call & { readonly name: CallName; readonly table: TableName }

/** True for additions, which docs/behaviour/calls.md does not list. */
export const isAdded = (table: TableName): boolean => /\((an addition|additions)\)$/.test(tables[table].title)

/** All calls of the site. */
export const calls: readonly NamedCall[] = Object.entries<Noun>(tables).flatMap(([table, { calls = {} }]) =>
  Object.entries(calls).map(([name, call]) => ({
    ...call,
    name: name as CallName,
    table: table as TableName,
  })),
)
