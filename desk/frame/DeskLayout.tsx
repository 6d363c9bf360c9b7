import { useMediaQuery } from '@mui/material'
import { styled, type Theme, ThemeProvider } from '@mui/material/styles'
import { isValidElement, useEffect } from 'react'
import {
  AppBar,
  Layout,
  type LayoutProps,
  Logout,
  TitlePortal,
  UserMenu,
  useGetIdentity,
} from 'react-admin'
import { useLocation } from 'react-router'
import { t, textOr } from '../i18n.ts'
import { SMALL } from '../theme/shared.ts'
import { DeskMenu } from './DeskMenu.tsx'
import { deskTitle } from './deskTitle.ts'
import { SectionTabs } from './SectionTabs.tsx'
import { SessionOver } from './SessionOver.tsx'
import { useKeptFocus } from './useKeptFocus.ts'

const Bar = () => (
  <ThemeProvider theme={withMenusInBar}>
    <AppBar alwaysOn color="secondary" userMenu={<Account />}>
      <Mark alt="" height={28} src="/icons/mark.svg" width={28} />
      {/* A block within would be cut off without an ellipsis. */}
      <TitlePortal component="h1" sx={{ '& > span': { display: 'inline' } }} />
    </AppBar>
  </ThemeProvider>
)

/** Menus of the bar are rendered within its landmark, not at the end of the page. */
const withMenusInBar = (theme: Theme): Theme => ({
  ...theme,
  components: {
    ...theme.components,
    MuiMenu: { defaultProps: { container: () => document.querySelector('header') } },
  },
})

/** Small screens have no room for it beside the page's name. */
const Mark = styled('img')({ marginInlineEnd: 12, [SMALL]: { display: 'none' } })

/** Its accessible name begins with the visible one, for speech input; small screens have no name. */
const Account = () => {
  const { identity } = useGetIdentity()
  const isNamed = useMediaQuery<Theme>(({ breakpoints }) => breakpoints.up('sm'))
  const name = isNamed && identity?.fullName
  return (
    <UserMenu label={name ? t('account', { name }) : 'ra.auth.user_menu'}>
      <Logout />
    </UserMenu>
  )
}

/** react-admin sets only the heading of the page. */
function useWindowTitle(): void {
  const resource = useLocation().pathname.split('/')[1] ?? ''
  const page = textOr(`resources.${resource}.name`, t('overview.title'), { smart_count: 2 })
  useEffect(() => {
    document.title = `${page} – ${deskTitle()}`
  }, [page])
}

export const DeskLayout = ({ children }: LayoutProps) => {
  useWindowTitle()
  useKeptFocus()
  return (
    <>
      <Layout appBar={Bar} menu={DeskMenu}>
        <SectionTabs />
        {isValidElement(children) && children}
      </Layout>
      <SessionOver />
    </>
  )
}
