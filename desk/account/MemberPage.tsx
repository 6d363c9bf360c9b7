import { Link, useSearchParams } from 'react-router'
import { t } from '../i18n.ts'
import { DeskShow } from '../parts/DeskPages.tsx'
import { PageBody } from '../parts/PageBody.ts'
import { TabStrip } from '../parts/TabStrip.tsx'
import { AccountTab } from './AccountTab.tsx'
import { Acts, Entries, Groups, Messages, Seats } from './MemberLists.tsx'

/** Only the open tab is fetched: reading messages and seats is logged. */
const TABS = {
  account: AccountTab,
  groups: Groups,
  entries: Entries,
  seats: Seats,
  messages: Messages,
  acts: Acts,
}
const NAMES = Object.keys(TABS) as (keyof typeof TABS)[]

const Tabs = () => {
  const [params] = useSearchParams()
  const open = NAMES.find((name) => name === params.get('tab')) ?? 'account'
  const Content = TABS[open]
  return (
    <PageBody>
      <TabStrip aria-label={t('members.about')}>
        {NAMES.map((name) => (
          <Link
            aria-current={name === open ? 'page' : undefined}
            className={name === open ? 'active' : undefined}
            key={name}
            to={{ search: name === 'account' ? '' : `?tab=${name}` }}
          >
            {t(`members.tabs.${name}`)}
          </Link>
        ))}
      </TabStrip>
      <Content />
    </PageBody>
  )
}

export const MemberPage = () => (
  <DeskShow>
    <Tabs />
  </DeskShow>
)
