import { NavLink, useLocation } from 'react-router'
import { TabStrip } from '../parts/TabStrip.tsx'
import { entryName, entryOf, pathOf, tabName, tabsOf } from './places.ts'

/** The pages behind the open entry of the menu, where it has several. */
export const SectionTabs = () => {
  const entry = entryOf(useLocation().pathname.split('/')[1] ?? '')
  const tabs = tabsOf(entry)
  if (tabs.length === 1) return null
  return (
    <TabStrip aria-label={entryName(entry)}>
      {tabs.map((page) => (
        <NavLink key={page} to={pathOf(page)}>
          {tabName(page)}
        </NavLink>
      ))}
    </TabStrip>
  )
}
