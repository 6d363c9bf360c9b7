import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react'
import type { ReactNode } from 'react'
import { Badge } from './Badge.tsx'
import { focusRing, joined } from './look.ts'

export type TabItem<Id extends string> = {
  id: Id
  label: string
  /** A count beside the label; `name` is then the tab's whole name, such as "Invites (2 pending)". */
  badge?: { count: number; name: string }
  /** Drawn only while the tab is selected. */
  panel: ReactNode
}

export type TabsProps<Id extends string> = {
  /** Name of the list of tabs. */
  label: string
  tabs: ReadonlyArray<TabItem<Id>>
  selected: Id
  onSelect: (id: Id) => void
  className?: string
}

/** Tabs; arrow keys, Home and End move and select. */
export function Tabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
  className,
}: TabsProps<Id>) {
  const handleChange = (index: number) => {
    const tab = tabs[index]
    if (tab) onSelect(tab.id)
  }
  return (
    <TabGroup
      selectedIndex={tabs.findIndex((tab) => tab.id === selected)}
      onChange={handleChange}
      className={className}
    >
      <TabList
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-current/20 [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            aria-label={tab.badge?.name}
            className={joined(
              'inline-flex min-h-11 shrink-0 cursor-pointer items-center gap-2 border-b-2 border-transparent px-3 font-sans font-medium text-current/75 transition-colors duration-150 hover:text-current data-selected:border-gold data-selected:text-current sm:px-4',
              focusRing,
              '-outline-offset-2',
            )}
          >
            {tab.label}
            {tab.badge && <Badge>{tab.badge.count}</Badge>}
          </Tab>
        ))}
      </TabList>
      <TabPanels className="pt-6">
        {tabs.map((tab) => (
          <TabPanel key={tab.id} className={joined('rounded-[6px]', focusRing, 'outline-offset-4')}>
            {tab.panel}
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  )
}
