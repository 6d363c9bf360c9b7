import type { Mutant } from '../mutant.ts'

/** Menu, footer, consent, routes, files, languages. */
export const mutants: readonly Mutant[] = [
  {
    name: 'the banner comes back on the next page',
    file: 'src/platform/cookies.ts',
    find: 'return hasEarlier || isStored(CONSENT_COOKIE)',
    replace: 'return hasEarlier',
    tests: ['test/screens/shell.test.tsx', 'test/platform/small.test.ts'],
  },
  {
    name: 'a cookie of a similar name is consent',
    file: 'src/platform/cookies.ts',
    find: 'pair.startsWith',
    replace: 'pair.includes',
    tests: ['test/platform/small.test.ts'],
  },
  {
    name: 'consent ends with the day',
    file: 'src/platform/cookies.ts',
    find: 'CONSENT_DAYS * DAY_SECONDS',
    replace: 'DAY_SECONDS',
    tests: ['test/platform/small.test.ts'],
  },
  {
    name: 'the earlier spelling is no consent',
    file: 'src/platform/cookies.ts',
    find: 'if (!isStored(CONSENT_COOKIE) && hasEarlier) storeConsent()',
    replace: '',
    tests: ['test/platform/small.test.ts'],
  },
  {
    name: 'hidden routes are in the menu',
    file: 'src/app/routes.ts',
    find: '!entry.hidden &&',
    replace: '',
    tests: ['test/screens/arrival.test.tsx'],
  },
  {
    name: 'members see Home',
    file: 'src/app/routes.ts',
    find: '(!entry.requiresLoggedOut || !visitor.isMember)',
    replace: '(entry.layout !== undefined)',
    tests: ['test/screens/arrival.test.tsx'],
  },
  {
    name: 'the current entry is not marked',
    file: 'src/app/shell/MainMenu.tsx',
    find: `<NavLink
        to={to}`,
    replace: `<NavLink
        aria-current={false}
        to={to}`,
    tests: ['test/screens/shell.test.tsx'],
  },
  {
    name: 'the overlay does not come',
    file: 'src/app/shell/Frame.tsx',
    find: '{isLoading &&',
    replace: '{!isLoading &&',
    tests: ['test/screens/shell.test.tsx'],
  },
  {
    name: 'the footer opens in the same tab',
    file: 'src/app/shell/SiteFooter.tsx',
    find: 'target="_blank"',
    replace: 'target="_self"',
    tests: ['test/screens/shell.test.tsx'],
  },
  {
    name: 'a page does not name itself',
    file: 'src/features/downloads/DownloadsPage.tsx',
    find: "<title>{t('navbar.page_title', { heading: t('downloads.title') })}</title>",
    replace: '',
    tests: ['test/screens/downloads.test.tsx'],
  },
  {
    name: 'unknown pages of the site lead nowhere',
    file: 'src/app/Router.tsx',
    find: 'path="*"',
    replace: 'path="none"',
    tests: ['test/screens/shell.test.tsx'],
  },
  {
    name: 'a server without a search gets its button',
    file: 'src/app/shell/SearchButton.tsx',
    find: 'if (!isAnnounced) return',
    replace: 'if (false) return',
    tests: ['test/screens/siteSearch.test.tsx'],
  },
  {
    name: 'a missing picture gets the page',
    file: 'server/http/plugins/staticFiles.ts',
    find: '!FILE.test(path)',
    replace: 'path.length > 0',
    tests: ['test/server/edge.test.ts'],
  },
  {
    name: 'the chosen language is stored once',
    file: 'src/i18n/i18n.ts',
    find: "['selectedLanguage', 'selectedLanguage2'] as const",
    replace: "['selectedLanguage'] as const",
    tests: ['test/i18n/i18n.test.ts'],
  },
  {
    name: 'a region of a language reaches the path',
    file: 'src/i18n/language.ts',
    find: '/^[a-z]{2}/i',
    replace: '/^[a-z-]{2,5}/i',
    tests: ['test/i18n/i18n.test.ts'],
  },
  {
    name: 'a failed call is not logged',
    file: 'src/store/http/listeners.ts',
    find: 'outcomeOf(action)?.hasSucceeded === false',
    replace: 'outcomeOf(action)?.hasSucceeded === null',
    tests: ['test/screens/registration.test.tsx', 'test/screens/landing.test.tsx'],
  },
  {
    name: 'the search key types a slash',
    file: 'src/platform/searchKey.ts',
    find: 'preventDefault',
    replace: 'stopPropagation',
    tests: ['test/screens/rules.test.tsx', 'test/platform/small.test.ts'],
  },
]
