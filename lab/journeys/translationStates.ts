import type { Page } from 'playwright-core'
import { articlePath } from '../../contract/publicPages.ts'
import { type Role, translatedId } from '../../test/helpers/browser/walkStates.ts'

/** The link to the other article, in whatever words its language has. */
const shows = (page: Page) =>
  page.locator(`a[hreflang][href^="${articlePath(0).slice(0, -1)}"]`).waitFor()

const choice = (page: Page, name: string) => page.getByRole('navigation', { name })

/** Articles that are translations of each other, and the choice of a language. */
export const reader: Role = {
  who: 'a reader of two languages',
  states: [
    {
      name: 'in another language',
      path: articlePath(translatedId),
      reach: shows,
    },
    { name: 'in the main language', path: articlePath(translatedId + 1), reach: shows },
    {
      name: 'languages in the footer',
      path: '/auth/login',
      reach: (page) => choice(page, 'Language').getByRole('link', { name: 'Deutsch' }).waitFor(),
    },
    {
      name: 'another language, chosen in the footer',
      async reach(page) {
        await choice(page, 'Language').getByRole('link', { name: 'Deutsch' }).press('Enter')
        await choice(page, 'Sprache').getByRole('link', { name: 'Deutsch' }).waitFor()
      },
    },
  ],
}
