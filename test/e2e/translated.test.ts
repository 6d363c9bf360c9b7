import type { Page } from 'playwright-core'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { enter, menu, open, startDeskSite } from '#test/helpers/browser/desk.ts'
import { signIn } from '#test/helpers/browser/signIn.ts'
import { toastOn } from '#test/helpers/browser/toast.ts'
import { deskWorld } from '#test/helpers/fixtures/deskWorld.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'
import { translatePage } from '#test/helpers/screens/translatePage.ts'

const translate = (page: Page) => page.evaluate(translatePage)
const fellApart = (page: Page) => page.getByText('This page fell apart').count()
const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

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

  test('refuses a registration, and sends a link for a new password', async () => {
    const { page } = built
    const main = page.getByRole('main')
    await visitTranslated('/auth/register')
    await main.getByLabel('Email').fill('new@example.org')
    await main.getByLabel('Username').fill('Newcomer')
    await main.getByLabel('Password', { exact: true }).fill('short')
    await main.getByLabel('Confirm Password').fill('other')
    await translate(page)
    await main.locator('button[type=submit]').click()
    await main.getByText('The passwords do not match').or(main.getByRole('alert')).first().waitFor()
    expect(await main.getByLabel('Username').inputValue()).toBe('Newcomer')
    await visitTranslated('/auth/forgot-password')
    await main.getByLabel('Email').fill('new@example.org')
    await main.locator('button[type=submit]').click()
    await main.getByRole('status').first().waitFor()
    expect(await fellApart(page)).toBe(0)
  })

  test('sends a message of the contact form', async () => {
    const { page } = built
    await page.goto('/discordia/')
    await built.settled()
    const form = page.getByRole('form', { name: 'Contact', exact: true })
    await form.scrollIntoViewIfNeeded()
    await translate(page)
    const texts = { Name: 'Ann', Email: 'ann@example.org', Subject: 'A seat', Message: 'Free?' }
    for (const [label, text] of Object.entries(texts))
      await form.getByRole('textbox', { name: label, exact: true }).fill(text)
    await translate(page)
    await form.getByRole('button', { name: 'Send', exact: true }).click()
    await page
      .getByRole('status')
      .getByText(/^Thanks for reaching out!/)
      .waitFor()
    expect(await fellApart(page)).toBe(0)
  })

  test('opens the menu of a small window, and the search', async () => {
    const { page } = built
    await page.setViewportSize({ width: 360, height: 740 })
    await visitTranslated('/discordia/downloads')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await translate(page)
    await menuLink(page, 'Rules').click()
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor()
    await translate(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search the whole site' }).fill('apple')
    await page.getByRole('option').first().waitFor()
    await translate(page)
    await page.getByRole('combobox', { name: 'Search the whole site' }).fill('bell')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await fellApart(page)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
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
    await menuLink(page, 'Rules').click()
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor()
    expect(await fellApart(page)).toBe(0)
  })
})

describe('a dashboard that the browser has translated', () => {
  const built = builtSite({ world: smallWorld })

  test('creates a group, asks before it is disbanded, and saves the profile', async () => {
    const { page } = built
    await signIn(page, built.server, 'Ann')
    await page.goto('/discordia/dashboard')
    await built.settled()
    await page.getByRole('button', { name: /Ravens/ }).waitFor()
    await translate(page)
    await page.getByRole('textbox', { name: 'New group name' }).fill('Herons')
    await page.getByRole('button', { name: 'Create group' }).click()
    await toastOn(page, 'status', "Group with the name 'Herons' created!")
    await translate(page)
    await page.getByRole('button', { name: /Ravens/ }).click()
    await translate(page)
    await page.getByRole('button', { name: 'Disband' }).first().click()
    await page.getByRole('dialog').waitFor()
    await translate(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await built.settled()
      await translate(page)
    }
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByRole('textbox', { name: 'City' }).fill('Pomarie')
    await translate(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await built.settled()
    expect(await page.getByRole('textbox', { name: 'City' }).inputValue()).toBe('Pomarie')
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
