import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Route, Routes } from 'react-router'
import type { Random } from '#src/features/rules/RuleItemPage.tsx'
import { Screen as RuleItemPage } from '#src/features/rules/RuleItemPage.tsx'
import { Screen as RulesPage } from '#src/features/rules/RulesPage.tsx'
import { aBasicRule, aQuickRule, id } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

type Responses = Parameters<typeof fakeApi>[0]

/** Two categories with three sub-categories, two quick sub-categories, and a rule or two in each. */
export const basicRules = [
  aBasicRule({
    id: id(1),
    title: 'Who you play',
    category: id(1),
    subcategory: id(11),
    nextId: id(2),
  }),
  aBasicRule({ id: id(2), title: 'Grudges', category: id(1), subcategory: id(12), nextId: id(3) }),
  aBasicRule({ id: id(3), title: 'Making a test', category: id(2), subcategory: id(21) }),
  aBasicRule({ id: id(4), title: 'Helping', category: id(2), subcategory: id(21) }),
]
export const quickRules = [
  aQuickRule({ id: id(5), title: 'Two dice', quick_subcategory: id(31) }),
  aQuickRule({ id: id(6), title: 'Armour in one breath', quick_subcategory: id(32) }),
]

const responses: Responses = {
  listRuleVideos: [],
  listQuickSubcategories: [
    { id: 31, name: 'Start here' },
    { id: 32, name: 'In trouble' },
  ],
  listQuickEntries: quickRules,
  listRuleCategories: [
    { id: 1, name: 'Characters' },
    { id: 2, name: 'Dice and seeds' },
  ],
  listRuleSubcategories: ({ path }: { path: string }) =>
    path.includes('/1/')
      ? [
          { id: 11, name: 'Making a character', category: 1 },
          { id: 12, name: 'Ties and growth', category: 1 },
        ]
      : [{ id: 21, name: 'Tests', category: 2 }],
  listRuleEntries: basicRules,
  listRuleSubEntries: [],
  listQuickSubEntries: [],
}

type Options = { at?: string; random?: Random }

/** Both pages, with a link to each from outside, as the menu has one. */
export function openRules(more: Responses = {}, { at, random }: Options = {}) {
  const api = fakeApi({ ...responses, ...more })
  const page = renderWithStore(
    <>
      <Link to="/discordia/rules">Menu: Rules</Link>
      <Routes>
        <Route path="/discordia/rules" element={<RulesPage />} />
        <Route path="/discordia/ruleItem/:id" element={<RuleItemPage random={random} />} />
      </Routes>
    </>,
    { at: at ?? '/discordia/rules' },
  )
  // No delay, which would wait for fake timers.
  return { api, ...page, user: userEvent.setup({ delay: null }) }
}

export const tab = (name: string) => screen.getByRole('tab', { name })
export const panel = () => within(screen.getByRole('tabpanel'))
export const searchBox = () => panel().getByRole('searchbox', { name: 'Search for entries...' })
export const links = async () =>
  (await panel().findAllByRole('link')).map(({ textContent }) => textContent)
export const dropdown = (label: string) =>
  panel().getByRole('button', { name: new RegExp(`^${label} `) })
