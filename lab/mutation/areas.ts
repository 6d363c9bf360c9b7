export type Area = {
  /** Files whose code is changed. */
  mutate: string[]
  /** Of test/server: those that must notice. */
  tests: string[]
}

/** What everything else relies on, mutated together with the tests that prove it. */
export const areas: Readonly<Record<string, Area>> = {
  policies: {
    mutate: ['server/modules/*/policy.ts'],
    tests: [
      'policies',
      'accountRules',
      'deskMembers',
      'deskOverview',
      'deskReview',
      'glossary',
      'glossaryCreation',
      'groupLimits',
      'groups',
      'groupsHandover',
    ],
  },
  tokens: {
    mutate: [
      'server/modules/account/tokens.ts',
      'server/modules/account/links.ts',
      'server/modules/content/preview.ts',
      'server/mail/unsubscribeToken.ts',
      'server/http/plugins/identity.ts',
    ],
    tests: [
      'accounts',
      'activationAgain',
      'deskPreview',
      'linkIds',
      'logout',
      'mailings',
      'notifications',
      'passwordReset',
      'securityLog',
      'tokenForms',
      'tokens',
    ],
  },
  mutes: {
    mutate: ['server/modules/groups/muteRepository.ts', 'server/modules/groups/invites.ts'],
    tests: ['groupLimits', 'groups', 'groupsApart', 'groupsRaces', 'inviteMails', 'retention'],
  },
  names: {
    mutate: [
      'server/modules/account/names.ts',
      'server/modules/account/nameRepository.ts',
      'server/text/keys.ts',
      'server/text/lookAlikes.ts',
    ],
    tests: [
      'accountRules',
      'deskNames',
      'glossaryTexts',
      'keys',
      'names',
      'profile',
      'searchTerms',
    ],
  },
  validation: {
    mutate: [
      'server/http/plugins/validation.ts',
      'server/http/plugins/textGuard.ts',
      'server/http/idFilter.ts',
      'server/desk/listQuery.ts',
    ],
    tests: ['requestChecks', 'listQuery', 'badText', 'deskFilters', 'deskLists', 'edge', 'linkIds'],
  },
  responseCache: {
    mutate: ['server/http/cache/*.ts'],
    tests: ['cachedResponse', 'rawResponses', 'cache', 'cacheBounds'],
  },
}
