import { act, screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { Screen as ArticlePage } from '#src/features/content/ArticlePage.tsx'
import { Screen as NewsPage } from '#src/features/content/NewsPage.tsx'
import { Screen as RuleItemPage } from '#src/features/rules/RuleItemPage.tsx'
import { aContentItem, id } from '#test/helpers/fixtures/siteState.ts'
import { announce } from '#test/helpers/screens/announceLanguages.ts'
import { fakeApi, refusal } from '#test/helpers/screens/fakeApi.ts'
import { inGerman } from '#test/helpers/screens/inGerman.ts'
import { announceInHead, withdrawHead } from '#test/helpers/screens/pageFeatures.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'
import { testI18n } from '#test/helpers/screens/testI18n.ts'

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

describe('where the head announces it', () => {
  beforeEach(() => {
    announce('en de')
    announceInHead('list_language')
  })
  afterEach(withdrawHead)

  test('lists are asked for in the language of the page, also after it has changed', async () => {
    const api = fakeApi({
      listNews: ({ query }) => [query['language'] === 'de' ? german : english],
      listEvents: [],
    })
    renderWithStore(<NewsPage />)
    expect(await screen.findByRole('heading', { level: 3 })).toHaveTextContent(english.title)
    await act(inGerman)
    expect(await screen.findByRole('heading', { name: german.title })).toBeVisible()
    expect(screen.queryByRole('heading', { name: english.title })).not.toBeInTheDocument()
    const asked = [...api.calls('listNews'), ...api.calls('listEvents')]
    expect(asked.map(({ query }) => query['language'])).toEqual(['en', 'de', 'en', 'de'])
    await act(() => testI18n.changeLanguage('en'))
  })

  test('a rule that the list has in the language of the reader is found in its own', async () => {
    const rule = { ...theRule, translations: [{ language: 'de', id: 2, label: 'Auf Deutsch' }] }
    const regel = { ...theRule, id: 2, title: 'Du bist dran', language: 'de' }
    const api = fakeApi({
      listRuleEntries: ({ query }) => [query['language'] === 'de' ? regel : rule],
      listRuleSubEntries: [],
    })
    openRule(2)
    expect(await screen.findByRole('heading', { level: 1, name: regel.title })).toBeVisible()
    const asked = api.calls('listRuleEntries').map(({ query }) => query['language'])
    expect(asked).toEqual(['en', 'de'])
    expect(api.calls('listQuickEntries')).toEqual([])
  })
})

const theRule = {
  ...{ id: 1, title: 'Your turn', image: null, nextId: null, type: 'basic' },
  ...{ category: null, subcategory: null },
}
const openRule = (id: number) =>
  renderWithStore(
    <Routes>
      <Route path="/discordia/ruleItem/:id" element={<RuleItemPage />} />
    </Routes>,
    { at: `/discordia/ruleItem/${id}` },
  )

test('a rule links to its translation', async () => {
  const rule = {
    ...theRule,
    translations: [{ language: 'de', id: 2, label: 'Auch auf Deutsch' }],
  }
  fakeApi({ listRuleEntries: [rule], listQuickEntries: [], listRuleSubEntries: [] })
  openRule(1)
  expect(await screen.findByRole('link', { name: 'Auch auf Deutsch' })).toHaveAttribute(
    'href',
    '/discordia/ruleItem/2',
  )
})
