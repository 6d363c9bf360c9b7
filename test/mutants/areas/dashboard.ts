import type { Mutant } from '../mutant.ts'

/** Greeting, order details, settings, name change. */
export const mutants: readonly Mutant[] = [
  {
    name: 'evaluators are greeted as players',
    file: 'src/features/dashboard/DashboardPage.tsx',
    find: "isStaff ? 'dashboard.welcome_evaluator'",
    replace: "!isStaff ? 'dashboard.welcome_evaluator'",
    tests: ['test/screens/dashboard.test.tsx'],
  },
  {
    name: 'order details are sent without the country',
    file: 'src/features/dashboard/profile/DetailsTab.tsx',
    find: 'void save(shown)',
    replace: "void save({ ...shown, country_key: '' })",
    tests: ['test/screens/dashboardProfile.test.tsx'],
  },
  {
    name: 'a field of the order details takes any length',
    file: 'src/features/dashboard/profile/DetailsTab.tsx',
    find: 'maxLength={TEXT_MAX}',
    replace: 'maxLength={TEXT_MAX + 1}',
    tests: ['test/screens/dashboardProfile.test.tsx'],
  },
  {
    name: 'the error of a field is not shown at the field',
    file: 'src/features/dashboard/profile/DetailsTab.tsx',
    find: 'sent?.[name] === shown[name] ? fieldErrors.get(name) : undefined',
    replace: 'undefined',
    tests: ['test/screens/dashboardProfile.test.tsx'],
  },
  {
    name: 'the last set of order details is shown instead of the first',
    file: 'src/store/profile/api.ts',
    find: '([first]: OrderDetails[]) => first ?? null',
    replace: '(all: OrderDetails[]) => all.at(-1) ?? null',
    tests: ['test/screens/dashboardProfile.test.tsx'],
  },
  {
    name: 'typing in the details is lost with a change of tabs',
    file: 'src/store/profile/orderFields.ts',
    find: 'isSameDetails(edited, saved) ? null : edited',
    replace: 'null',
    tests: ['test/screens/dashboardProfile.test.tsx'],
  },
  {
    name: 'the settings send the opposite',
    file: 'src/features/dashboard/profile/SettingsTab.tsx',
    find: 'email_notifications: isChecked }',
    replace: 'email_notifications: !isChecked }',
    tests: ['test/screens/dashboardProfile.test.tsx'],
  },
  {
    name: 'a name change may be asked for twice',
    file: 'src/features/dashboard/profile/NameChangeDialog.tsx',
    find: 'disabled={!result.data || pending !== undefined}',
    replace: 'disabled={!result.data}',
    tests: ['test/screens/dashboard.test.tsx'],
  },
  {
    name: 'a name change without a reason shows nothing',
    file: 'src/features/dashboard/profile/NameChangeDialog.tsx',
    find: "request.reason.trim() || t('dashboard.empty_reason')",
    replace: 'request.reason',
    tests: ['test/screens/dashboard.test.tsx'],
  },
  {
    name: 'taking a name change back leaves it on the page',
    file: 'src/store/profile/api.ts',
    find: `deleteNameChange, { params: { id } }),
      invalidatesTags: ['NameChange']`,
    replace: `deleteNameChange, { params: { id } }),
      invalidatesTags: []`,
    tests: ['test/screens/dashboard.test.tsx'],
  },
  {
    name: 'a half-typed message is lost without a question',
    file: 'src/features/landing/NewsAndContact.tsx',
    find: 'useUnsaved(',
    replace: '((..._: unknown[]) => undefined)(',
    tests: ['test/screens/leaving.test.tsx'],
  },
]
