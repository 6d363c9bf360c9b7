import { AppBar, Layout, type LayoutProps, Logout, TitlePortal, UserMenu } from 'react-admin'
import { DeskMenu } from './DeskMenu.tsx'

const Bar = () => (
  <AppBar
    color="secondary"
    userMenu={
      <UserMenu>
        <Logout />
      </UserMenu>
    }
  >
    <img alt="" className="desk-mark" height={28} src="/icons/mark.svg" width={28} />
    <TitlePortal component="h1" />
  </AppBar>
)

export const DeskLayout = ({ children }: LayoutProps) => (
  <Layout appBar={Bar} menu={DeskMenu}>
    {children}
  </Layout>
)
