import type { Mutant } from '../mutant.ts'

/** Landing page, visits, contact form. */
export const mutants: readonly Mutant[] = [
  {
    name: 'a visitor is sent to the dashboard',
    file: 'src/features/landing/LandingPage.tsx',
    find: "isMember ? '/discordia/dashboard'",
    replace: "!isMember ? '/discordia/dashboard'",
    tests: ['test/screens/landing.test.tsx'],
  },
  {
    name: 'the button names the wrong way',
    file: 'src/features/landing/LandingPage.tsx',
    find: "isMember ? t('landing_page.my_account')",
    replace: "!isMember ? t('landing_page.my_account')",
    tests: ['test/screens/landing.test.tsx'],
  },
  {
    name: 'four of the latest items are shown',
    file: 'src/features/landing/LatestNews.tsx',
    find: 'data?.slice(0, LATEST_MAX)',
    replace: 'data?.slice(0, LATEST_MAX + 1)',
    tests: ['test/screens/landing.test.tsx'],
  },
  {
    name: 'an item does not lead to its page',
    file: 'src/features/landing/LatestNews.tsx',
    find: '/discordia/news/',
    replace: '/discordia/other/',
    tests: ['test/screens/landing.test.tsx'],
  },
  {
    name: 'members see the contact form',
    file: 'src/features/landing/NewsAndContact.tsx',
    find: '{!isMember &&',
    replace: '{',
    tests: ['test/screens/landing.test.tsx'],
  },
  {
    name: 'no visit is counted',
    file: 'src/features/landing/NewsAndContact.tsx',
    find: `  useLogVisitQuery()
`,
    replace: '',
    tests: ['test/screens/landing.test.tsx'],
  },
  {
    name: 'a second visit is not counted',
    file: 'src/store/content/api.ts',
    find: 'keepUnusedDataFor: 0',
    replace: 'keepUnusedDataFor: 600',
    tests: ['test/store/responses.test.ts'],
  },
  {
    name: 'the server counts two for one visit',
    file: 'server/modules/visits/repository.ts',
    find: "'+', 1)",
    replace: "'+', 2)",
    tests: ['test/server/visits.test.ts'],
  },
  {
    name: 'the contact form takes a longer subject',
    file: 'src/features/landing/NewsAndContact.tsx',
    find: `required
        maxLength={TEXT_MAX}
        className`,
    replace: `required
        className`,
    tests: ['test/screens/landing.test.tsx'],
  },
  {
    name: 'the e-mail address of a message is any text',
    file: 'src/features/landing/NewsAndContact.tsx',
    find: 'type="email"',
    replace: 'type="text"',
    tests: ['test/screens/landing.test.tsx'],
  },
  {
    name: 'a message needs no subject',
    file: 'src/features/landing/NewsAndContact.tsx',
    find: `name="subject"
        required`,
    replace: 'name="subject"',
    tests: ['test/screens/landing.test.tsx'],
  },
  {
    name: 'a failed message loses what was typed',
    file: 'src/features/landing/NewsAndContact.tsx',
    find: 'if (!error) onSent()',
    replace: 'onSent()',
    tests: ['test/screens/landing.test.tsx'],
  },
  {
    name: 'a click on a busy button sends a second message',
    file: 'src/ui/Button.tsx',
    find: 'if (busy || isRepeated) event',
    replace: 'if (isRepeated) event',
    tests: ['test/ui/fields.test.tsx'],
  },
  {
    name: 'the thanks stand beside the form',
    file: 'src/features/landing/NewsAndContact.tsx',
    find: '{!isSent &&',
    replace: '{',
    tests: ['test/screens/landing.test.tsx'],
  },
  {
    name: 'a blocked sender is stored',
    file: 'server/modules/messages/siteRoutes.ts',
    find: 'throw errors.senderBlocked()',
    replace: 'void errors.senderBlocked()',
    tests: ['test/server/contact.test.ts'],
  },
]
