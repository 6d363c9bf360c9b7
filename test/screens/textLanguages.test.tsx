import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { Screen as ArticlePage } from '#src/features/content/ArticlePage.tsx'
import { Screen as RuleItemPage } from '#src/features/rules/RuleItemPage.tsx'
import { aContentItem, id } from '#test/helpers/fixtures/siteState.ts'
import { announce } from '#test/helpers/screens/announceLanguages.ts'
import { fakeApi, refusal } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const english = aContentItem({ id: id(1), title: 'We open', description: 'Soon.' })
const german = {
  ...aContentItem({ id: id(2), title: 'Wir öffnen', description: 'Bald.' }),
  language: 'de',
  translations: [{ language: 'en', id: 1, label: 'Also in English' }],
}

function openArticle(article: object): void {
  fakeApi({ getNews: article, getEvent: refusal(404), listNext: [english, german] })
  renderWithStore(
    <Routes>
      <Route path="/discordia/news/:news_id" element={<ArticlePage />} />
    </Routes>,
    { at: '/discordia/news/2' },
  )
}
const languageOf = (element: HTMLElement) => element.closest('[lang]')?.getAttribute('lang')

test('an article in another language is marked, and links to its translation in its words', async () => {
  announce('en de')
  openArticle(german)
  const heading = await screen.findByRole('heading', { level: 1, name: german.title })
  expect(heading).toHaveAttribute('lang', 'de')
  expect(languageOf(screen.getByText('Bald.'))).toBe('de')
  const link = screen.getByRole('link', { name: 'Also in English' })
  expect(link).toHaveAttribute('href', '/discordia/news/1')
  expect(link).toHaveAttribute('hreflang', 'en')
  expect(link).toHaveAttribute('lang', 'en')
  const more = within(screen.getByRole('region', { name: 'More Articles' }))
  expect(more.getByRole('link', { name: english.title })).toHaveAttribute('lang', 'en')
  expect(more.getByRole('link', { name: german.title })).toHaveAttribute('lang', 'de')
})

test('where the site has one language, only texts in another one are marked', async () => {
  openArticle(english)
  expect(await screen.findByRole('heading', { level: 1 })).not.toHaveAttribute('lang')
  const marked = [...document.body.querySelectorAll('[lang]')]
  expect(marked.map(({ textContent }) => textContent)).toEqual([german.title])
})

test('a rule links to its translation', async () => {
  const rule = {
    ...{ id: 1, title: 'Your turn', image: null, nextId: null, type: 'basic' },
    ...{ category: null, subcategory: null },
    translations: [{ language: 'de', id: 2, label: 'Auch auf Deutsch' }],
  }
  fakeApi({ listRuleEntries: [rule], listQuickEntries: [], listRuleSubEntries: [] })
  renderWithStore(
    <Routes>
      <Route path="/discordia/ruleItem/:id" element={<RuleItemPage />} />
    </Routes>,
    { at: '/discordia/ruleItem/1' },
  )
  expect(await screen.findByRole('link', { name: 'Auch auf Deutsch' })).toHaveAttribute(
    'href',
    '/discordia/ruleItem/2',
  )
})
