import type { Page } from 'playwright-core'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { enter, menu, open, startDeskSite } from '#test/helpers/browser/desk.ts'
import { deskWorld } from '#test/helpers/fixtures/deskWorld.ts'
import { translatePage } from '#test/helpers/screens/translatePage.ts'

const translate = (page: Page) => page.evaluate(translatePage)
const fellApart = (page: Page) => page.getByText('This page fell apart').count()

describe('a page that the browser has translated', () => {
  const built = builtSite({ world: 'demo' })
  const visitTranslated = async (path: string) => {
    await built.page.goto(path)
    await built.settled()
    await translate(built.page)
  }

  test('refuses a login and keeps what was typed', async () => {
    const { page } = built
    await visitTranslated('/auth/login')
    await page.getByLabel('Email').fill('nobody@example.org')
    await page.locator('input[type=password]').fill('nope')
    await page.locator('main button[type=submit]').click()
    await page.getByRole('main').getByRole('alert').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe('nobody@example.org')
    expect(await fellApart(page)).toBe(0)
  })

  test('opens and closes an article', async () => {
    const { page } = built
    await visitTranslated('/discordia/news&events/')
    await page.getByRole('main').getByRole('button', { name: 'Read more' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await translate(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await fellApart(page)).toBe(0)
  })

  test('shows more entries, and the next page', async () => {
    const { page } = built
    await visitTranslated('/discordia/world')
    await page.getByRole('main').getByRole('button', { name: 'Show More' }).click()
    await built.settled()
    await translate(page)
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Rules' })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor()
    expect(await fellApart(page)).toBe(0)
  })
})

test('a translated desk creates a record', async () => {
  const house = await startDeskSite(deskWorld)
  const desk = await house.sitDown()
  const { page } = desk
  await enter(page, 'Sue')
  await menu(page).waitFor()
  await translate(page)
  await open(page, 'Glossary types')
  await translate(page)
  await page.getByRole('link', { name: 'Create' }).click()
  await page.getByRole('heading', { level: 1, name: /^New: / }).waitFor()
  await translate(page)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Towers')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('row').filter({ hasText: 'Towers' }).waitFor()
  expect(desk.complaints).toEqual([])
  await house.close()
})
