import { screen, within } from '@testing-library/react'
import { LanguageChooser } from '#src/app/shell/FooterControls.tsx'
import { announce } from '#test/helpers/screens/announceLanguages.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'
import { testI18n } from '#test/helpers/screens/testI18n.ts'
import german from '../../locales/de/translation.json'

const at = '/discordia/world?lng=en&entry=3'

afterEach(() => testI18n.changeLanguage('en'))

test('the languages that the server announces are a row of links by their own names', () => {
  announce('en de')
  renderWithStore(<LanguageChooser />, { at })
  const row = within(screen.getByRole('navigation', { name: 'Language' }))
  const links = row.getAllByRole('link')
  expect(
    links.map((link) => [link.textContent, link.lang, link.getAttribute('aria-current')]),
  ).toEqual([
    ['English', 'en', 'true'],
    ['Deutsch', 'de', null],
  ])
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '?entry=3&lng=en',
    '?entry=3&lng=de',
  ])
  expect(screen.queryByRole('option')).toBeNull()
})

test('a choice changes the language and keeps the rest of the URL', async () => {
  announce('en de')
  testI18n.addResourceBundle('de', 'translation', german)
  const { user, at: place } = renderWithStore(<LanguageChooser />, { at })
  await user.click(screen.getByRole('link', { name: 'Deutsch' }))
  expect(testI18n.resolvedLanguage).toBe('de')
  expect(place()).toBe('/discordia/world?entry=3')
  expect(screen.getByRole('navigation', { name: 'Sprache' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Deutsch' })).toHaveFocus()
})

test.each(['', 'en'])('with the announcement “%s” there is no choice', (languages) => {
  announce(languages)
  const { container } = renderWithStore(<LanguageChooser />, { at })
  expect(container).toBeEmptyDOMElement()
})
