import { Admin, type AuthProvider, localStorageStore, Resource } from 'react-admin'
import { Route } from 'react-router'
import { members } from './account/members.tsx'
import { audit } from './audit/audit.tsx'
import { checklist } from './checklist/ChecklistPage.tsx'
import { contents } from './content/contents.tsx'
import { downloadCategories, downloadFiles } from './downloads/downloads.tsx'
import { Denied, Lost } from './frame/CalmPage.tsx'
import { DeskLayout } from './frame/DeskLayout.tsx'
import { deskTitle } from './frame/deskTitle.ts'
import { LoginPage } from './frame/LoginPage.tsx'
import { Notices } from './frame/Notices.tsx'
import { glossaryEntries, glossarySubtypes, glossaryTypes } from './glossary/glossary.tsx'
import { groups } from './groups/groups.tsx'
import { openings } from './groups/openings.tsx'
import { type DeskResource, i18nProvider } from './i18n.ts'
import { memberInvites } from './member-invites/memberInvites.tsx'
import { messages } from './messages/messages.tsx'
import { outbox } from './messages/outbox.tsx'
import { counters } from './overview/CountersPage.tsx'
import { Home } from './overview/Home.tsx'
import type { Screens } from './parts/screens.tsx'
import { nameChanges } from './profile/nameChanges.tsx'
import { RegistrationsPage } from './registration/RegistrationsPage.tsx'
import { registrations } from './registration/registrations.tsx'
import { review } from './review/review.tsx'
import {
  quickSubcategories,
  ruleCategories,
  ruleEntries,
  ruleSubcategories,
} from './rules/rules.tsx'
import { ruleVideos } from './rules/videos.tsx'
import type { DeskDataProvider } from './session/dataProvider.ts'
import { closingMenu, keepingChoices } from './session/store.ts'
import { site } from './site-kit/SitePage.tsx'
import { darkTheme, theme } from './theme/theme.ts'
import { transfer } from './transfer/TransferPage.tsx'

const screens: Record<DeskResource, Screens> = {
  contents: {
    ...contents,
    children: <Route element={<RegistrationsPage />} path=":id/registrations" />,
  },
  registrations,
  'download-categories': downloadCategories,
  'download-files': downloadFiles,
  'rule-categories': ruleCategories,
  'rule-subcategories': ruleSubcategories,
  'quick-subcategories': quickSubcategories,
  'rule-entries': ruleEntries,
  'rule-videos': ruleVideos,
  'glossary-types': glossaryTypes,
  'glossary-subtypes': glossarySubtypes,
  'glossary-entries': glossaryEntries,
  review,
  'name-changes': nameChanges,
  members,
  'member-invites': memberInvites,
  groups,
  openings,
  messages,
  outbox,
  counters,
  audit,
  transfer,
  site,
  checklist,
}

const store = closingMenu(keepingChoices(localStorageStore()))

type Props = { authProvider: AuthProvider; dataProvider: DeskDataProvider }

export const App = ({ authProvider, dataProvider }: Props) => (
  <Admin
    accessDenied={Denied}
    authProvider={authProvider}
    catchAll={Lost}
    darkTheme={darkTheme}
    dataProvider={dataProvider}
    dashboard={Home}
    disableTelemetry
    i18nProvider={i18nProvider}
    layout={DeskLayout}
    loginPage={LoginPage}
    notification={Notices}
    requireAuth
    store={store}
    theme={theme}
    title={deskTitle()}
  >
    {Object.entries(screens).map(([name, screen]) => (
      <Resource key={name} name={name} {...screen} />
    ))}
  </Admin>
)
