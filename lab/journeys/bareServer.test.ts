import type { Locator, Page } from 'playwright-core'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { entryDialog, openEntryForm } from '../../test/helpers/browser/entryForm.ts'
import { emailOf } from '../../test/helpers/browser/signIn.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import { PASSWORD } from '../../test/helpers/server/accounts.ts'
import { startBareServer } from './bareServer.ts'

/*
 * The built files with a server that has only the specified calls and fields (ruling 62): no addition shows, and no
 * other call is made.
 */
describe('the site with a server of the listed calls alone', () => {
  const built = builtSite({ world: smallWorld, before: startBareServer })
  let page: Page

  beforeEach(() => {
    page = built.page
    built.front.forget()
  })
  afterEach(() => expect(built.front.refused).toEqual([]))

  const main = () => page.getByRole('main')
  const button = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true })
  const tab = (name: RegExp) => page.getByRole('tab', { name }).click()
  /** Names of the controls in order, without the expanded state. */
  const controls = (within: Locator) =>
    within
      .locator('button, a, input, textarea, select')
      .evaluateAll((all) =>
        all.flatMap((control) =>
          control.closest('[aria-hidden="true"], [hidden]')
            ? []
            : [
                control.getAttribute('aria-label') ??
                  (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
                    ? (control.labels?.[0]?.textContent ?? control.placeholder)
                    : control.textContent),
              ],
        ),
      )
  const texts = (role: 'heading' | 'button' | 'checkbox' | 'textbox') =>
    page.getByRole('tabpanel').getByRole(role).allTextContents()

  async function open(path: string): Promise<void> {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.locator('main[aria-busy="false"]').waitFor()
    await expectFrame()
  }

  /** Header and footer have what is specified, and the keys of the search do nothing (ruling 78). */
  async function expectFrame(): Promise<void> {
    for (const name of ['Search', 'Read offline']) expect(await button(name).count()).toBe(0)
    await page.keyboard.press('Control+K')
    expect(await page.getByRole('dialog').count()).toBe(0)
  }

  async function logIn(username: string): Promise<void> {
    await main().getByLabel('Email', { exact: true }).fill(emailOf(username))
    await main().getByLabel('Password', { exact: true }).fill(PASSWORD)
    await button('Login', main()).click()
    await page.waitForURL('**/discordia/')
  }

  async function logOut(): Promise<void> {
    await open('/discordia/')
    await page.getByRole('link', { name: 'Logout' }).click()
    await page.waitForURL('**/auth/login')
    await button('Login', main()).waitFor()
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('access_token')
  }

  /** Opens all public pages. */
  async function readEverything(): Promise<void> {
    await open('/discordia/')
    await page.getByRole('region', { name: 'Latest News' }).getByRole('article').first().waitFor()
    await open('/discordia/rpg-initiative')
    await readArticles()
    await readRules()
    await open('/discordia/downloads')
    await button('Table 1').click()
    const row = page.getByRole('listitem').filter({ has: button('Table 1') })
    const saved = page.waitForEvent('download')
    await button('Download', row).click()
    expect((await saved).suggestedFilename()).toBe('Table-1.csv')
    expect(await row.textContent()).not.toMatch(/bytes|kB/)
    await readGlossary()
  }

  async function readArticles(): Promise<void> {
    await open('/discordia/news&events/')
    expect(await page.getByRole('link', { name: /feed|calendar/i }).count()).toBe(0)
    for (const name of ['News 1', 'Event 1']) {
      await button('Read more', page.getByRole('article', { name, exact: true })).click()
      const dialog = page.getByRole('dialog', { name, exact: true })
      await button('Close', dialog).waitFor()
      expect((await controls(dialog)).toSorted()).toEqual([
        'Close',
        'Close dialog',
        'Open as a page', // The specified page of the article.
      ])
      await button('Close', dialog).click()
      await dialog.waitFor({ state: 'detached' })
    }
    for (const id of [1, 6]) {
      await open(`/discordia/news/${id}`)
      await page.getByRole('article', { name: 'Article' }).waitFor()
      expect(await controls(page.getByRole('article', { name: 'Article' }))).toEqual([])
    }
    await page.getByRole('link', { name: 'Next Article' }).click()
    await page.getByRole('region', { name: 'More Articles' }).waitFor()
  }

  async function readRules(): Promise<void> {
    await open('/discordia/rules')
    await page.getByRole('link', { name: 'Quick rule 1', exact: true }).click()
    await page.getByRole('heading', { level: 2, name: 'Quick Rule' }).waitFor()
    await open('/discordia/rules?tab=basic')
    await page.getByRole('link', { name: 'Rule 1', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Rule 1', exact: true }).waitFor()
    await page.getByRole('heading', { level: 2, name: 'First part' }).waitFor()
    expect(await page.getByText('Mentioned in').count()).toBe(0)
    await button('Next').click()
    await page.getByRole('heading', { level: 1, name: 'Rule 2', exact: true }).waitFor()
  }

  async function readGlossary(): Promise<void> {
    await open('/discordia/world')
    const card = page.getByRole('article', { name: 'Creature 01', exact: true })
    await button('Creature 01', card).click()
    await card.getByRole('heading', { level: 4, name: 'At home' }).waitFor()
    expect(await page.getByText('Mentioned in').count()).toBe(0)
  }

  test('a visitor reads everything, registers and asks for a password by the specified forms', async () => {
    await readEverything()
    await open('/auth/register')
    expect(await controls(main().locator('form'))).toEqual([
      'Email',
      'Username',
      ...['Password', 'Show password', 'Confirm Password', 'Show password'],
      'Register',
    ])
    await open('/auth/forgot-password')
    expect(await controls(main().locator('form'))).toEqual(['Email', 'Send'])
  })

  test('a member logs in and out by e-mail address and password alone, reads everything, and has the specified forms', async () => {
    await open('/auth/login')
    const before = await controls(main())
    await main().getByLabel('Email', { exact: true }).fill(emailOf('Ann'))
    await main().getByLabel('Password', { exact: true }).fill('Wrong!Apple1')
    const refusal = page.waitForResponse('**/api/users/login/')
    await button('Login', main()).click()
    expect((await refusal).status()).toBe(401)
    await main().getByRole('alert').first().waitFor()
    expect(await controls(main())).toEqual(before)
    await logIn('Ann')
    await readEverything()

    await open('/discordia/dashboard')
    const card = page.getByRole('listitem').filter({ has: button(/^Ravens/) })
    await button(/^Ravens/).click()
    await card.getByRole('list', { name: 'Members' }).waitFor()
    expect(await controls(card)).toEqual([
      'Ravens (3 members)',
      ...['Remove Ben', 'Remove Cleo'],
      ...['Invite new member', 'Invite'],
      ...['Leave', 'Disband'],
    ])
    for (const name of ['Leave', 'Disband', 'Remove Ben']) {
      await button(name, card).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: /^(No|Cancel)$/ }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await card.getByRole('textbox', { name: 'Invite new member' }).fill('Dora')
    await button('Invite', card).click()
    await card.getByRole('list', { name: 'Pending invites' }).waitFor()
    await tab(/^Invites/)
    await button('Reject').waitFor()
    await tab(/^Details/)
    await button('Save').waitFor()
    expect(built.front.passed).toEqual(
      expect.arrayContaining(['listGroups', 'listInvites', 'listMutes', 'listOrderDetails']),
    )
    await tab(/^Settings/)
    await page.getByRole('tabpanel', { name: 'Settings' }).getByRole('checkbox').waitFor()
    expect(await texts('heading')).toEqual(['Settings'])
    expect(await texts('button')).toEqual(['Save'])
    expect(await page.getByRole('tabpanel').getByRole('checkbox').count()).toBe(1)
    expect(await page.getByRole('tabpanel').getByRole('textbox').count()).toBe(0)

    await open('/discordia/world?show=mine')
    await openEntryForm(page)
    expect(await controls(entryDialog(page))).toEqual([
      'Close dialog',
      ...['Name', 'Image', 'Choose a type', 'None'],
      ...['Sub-title', 'Text', 'Add Additional Sub-Title & Text'],
      ...['Close', 'Send Item for Review'],
    ])
    await logOut()
  })

  test('one of the staff has the specified dashboard, and no way to the desk', async () => {
    await open('/auth/login')
    await logIn('Sue')
    await open('/discordia/dashboard')
    await page.getByRole('status').getByText('You currently have no groups.').waitFor()
    expect(await page.getByRole('link', { name: /desk/i }).count()).toBe(0)
    await logOut()
  })
})
