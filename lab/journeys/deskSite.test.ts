import type { Page } from 'playwright-core'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { enter, menu, open } from '../../test/helpers/browser/desk.ts'
import { deskWorld } from '../../test/helpers/fixtures/deskWorld.ts'

describe('the page "Site" of the desk, with the real site in its frame', () => {
  const built = builtSite({ world: deskWorld, ownContext: true })
  let page: Page
  beforeEach(async () => {
    page = await built.newcomer({ at: 'desk' })
    // Wide enough for the preview beside the form.
    await page.setViewportSize({ width: 1440, height: 900 })
    await enter(page, 'Sam')
    await menu(page).waitFor()
  })

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const shown = (words: string | RegExp) => page.getByText(words).first().waitFor()
  const tab = (name: string) =>
    page
      .getByRole('navigation', { name: 'Parts of the site' })
      .getByRole('link', { name, exact: true })
      .click()
  const brandOf = (where: Pick<Page, 'getByRole'>, name: string) =>
    where.getByRole('banner').getByRole('link', { name }).first().waitFor()
  const frame = () => page.frameLocator('iframe:visible')

  test('a community is renamed: previewed as it is typed, kept over a reload, saved at once, and undone', async () => {
    await open(page, 'Site')
    await brandOf(frame(), 'Discordia')
    await tab('Header and footer')
    await field('Name').fill('Harbour Tales')
    await shown('Draft saved.')
    await brandOf(frame(), 'Harbour Tales')

    await tab('Texts')
    await page.getByRole('searchbox', { name: 'Search the texts' }).fill('join now')
    await field('“join now”').fill('Come aboard')
    await tab('Colours')
    await field('Text (light)').fill('#e0e0e0')
    await shown(/^The contrast of text on the page is/)
    expect(await button('Save').getAttribute('aria-disabled')).toBe('true')
    await field('Text (light)').fill('#222222')
    await page
      .getByText(/^The contrast of/)
      .first()
      .waitFor({ state: 'detached' })
    await shown('Draft saved.')

    // Other visitors see the saved site only.
    await built.page.goto('/discordia/')
    await brandOf(built.page, 'Discordia')
    await page.reload()
    await field('Text (light)').waitFor()
    expect(await field('Text (light)').inputValue()).toBe('#222222')
    await frame().getByRole('link', { name: 'Come aboard' }).waitFor()

    await button('Save').click()
    await shown('Saved. Visitors see the changes now.')
    await built.page.reload()
    await brandOf(built.page, 'Harbour Tales')
    await built.page.getByRole('link', { name: 'Come aboard' }).waitFor()

    await tab('Header and footer')
    await field('Name').fill('Harbour')
    await shown('Draft saved.')
    await button('Save').click()
    await shown(/^No unsaved changes/)
    await tab('History')
    await shown('Changed: Name')
    await button('Go back to this').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Go back to this' }).click()
    await shown('Draft saved.')
    await button('Save').click()
    await shown(/^No unsaved changes/)
    await built.page.reload()
    await brandOf(built.page, 'Harbour Tales')

    await open(page, 'Audit log')
    await page.getByRole('link', { name: 'Sam changed the site' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Changed the site' }).waitFor()
    expect(await page.getByRole('term').allTextContents()).toEqual(['Name'])
    expect(await page.getByRole('deletion').allTextContents()).toEqual(['Harbour'])
    expect(await page.getByRole('insertion').allTextContents()).toEqual(['Harbour Tales'])
  })
})
