import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupPage } from '#contract/schemas/groupPage.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { Collapse } from '#src/ui/Collapse.tsx'
import { GroupLog } from './GroupLog.tsx'
import { InviteLinks } from './InviteLinks.tsx'
import { Roles } from './Roles.tsx'

/** Drawers of a group that members open when needed: invite links, roles, the log. */
export function GroupMore({ group, page }: { group: GroupRow; page: GroupPage }) {
  const { t } = useTranslation()
  return (
    <div className="divide-y divide-line border-y border-line">
      {page.role !== 'member' && (
        <Drawer title={t('invite_link.title')}>
          <InviteLinks group={group} />
        </Drawer>
      )}
      <Drawer title={t('group_page.roles')}>
        <Roles group={group} page={page} />
      </Drawer>
      <Drawer title={t('group_page.log')}>
        <GroupLog key={page.log.entries[0]?.id} groupId={group.id} first={page.log} />
      </Drawer>
    </div>
  )
}

function Drawer({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Collapse
      level={4}
      title={title}
      titleClassName="font-sans text-ui font-medium"
      open={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
    >
      <div tabIndex={-1} className="pb-4 outline-none sm:ps-8">
        {children}
      </div>
    </Collapse>
  )
}
