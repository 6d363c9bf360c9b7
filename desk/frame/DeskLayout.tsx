import { useEffect } from 'react'
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
import { type DeskResource, texts } from '../texts/texts.ts'
import { DeskMenu } from './DeskMenu.tsx'
import { SessionOver } from './SessionOver.tsx'
import { useKeptFocus } from './useKeptFocus.ts'

const Bar = () => (
  <AppBar alwaysOn color="secondary" userMenu={<Account />}>
    <img alt="" className="desk-mark" height={28} src="/icons/mark.svg" width={28} />
    <TitlePortal component="h1" />
  </AppBar>
)

/** Its name begins with the one that it shows, so that a voice finds it. */
const Account = () => {
  const { identity } = useGetIdentity()
  return (
    <UserMenu label={texts.account(identity?.fullName ?? '')}>
      <Logout />
    </UserMenu>
  )
}

/** The window's name follows the page; react-admin names only the page itself. */
function useWindowTitle(): void {
  const resource = useLocation().pathname.split('/')[1] as DeskResource
  const page = texts.resources[resource] ?? texts.home.title
  useEffect(() => {
    document.title = `${page} – ${texts.title}`
  }, [page])
}

export const DeskLayout = ({ children }: LayoutProps) => {
  useWindowTitle()
  useKeptFocus()
  return (
    <Layout appBar={Bar} menu={DeskMenu}>
      {children}
      <SessionOver />
    </Layout>
  )
}
