import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { bytesOf, type Visit } from '#test/helpers/browser/browser.ts'
import {
  type DeskSite,
  enter,
  logInAtDesk,
  menu,
  open,
  startDeskSite,
} from '#test/helpers/browser/deskBrowser.ts'
import { DEMO_PASSWORD } from '#test/helpers/browser/site.ts'
import { thumbFindings } from '#test/helpers/browser/thumbs.ts'

/** Post that no page of the desk can bring about: a message, and a mail that was given up. */
function addPost(dataDir: string): void {
  const db = new Database(join(dataDir, 'discordia.sqlite'))
  const now = Date.now()
  db.prepare(
    'insert into contact_messages (name, email, subject, message, created_at) values (?, ?, ?, ?, ?)',
  ).run('Ines', 'ines@discordia.example', 'A lost lantern', 'Has anybody seen it?', now)
  db.prepare(
    'insert into outbox (kind, recipient, data, created_at, attempts, next_attempt_at, dead_at, last_error) values (?, ?, ?, ?, ?, ?, ?, ?)',
  ).run('activation', 'ines@discordia.example', '{}', now, 8, now, now, 'nobody answers')
  db.close()
}

describe('the pages of the desk, for a superuser', () => {
  let house: DeskSite
  let desk: Visit
  let page: Page

  beforeAll(async () => {
    house = await startDeskSite()
    addPost(house.site.dataDir)
    desk = await house.sitDown()
    page = desk.page
    page.setDefaultTimeout(8_000)
    await enter(page, 'corvin@discordia.example')
    await menu(page).waitFor()
  })
  afterAll(() => house?.close())

  const told = (words: string | RegExp) => page.getByText(words).first().waitFor()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const sure = async (name: string) => {
    await button(name).click()
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  }

  const pages = [
    '/',
    '/review',
    '/name-changes',
    '/messages',
    '/messages/1/show',
    '/contents',
    '/contents/create',
    '/contents/28',
    '/contents/1/show',
    '/download-files',
    '/download-files/create',
    '/download-files/1',
    '/download-categories',
    '/rule-entries',
    '/rule-entries/create',
    '/rule-entries/1',
    '/rule-subcategories',
    '/rule-subcategories/create',
    '/rule-videos',
    '/rule-videos/1',
    '/glossary-entries',
    '/glossary-entries/1',
    '/glossary-types/1',
    '/transfer',
    '/counters',
    '/members',
    '/members/1/show',
    '/groups',
    '/groups/1/show',
    '/outbox',
    '/audit',
    '/audit/1/show',
    '/nothing-here',
  ]
  test('axe finds nothing on any page, small or wide; on a small one all is in reach of a thumb', async () => {
    const small = await house.sitDown({ width: 360, height: 780 })
    await enter(small.page, 'corvin@discordia.example')
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

  test('nor on the pages of each kind in the dark, which the browser asks for', async () => {
    const dark = await house.sitDown()
    await dark.page.emulateMedia({ colorScheme: 'dark' })
    await enter(dark.page, 'corvin@discordia.example')
    await dark.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    const ground = await dark.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(ground).toBe('rgb(21, 19, 31)')
    const found: string[] = []
    for (const path of [
      '/',
      '/review',
      '/contents',
      '/contents/28',
      '/members/1/show',
      '/audit/1/show',
    ]) {
      await dark.page.goto(path)
      await dark.page.getByRole('heading', { level: 1 }).waitFor()
      await dark.page.waitForLoadState('networkidle')
      found.push(...(await axeFindings(dark.page)).map((finding) => `${path} ${finding}`))
    }
    expect(found).toEqual([])
    await dark.close()
  }, 120_000)

  test('filters are saved under a name, and are still there after the next login', async () => {
    const other = await house.sitDown()
    await enter(other.page, 'corvin@discordia.example')
    await open(other.page, 'Groups')
    const choose = async (role: 'button' | 'menuitem' | 'option', name: string | RegExp) =>
      other.page.getByRole(role, { name }).click()
    await other.page.getByRole('combobox', { name: 'State' }).click()
    await choose('option', 'Stuck')
    await choose('button', 'Filters')
    await choose('menuitem', /^Save this filter/)
    await other.page.getByRole('textbox', { name: 'Name of the filter' }).fill('Without a head')
    await other.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await choose('button', 'corvin, account menu')
    await choose('menuitem', 'Logout')
    await logInAtDesk(other.page, 'corvin@discordia.example')
    await open(other.page, 'Groups')
    await other.page.getByRole('link', { name: 'The Orchard Jury' }).waitFor()
    await choose('button', 'Filters')
    await choose('menuitem', 'Without a head')
    await other.page.getByText('Nothing here, as things are.').waitFor()
    expect(other.complaints).toEqual([])
    await other.close()
  })

  test('nor on a dialog with a reason, nor on a question', async () => {
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
      await page.waitForLoadState('networkidle')
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

  test('every heading of a list that can be pressed sorts it', async () => {
    // Somebody else's window: a list remembers how it was sorted.
    const other = await house.sitDown()
    await enter(other.page, 'corvin@discordia.example')
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
        const sorted = other.page.waitForResponse((answer) => answer.url().includes('sort='))
        await heading.click()
        const answer = await sorted
        expect([answer.url(), answer.status()]).toEqual([answer.url(), 200])
      }
    }
    expect(other.complaints).toEqual([])
    await other.close()
  }, 60_000)

  test('messages are read, and a mail that was given up is tried again', async () => {
    await open(page, 'Inbox')
    await button('Mark as read').click()
    await button('Mark as unread').waitFor()
    await page.getByRole('link', { name: 'A lost lantern' }).click()
    await told('Has anybody seen it?')
    await button('Mark as unread').click()
    await button('Mark as read').waitFor()
    await button('Send the answer').click()
    await told('Write an answer first.')
    await page.getByLabel('Your answer').fill('It hangs in the hall.')
    await button('Send the answer').click()
    await page.getByRole('article').getByText('It hangs in the hall.').waitFor()
    await button('Mark as unread').waitFor()
    expect(await page.getByLabel('Your answer').inputValue()).toBe('')
    await house.site.mailTo('ines@discordia.example', /It hangs in the hall\./)
    await open(page, 'Outgoing mail')
    await page
      .getByRole('row')
      .filter({ hasText: 'nobody answers' })
      .getByRole('button', { name: 'Try again' })
      .click()
    await told('The mail is in the queue again.')
  })

  test('a group is handed on, and back by the notice, and closed with a word to its members', async () => {
    await open(page, 'Groups')
    await page.getByRole('link', { name: 'The Orchard Jury' }).click()
    await sure('Make juno the owner')
    await told('juno owns the group now.')
    await button('Undo').click()
    await told('mira owns the group now.')
    await button('Close the group').click()
    const dialog = page.getByRole('dialog', { name: 'Close the group: The Orchard Jury' })
    await dialog.getByText(/mailed to 4 members/).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByLabel('Why it is closed').fill('The jury has come to an end.')
    await dialog.getByRole('button', { name: 'Close the group' }).click()
    await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor()
    await told('“The Orchard Jury” is closed.')
    await house.site.mailTo('juno@discordia.example', /The jury has come to an end\./)
  })

  test('a member is found, deactivated, reactivated and made staff', async () => {
    await open(page, 'Members')
    await page.getByRole('textbox', { name: 'Search' }).fill('tomas')
    await page.getByRole('link', { name: 'tomas', exact: true }).click()
    await sure('Deactivate')
    await sure('Reactivate')
    await sure('End all sessions')
    await told('All sessions have ended.')
    await page.getByLabel('Role').selectOption('staff')
    await sure('Change the role')
    await told('The role has changed.')
    await button('Show order details').click()
    await told('This member has left no order details.')
    await open(page, 'Members')
    await page.getByRole('textbox', { name: 'Search' }).fill('mira')
    await page.getByRole('link', { name: 'mira', exact: true }).click()
    await button('Show order details').click()
    await told('Apfelgasse 12/7')
    await open(page, 'Audit log')
    // Who has read an address is in the log too.
    await page.getByRole('link', { name: 'corvin read the order details of “mira”' }).waitFor()
    await page.getByRole('link', { name: 'corvin changed the role of “tomas”' }).click()
    await page.getByRole('heading', { level: 1, name: 'Changed the role of “tomas”' }).waitFor()
    expect(await page.getByRole('deletion').allTextContents()).toEqual(['player'])
    expect(await page.getByRole('insertion').allTextContents()).toEqual(['staff'])
    await open(page, 'Overview')
    const acts = page.locator('section').filter({ hasText: 'Last acts' })
    await acts.getByText('corvin changed the role of “tomas”').waitFor()
    // Readings are no news.
    expect(await acts.getByText('order details').count()).toBe(0)
  })

  test('an asked-for name is given, and mailed; a lost activation mail is sent again', async () => {
    await open(page, 'Name changes')
    await page
      .getByRole('row')
      .filter({ hasText: 'Tomas of Harrow' })
      .getByRole('button', { name: 'Approve' })
      .dblclick()
    await told('The account has its new name.')
    await open(page, 'Members')
    await page.getByRole('textbox', { name: 'Search' }).fill('Tomas of Harrow')
    await page.getByRole('link', { name: 'Tomas of Harrow' }).waitFor()
    await house.site.mailTo('tomas@discordia.example', /Tomas of Harrow/)

    const newcomer = { email: 'jona@discordia.example', username: 'jona', password: DEMO_PASSWORD }
    await fetch(`${house.site.url}/api/users/register/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(newcomer),
    })
    const link = /activate-account\/[\w-]+/
    const [first] = link.exec(await house.site.mailTo(newcomer.email, link)) ?? []
    await page.getByRole('textbox', { name: 'Search' }).fill(newcomer.username)
    await page.getByRole('link', { name: newcomer.username, exact: true }).click()
    await sure('Send activation mail again')
    await told('The mail is on its way.')
    await house.site.mailTo(
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
    await told('This file holds no JSON.')

    await choose(text.replace(/"title":\s*"[^"]+"/, '"title": 7'))
    await button('Try it out').click()
    await told(/One problem\. Nothing is imported/)
    await page.getByRole('cell', { name: /title/ }).waitFor()
    expect(await button('Import now').count()).toBe(0)

    await choose(text.replace(/"title":\s*"[^"]+"/, '"title": "Renamed by an import"'))
    await button('Try it out').click()
    await told('This is what an import would do:')
    await sure('Import now')
    await told('The import is done:')
    await open(page, 'Rule entries')
    await page.getByRole('textbox', { name: 'Search' }).fill('Renamed by an import')
    await page.getByRole('link', { name: 'Renamed by an import' }).waitFor()
  })

  test('staff find a calm page where only superusers may go', async () => {
    const staff = await house.sitDown()
    await staff.page.goto('/members')
    await logInAtDesk(staff.page, 'ada@discordia.example')
    await staff.page.getByRole('heading', { level: 1, name: 'Not for your role' }).waitFor()
    expect(await axeFindings(staff.page)).toEqual([])
    for (const item of ['Members', 'Groups', 'Outgoing mail', 'Audit log'])
      expect(await menu(staff.page).getByRole('link', { name: item }).count()).toBe(0)
    expect(staff.complaints).toEqual([])
    await staff.close()
  })

  test('and nothing complained in the console', () => expect(desk.complaints).toEqual([]))
})
