import { Admin, type AuthProvider, localStorageStore, Resource, Title } from 'react-admin'
import { DeskLayout } from './frame/DeskLayout.tsx'
import { deskTitle } from './frame/deskTitle.ts'
import { LoginPage } from './frame/LoginPage.tsx'
import { Notices } from './frame/Notices.tsx'
import { i18nProvider, t } from './i18n.ts'
import { Home } from './overview/Home.tsx'
import { resources } from './resources.tsx'
import type { DeskDataProvider } from './session/dataProvider.ts'
import { closingMenu, keepingChoices } from './session/store.ts'
import { darkTheme, theme } from './theme/theme.ts'

const CalmPage = ({ about }: { about: 'denied' | 'lost' }) => (
  <section className="desk-card">
    <Title title={t(`${about}.heading`)} />
    <p>{t(`${about}.text`)}</p>
  </section>
)

const Denied = () => <CalmPage about="denied" />
const Lost = () => <CalmPage about="lost" />

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
    {Object.entries(resources).map(([name, { place: _place, ...screens }]) => (
      <Resource key={name} name={name} {...screens} />
    ))}
  </Admin>
)
