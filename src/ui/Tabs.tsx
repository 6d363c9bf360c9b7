import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react'
import { type KeyboardEvent, useDeferredValue } from 'react'
import { keyOfDirection } from '#src/platform/page.ts'
import { Badge } from './Badge.tsx'
import type { Elements } from './elements.ts'

export type TabItem<Id extends string> = {
  id: Id
  label: string
  /** A count beside the label; `name` is then the tab's whole name, such as "Invites (2 pending)". */
  badge?: { count: number; name: string }
  panel: Elements
}

type TabsProps<Id extends string> = {
  label: string
  tabs: ReadonlyArray<TabItem<Id>>
  selected: Id
  onSelect: (id: Id) => void
  /** Part of a panel whose height does not depend on the tab. */
  isNested?: boolean
  className?: string
}

/** As many letters fit in one row of a phone. */
const ROW_LETTERS = 32

/** Small windows show longer labels in two columns, so that no tab is alone in a second row. */
const rowOf = (tabs: ReadonlyArray<{ label: string }>) =>
  tabs.reduce((sum, { label }) => sum + label.length, 0) > ROW_LETTERS
    ? 'grid grid-cols-2 flex-wrap sm:flex sm:gap-x-1 border-b border-current/20'
    : 'flex flex-wrap sm:gap-x-1 border-b border-current/20 max-[22rem]:grid max-[22rem]:grid-cols-2'

/** Mirrors the arrow keys on a page from right to left: the library takes the right one for the next tab. */
function turnKey(event: KeyboardEvent<HTMLElement>) {
  const key = keyOfDirection(event.key)
  if (key === event.key) return
  event.preventDefault()
  event.stopPropagation()
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const at = tabs.findIndex((tab) => tab.matches('[aria-selected="true"]'))
  tabs.at((at + (key === 'ArrowRight' ? 1 : -1)) % tabs.length)?.click()
}

/**
 * A press paints the tab at once; its panel is rendered right after, with reserved room so that nothing scrolls. The
 * previous panel is hidden meanwhile, then removed.
 */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, tabs, selected, onSelect, isNested = false, className } = props
  const current = tabs.find((tab) => tab.id === selected)
  const deferred = useDeferredValue(current)
  // The same element of the previous panel, so that React need not render it again.
  const drawn = deferred?.id === selected ? current : deferred
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
      <TabList aria-label={label} onKeyDownCapture={turnKey} className={rowOf(tabs)}>
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            className="inline-flex min-h-tap min-w-tap shrink-0 items-center justify-center border-b-2 border-transparent px-2 font-sans text-ui font-medium text-current/80 -outline-offset-4! transition-colors hover:text-current data-selected:border-gold data-selected:text-current sm:px-4 forced-colors:border-[Canvas] data-selected:forced-mark"
          >
            <span aria-hidden={tab.badge && true} className="inline-flex items-center gap-2">
              <span>{tab.label}</span>
              {tab.badge && <Badge>{tab.badge.count}</Badge>}
            </span>
            {tab.badge && <span className="sr-only">{tab.badge.name}</span>}
          </Tab>
        ))}
      </TabList>
      <TabPanels className="pt-6">
        {tabs.map((tab) => (
          <TabPanel key={tab.id} unmount={tab.id !== drawn?.id} className="rounded-sm">
            {tab.id === drawn?.id && drawn.panel}
            {tab === current && tab !== drawn && !isNested && <div className="min-h-screen" />}
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  )
}
