import type { Browser, Page } from 'playwright-core'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { logIn, openBrowser, type Visit, visit } from '#test/helpers/browser/browser.ts'
import { type Site, startSite } from '#test/helpers/browser/site.ts'

/** Details, settings and the name change (behaviour 2, 4, 5, 8) on the real server, wide and on a phone. */
describe.each([1280, 360])('the rest of the dashboard at %i px', (width) => {
  let site: Site
  let browser: Browser
  let visitor: Visit
  let page: Page

  beforeAll(async () => {
    site = await startSite()
    browser = await openBrowser()
    visitor = await visit(browser, site, { width, height: 800 })
    page = visitor.page
    await logIn(page, 'juno@discordia.example')
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
    site?.remove()
  })

  const open = async (tab: string) => {
    await page.goto('/discordia/dashboard')
    await page.getByRole('tab', { name: tab }).click()
    await page.locator('main[aria-busy="false"]').waitFor()
  }
  const toast = (text: string | RegExp) =>
    page
      .getByRole('region', { name: 'Notifications', exact: true })
      .getByText(text)
      .first()
      .waitFor()
  const details = () => page.getByRole('form', { name: 'Order Details' })
  const FIELDS = {
    'First Name': 'Juno',
    'Last Name': 'Vale',
    Email: 'juno@example.org',
    'Phone Number': '+43 1 234567',
    City: 'Wien',
    'Zip Code': '1010',
    Address: 'Am Hof 1',
  }

  test('an error of the server stands under its field and in the toast, and nothing typed is lost', async () => {
    await open('Details')
    for (const [name, text] of Object.entries(FIELDS))
      await details()
        .getByRole('textbox', { name })
        .fill(name === 'Email' ? 'juno' : text)
    await details().getByRole('button', { name: 'Save' }).click()
    await toast(/^Error saving your ordering details:/)
    expect(
      await details().getByRole('textbox', { name: 'Email' }).getAttribute('aria-invalid'),
    ).toBe('true')
    expect(await details().getByRole('textbox', { name: 'City' }).inputValue()).toBe('Wien')
    expect(await axeFindings(page)).toEqual([])
  })

  test('unsaved details survive a tab switch', async () => {
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('tab', { name: 'Details' }).click()
    expect(await details().getByRole('textbox', { name: 'City' }).inputValue()).toBe('Wien')
  })

  test('the country is picked by typing; saved details are there again after a reload', async () => {
    await details().getByRole('textbox', { name: 'Email' }).fill('juno@example.org')
    const country = details().getByRole('button', { name: /^Country/ })
    await country.click()
    await page.getByRole('searchbox').fill('icel')
    await page.getByRole('option', { name: 'Iceland' }).click()
    await details().getByRole('button', { name: 'Save' }).click()
    await toast('Successfully saved your ordering details.')
    await open('Details')
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('form input')?.value === 'Juno',
    )
    for (const [name, text] of Object.entries(FIELDS))
      expect(await details().getByRole('textbox', { name }).inputValue()).toBe(text)
    expect(await country.textContent()).toContain('Iceland')
  })

  test('settings: the one checkbox is saved', async () => {
    await open('Settings')
    const form = page.getByRole('form', { name: 'Settings' })
    const box = form.getByRole('checkbox', {
      name: 'Notify me by email for new events and updates',
    })
    const before = await box.isChecked()
    await box.click()
    await form.getByRole('button', { name: 'Save' }).click()
    await toast('Successfully saved your settings.')
    await open('Settings')
    await page.waitForFunction(
      (was) => document.querySelector<HTMLInputElement>('form [type=checkbox]')?.checked !== was,
      before,
    )
  })

  test('a name change is asked for with a reason, shown while pending, and taken back', async () => {
    await open('Groups')
    await page.getByRole('button', { name: 'Request name change' }).click()
    const dialog = page.getByRole('dialog', { name: 'Request Name Change' })
    await dialog.getByRole('textbox', { name: 'New Name' }).fill('Juno of the Orchard')
    await dialog.getByRole('textbox', { name: 'Reason for name change' }).fill('I was adopted.')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await toast('A name request was created successfully!')

    await open('Groups')
    await page.getByRole('button', { name: 'Request name change' }).click()
    await dialog.getByText('Juno of the Orchard').waitFor()
    await dialog.getByText('I was adopted.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true)
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete request' }).click()
    await toast('The request was deleted successfully.')
  })

  test('a request without a reason says so', async () => {
    const other = await visit(browser, site, { width, height: 800 })
    await logIn(other.page, 'tomas@discordia.example')
    await other.page.goto('/discordia/dashboard')
    await other.page.getByRole('button', { name: 'Request name change' }).click()
    await other.page.getByRole('dialog').getByText('Empty reason').waitFor()
    await other.close()
  })

  test('no page scrolls sideways and nothing complained in the console', async () => {
    for (const tab of ['Details', 'Settings']) {
      await open(tab)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      ).toBe(true)
    }
    expect(visitor.complaints).toEqual([])
  })
})
