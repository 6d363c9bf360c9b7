import { globSync } from 'node:fs'

export type Area = {
  /** Files whose code is changed. */
  mutate: string[]
  /** Tests that must notice a change, as paths below test/ or lab/ without extensions. */
  tests: string[]
  /** Tests of screens and stores, which need a DOM; the others are tests of the server. */
  isOfSite?: true
}

/** Code that everything else relies on, with the tests that prove it. */
export const areas: Readonly<Record<string, Area>> = {
  policies: {
    mutate: ['server/modules/**/{p,deskP}olicy.ts'],
    tests: [
      'server/policies',
      'server/accounts',
      'server/deskMembers',
      'server/deskOverview',
      'server/deskReview',
      'server/glossary',
      'server/glossaryCreation',
      'server/groupsRaces',
      'server/groupPages',
      'server/groupPolicies',
      'server/groups',
      'server/groupsHandover',
      'server/inviteLinks',
      'server/mailInvites',
      'server/planning',
      'server/polls',
      'server/registration',
      'server/deskRegistrations',
    ],
  },
  tokens: {
    mutate: [
      'server/modules/account/tokens.ts',
      'server/modules/account/siteRoutes.ts',
      'server/http/framing.ts',
      'server/modules/content/preview.ts',
      'server/mail/unsubscribeToken.ts',
      'server/text/secrets.ts',
      'server/http/plugins/identity.ts',
    ],
    tests: [
      'server/accounts',
      'server/deskPreview',
      'server/tokenForms',
      'server/live',
      'server/tokens',
      'server/mailInvites',
      'server/mailings',
      'server/notifications',
      'server/passkeys',
      'server/passwordReset',
      'server/securityLog',
      'server/secondFactor',
    ],
  },
  mutes: {
    mutate: ['server/modules/groups/inviteRepository.ts', 'server/modules/groups/invites.ts'],
    tests: [
      'server/groupsRaces',
      'server/groups',
      'server/groupsApart',
      'server/inviteMails',
      'server/livePublished',
      'server/retention',
    ],
  },
  names: {
    mutate: [
      'server/modules/account/names.ts',
      'server/modules/account/nameRepository.ts',
      'server/text/keys.ts',
      'server/text/lookAlikes.ts',
    ],
    tests: [
      'server/accounts',
      'server/deskNames',
      'server/glossaryRows',
      'server/keys',
      'server/names',
      'server/profile',
      'server/searchTerms',
    ],
  },
  validation: {
    mutate: [
      'server/http/plugins/validation.ts',
      'server/http/plugins/textGuard.ts',
      'server/http/idFilter.ts',
      'server/desk/listQuery.ts',
    ],
    tests: [
      'server/requestChecks',
      'server/listQuery',
      'server/badText',
      'server/deskLists',
      'server/edge',
      'server/tokenForms',
    ],
  },
  responseCache: {
    mutate: ['server/http/cache/*.ts'],
    tests: ['server/cachedResponse', 'server/rawResponses', 'server/cache'],
  },
  calendars: {
    mutate: ['server/text/{calendar,eventFacts,sessionCalendar,time,zoneClock}.ts'],
    tests: [
      'checks/calendarZones',
      'server/calendarEntries',
      'server/calendarFiles',
      'server/occurrences',
      'server/calendarText',
      'server/feeds',
      'server/planningMails',
      'server/registrationMails',
      'server/texts',
    ],
  },
  kit: {
    mutate: ['server/text/kit.ts'],
    tests: ['server/kit', 'server/siteKit', 'server/siteKitFiles'],
  },
  texts: {
    mutate: [
      'shared/safeUrl.ts',
      'server/text/{fillIn,handMade,light,markdown,markup,nearTitles,secrets}.ts',
    ],
    tests: [
      'attacks/markup',
      'contract/safeUrl',
      'server/light',
      'server/handMade',
      'server/readerPages',
      'server/keys',
      'server/searchTerms',
      'server/siteSearch',
      'server/linking',
      'server/texts',
    ],
  },
  search: {
    mutate: ['shared/{search,words}.ts', 'server/text/termLinks.ts'],
    tests: [
      'contract/search',
      'contract/words',
      'server/glossaryRows',
      'server/keys',
      'server/light',
      'server/searchTerms',
      'server/siteSearch',
      'server/linking',
    ],
  },
  presented: {
    mutate: [
      'shared/pageTags.ts',
      'server/http/plugins/staticFiles.ts',
      'server/modules/account/{signIn,state}.ts',
      'server/modules/content/{readingOrder,repository}.ts',
      'server/modules/visits/repository.ts',
    ],
    tests: [
      'server/accounts',
      'server/contact',
      'server/content',
      'server/core',
      'server/downloads',
      'server/edge',
      'server/glossary',
      'server/groups',
      'server/groupsRaces',
      'server/features',
      'server/pages',
      'server/profile',
      'server/registration',
      'server/rules',
      'server/visits',
    ],
  },
  session: {
    isOfSite: true,
    mutate: ['src/store/session/*.ts'],
    tests: ['store/session*', 'screens/stepUp'],
  },
  stores: {
    isOfSite: true,
    mutate: [
      'src/store/{account,content,downloads,glossary,groups,profile}/*.ts',
      'src/store/http/pictures.ts',
      'src/store/toasts/*.ts',
    ],
    tests: ['store/*', 'screens/*'],
  },
  siteRules: {
    isOfSite: true,
    mutate: [
      'src/app/routes.ts',
      'src/features/account/accountRules.ts',
      'src/features/content/newsFilters.ts',
      'src/features/downloads/DownloadsPage.tsx',
      'src/features/glossary/glossaryFilters.ts',
      'src/features/initiative/rulebook.ts',
      'src/features/rules/ruleFilters.ts',
      'src/i18n/{i18n,language}.ts',
      'src/platform/{cookies,keys}.ts',
    ],
    tests: ['i18n/*', 'platform/*', 'screens/*'],
  },
  screens: {
    isOfSite: true,
    mutate: [
      'src/app/Router.tsx',
      'src/app/shell/*.tsx',
      'src/features/{account,content,downloads,glossary,initiative,landing,rules}/*.tsx',
      'src/features/{dashboard,groups,profile}/*.tsx',
      'src/ui/Button.tsx',
    ],
    tests: ['screens/*', 'ui/*'],
  },
}

/** Paths of the tests of an area, from the root of the repository. */
export const testsOf = ({ tests }: Area, root: string): string[] =>
  tests.flatMap((test) => globSync(`{test,lab}/${test}.test.{ts,tsx}`, { cwd: root }))
