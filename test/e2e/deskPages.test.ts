import type { Page } from 'playwright-core'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { bytesOf, responded, type Visit } from '#test/helpers/browser/browser.ts'
import {
  type DeskSite,
  enter,
  logInAtDesk,
  menu,
  open,
  startDeskSite,
} from '#test/helpers/browser/desk.ts'
import { thumbFindings } from '#test/helpers/browser/thumbs.ts'
import { deskWorld } from '#test/helpers/fixtures/deskWorld.ts'
import { PASSWORD } from '#test/helpers/server/accounts.ts'

describe('the pages of the desk, for a superuser', () => {
  let house: DeskSite
  let desk: Visit
  let page: Page

  beforeAll(async () => {
    house = await startDeskSite(deskWorld)
    desk = await house.sitDown()
    page = desk.page
    page.setDefaultTimeout(30_000)
    await enter(page, 'Sam')
    await menu(page).waitFor()
  })
  afterEach(() => expect(desk.complaints).toEqual([]))
  afterAll(() => house?.close())

  const shown = (words: string | RegExp) => page.getByText(words).first().waitFor()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const confirm = async (name: string) => {
    await button(name).click()
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  }

  /** One of each kind. */
  const pages = [
    '/',
    '/review',
    '/name-changes',
    '/messages/1/show',
    '/contents',
    '/contents/create',
    '/contents/6',
    '/contents/1/show',
    '/download-files/1',
    '/rule-entries',
    '/rule-entries/1',
    '/rule-videos/1',
    '/glossary-types/1',
    '/transfer',
    '/counters',
    '/members',
    '/members/1/show',
    '/groups/1/show',
    '/outbox',
    '/audit/1/show',
    '/nothing-here',
  ]
  test('axe finds nothing on a page of each kind, small or wide; on a small one a thumb reaches every control', async () => {
    const small = await house.sitDown({ width: 360, height: 780 })
    await enter(small.page, 'Sam')
    await small.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    const found: string[] = []
    for (const path of pages) {
      const look = async (how: string) => {
        const findings = await axeFindings(small.page, ['label-content-name-mismatch'])
        found.push(...findings.map((finding) => `${path} ${how} ${finding}`))
      }
      await small.page.goto(path)
      await small.page.getByRole('heading', { level: 1 }).waitFor()
      await small.page.waitForLoadState('networkidle')
      await look('small')
      found.push(...(await thumbFindings(small.page)).map((finding) => `${path} ${finding}`))
      await small.page.setViewportSize({ width: 1440, height: 900 })
      await look('wide')
      await small.page.setViewportSize({ width: 360, height: 780 })
    }
    expect(found).toEqual([])
    expect(small.complaints).toEqual([])
    await small.close()
  }, 240_000)

  test('the desk is dark where the browser asks for it', async () => {
    const dark = await house.sitDown()
    await dark.page.emulateMedia({ colorScheme: 'dark' })
    await enter(dark.page, 'Sam')
    await dark.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    const ground = await dark.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(ground).toBe('rgb(21, 19, 31)')
    await dark.close()
  })

  test('filters are saved under a name, and are still there after the next login', async () => {
    const other = await house.sitDown()
    await enter(other.page, 'Sam')
    await open(other.page, 'Groups')
    const choose = async (role: 'button' | 'menuitem' | 'option', name: string | RegExp) =>
      other.page.getByRole(role, { name }).click()
    await other.page.getByRole('combobox', { name: 'State' }).click()
    await choose('option', 'Stuck')
    await choose('button', 'Filters')
    await choose('menuitem', /^Save this filter/)
    await other.page.getByRole('textbox', { name: 'Name of the filter' }).fill('Without a head')
    await other.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await choose('button', 'Sam, account menu')
    await choose('menuitem', 'Logout')
    await logInAtDesk(other.page, 'Sam')
    await open(other.page, 'Groups')
    await other.page.getByRole('link', { name: 'Ravens' }).waitFor()
    await choose('button', 'Filters')
    await choose('menuitem', 'Without a head')
    await other.page.getByText('Nothing here, as things are.').waitFor()
    expect(other.complaints).toEqual([])
    await other.close()
  })

  test('axe finds nothing on a dialog with a reason, nor on a question', async () => {
    await open(page, 'Review queue')
    await button('Reject').first().focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Reject: / })
    await dialog.waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    for (const name of ['Approve with edits', 'Keyboard shortcuts']) {
      await button(name).first().click()
      await page.getByRole('dialog').waitFor()
      await responded(page)
      expect(await axeFindings(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await open(page, 'Rule categories')
    await page
      .getByRole('button', { name: /^Actions for / })
      .first()
      .press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await page.getByRole('dialog').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await button('Back').click()
  })

  test('every row of a list is opened by the keyboard alone', async () => {
    await open(page, 'Glossary types')
    const link = page.getByRole('table').getByRole('link').first()
    const name = await link.textContent()
    await link.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: `Glossary type: ${name}` }).waitFor()
  })

  test('every heading of a list that can be clicked sorts it', async () => {
    // In a browser context of its own: a list remembers how it was sorted.
    const other = await house.sitDown()
    await enter(other.page, 'Sam')
    await menu(other.page).waitFor()
    for (const item of [
      'News and events',
      'Name changes',
      'Download files',
      'Rule entries',
      'Rule sub-categories',
      'Videos',
      'Glossary entries',
      'Members',
      'Outgoing mail',
      'Audit log',
    ]) {
      await open(other.page, item)
      const headings = other.page.getByRole('columnheader').getByRole('button')
      await headings.first().waitFor()
      for (const heading of await headings.all()) {
        const sorted = other.page.waitForResponse((response) => response.url().includes('sort='))
        await heading.click()
        const response = await sorted
        expect([response.url(), response.status()]).toEqual([response.url(), 200])
      }
    }
    expect(other.complaints).toEqual([])
    await other.close()
  }, 60_000)

  test('messages are read and answered, and a mail that was given up is sent again', async () => {
    await open(page, 'Inbox')
    await button('Mark as read').click()
    await button('Mark as unread').waitFor()
    await page.getByRole('link', { name: 'A lost lantern' }).click()
    await shown('Where is it?')
    await button('Mark as unread').click()
    await button('Mark as read').waitFor()
    await button('Send the answer').click()
    await shown('Write an answer first.')
    await page.getByLabel('Your answer').fill('It hangs in the hall.')
    await button('Send the answer').click()
    await page.getByRole('article').getByText('It hangs in the hall.').waitFor()
    await button('Mark as unread').waitFor()
    expect(await page.getByLabel('Your answer').inputValue()).toBe('')
    await house.server.mailTo('ines@example.org', /It hangs in the hall\./)
    await open(page, 'Outgoing mail')
    await page
      .getByRole('row')
      .filter({ hasText: 'no route to the host' })
      .getByRole('button', { name: 'Try again' })
      .click()
    await shown('The mail is in the queue again.')
  })

  test('the owner of a group is changed and changed back, and the group is closed with a mail to its members', async () => {
    await open(page, 'Groups')
    await page.getByRole('link', { name: 'Ravens' }).click()
    await confirm('Make Ben the owner')
    await shown('Ben owns the group now.')
    await button('Undo').click()
    await shown('Ann owns the group now.')
    await button('Close the group').click()
    const dialog = page.getByRole('dialog', { name: 'Close the group: Ravens' })
    await dialog.getByText(/mailed to 3 members/).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByLabel('Why it is closed').fill('The story has come to an end.')
    await dialog.getByRole('button', { name: 'Close the group' }).click()
    await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor()
    await shown('“Ravens” is closed.')
    await house.server.mailTo('ben@example.org', /The story has come to an end\./)
  })

  test('whoever leaves a list while it is about to search is not brought back to it', async () => {
    await open(page, 'Rule entries')
    await page.getByRole('textbox', { name: 'Search' }).fill('Snuff')
    // The list searches half a second after the last key: here, while the next page is being drawn.
    await page.getByRole('link', { name: 'Create' }).evaluate((link: HTMLElement) => {
      link.click()
      const end = performance.now() + 600
      while (performance.now() < end);
    })
    await page.getByRole('heading', { level: 1, name: /^New: / }).waitFor()
    // By then the timers of the list have run: they were due before.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
    expect(page.url()).toMatch(/create$/)
  })

  test('a member is found, deactivated, reactivated and made staff', async () => {
    await open(page, 'Members')
    await page.getByRole('textbox', { name: 'Search' }).fill('Dora')
    await page.getByRole('link', { name: 'Dora', exact: true }).click()
    await confirm('Deactivate')
    await confirm('Reactivate')
    await confirm('End all sessions')
    await shown('All sessions have ended.')
    await page.getByLabel('Role').selectOption('staff')
    await confirm('Change the role')
    await shown('The role has changed.')
    await button('Show order details').click()
    await shown('This member has left no order details.')
    await open(page, 'Members')
    await page.getByRole('textbox', { name: 'Search' }).fill('Ann')
    await page.getByRole('link', { name: 'Ann', exact: true }).click()
    await button('Show order details').click()
    await shown('Elm Street 7')
    await open(page, 'Audit log')
    // Reading order details is in the log too.
    await page.getByRole('link', { name: 'Sam read the order details of “Ann”' }).waitFor()
    await page.getByRole('link', { name: 'Sam changed the role of “Dora”' }).click()
    await page.getByRole('heading', { level: 1, name: 'Changed the role of “Dora”' }).waitFor()
    expect(await page.getByRole('deletion').allTextContents()).toEqual(['player'])
    expect(await page.getByRole('insertion').allTextContents()).toEqual(['staff'])
    await open(page, 'Overview')
    const acts = page.locator('section').filter({ hasText: 'Last acts' })
    await acts.getByText('Sam changed the role of “Dora”').waitFor()
    // The overview leaves readings out.
    expect(await acts.getByText('order details').count()).toBe(0)
  })

  test('a requested name is approved and mailed; a lost activation mail is sent again', async () => {
    await open(page, 'Name changes')
    await page
      .getByRole('row')
      .filter({ hasText: 'Benedict' })
      .getByRole('button', { name: 'Approve' })
      .dblclick()
    await shown('The account has its new name.')
    await open(page, 'Members')
    await page.getByRole('textbox', { name: 'Search' }).fill('Benedict')
    await page.getByRole('link', { name: 'Benedict' }).waitFor()
    await house.server.mailTo('ben@example.org', /Benedict/)

    const newcomer = { email: 'jona@example.org', username: 'Jona', password: PASSWORD }
    await fetch(`${house.server.url}/api/users/register/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(newcomer),
    })
    const link = /activate-account\/[\w-]+/
    const [first] = link.exec(await house.server.mailTo(newcomer.email, link)) ?? []
    await page.getByRole('textbox', { name: 'Search' }).fill(newcomer.username)
    await page.getByRole('link', { name: newcomer.username, exact: true }).click()
    await confirm('Send activation mail again')
    await shown('The mail is on its way.')
    await house.server.mailTo(
      newcomer.email,
      new RegExp(`activate-account/(?!${first?.split('/')[1]})`),
    )
  })

  test('a file is tried out and imported; a wrong row is named and changes nothing', async () => {
    await open(page, 'Import and export')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download: Rules' }).click(),
    ])
    const text = (await bytesOf(download)).toString()
    const choose = (content: string) =>
      page.getByLabel(/^JSON file/).setInputFiles({
        name: 'rules.json',
        mimeType: 'application/json',
        buffer: Buffer.from(content),
      })
    await choose('{ "half": ')
    await button('Try it out').click()
    await shown('The file is not valid JSON.')

    await choose(text.replace(/"title":\s*"[^"]+"/, '"title": 7'))
    await button('Try it out').click()
    await shown(/One problem\. Nothing is imported/)
    await page.getByRole('cell', { name: /title/ }).waitFor()
    expect(await button('Import now').count()).toBe(0)

    await choose(text.replace(/"title":\s*"[^"]+"/, '"title": "Renamed by an import"'))
    await button('Try it out').click()
    await shown('This is what an import would do:')
    await confirm('Import now')
    await shown('The import is done:')
    await open(page, 'Rule entries')
    await page.getByRole('textbox', { name: 'Search' }).fill('Renamed by an import')
    await page.getByRole('link', { name: 'Renamed by an import' }).waitFor()
  })

  test('the login form has no empty panel beside it; a player is refused, and staff see no page of superusers', async () => {
    const staff = await house.sitDown()
    await staff.page.goto('/')
    await staff.page.getByLabel('Email').waitFor()
    const notices = staff.page.locator('.desk-notices')
    expect(await notices.evaluate((element) => element.clientHeight)).toBe(0)
    await logInAtDesk(staff.page, 'Ann')
    await staff.page.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
    expect(await menu(staff.page).count()).toBe(0)
    expect(await axeFindings(staff.page)).toEqual([])
    await staff.page.goto('/members')
    await logInAtDesk(staff.page, 'Sue')
    await staff.page.getByRole('heading', { level: 1, name: 'Not for your role' }).waitFor()
    expect(await axeFindings(staff.page)).toEqual([])
    for (const item of ['Members', 'Groups', 'Outgoing mail', 'Audit log'])
      expect(await menu(staff.page).getByRole('link', { name: item }).count()).toBe(0)
    expect(staff.complaints).toEqual([])
    await staff.close()
  })
})
