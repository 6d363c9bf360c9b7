import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { bytesOf } from '../../test/helpers/browser/browser.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { enter, logInAtDesk, menu, open } from '../../test/helpers/browser/desk.ts'
import { deskWorld } from '../../test/helpers/fixtures/deskWorld.ts'
import { SAMPLES_FOLDER } from '../../test/helpers/fixtures/importSamples.ts'
import { translatePage } from '../../test/helpers/screens/translatePage.ts'
import { unzipped } from '../../test/helpers/server/unzipped.ts'

describe('the pages of the desk, for a superuser', () => {
  const built = builtSite({ world: deskWorld, ownContext: true })
  let page: Page
  beforeEach(async () => {
    page = await built.newcomer({ at: 'desk' })
    await enter(page, 'Sam')
    await menu(page).waitFor()
  })

  const shown = (words: string | RegExp) => page.getByText(words).first().waitFor()
  const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const choose = async (role: 'button' | 'menuitem' | 'option', name: string | RegExp) =>
    page.getByRole(role, { name }).click()
  const confirm = async (name: string) => {
    await button(name).click()
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  }

  test('every heading of a list that can be clicked sorts it; saved filters are there after the next login', async () => {
    for (const item of [
      'News and events',
      'Name changes',
      'Download files',
      'Rule entries',
      'Rule sub-categories',
      'Videos',
      'Glossary entries',
      'Members',
      'Outgoing email',
      'Audit log',
    ]) {
      await open(page, item)
      const headings = page.getByRole('columnheader').getByRole('button')
      await headings.first().waitFor()
      for (const heading of await headings.all()) {
        const sorted = page.waitForResponse((response) => response.url().includes('sort='))
        await heading.click()
        const response = await sorted
        expect([response.url(), response.status()]).toEqual([response.url(), 200])
      }
    }
    await open(page, 'Groups')
    await page.getByRole('combobox', { name: 'State' }).press('Enter')
    await choose('option', 'Stuck')
    await choose('button', /^Filters$/)
    await choose('menuitem', /^Save this filter/)
    await page.getByRole('textbox', { name: 'Name of the filter' }).fill('Without a head')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await choose('button', 'Sam, account menu')
    await choose('menuitem', 'Log out')
    await logInAtDesk(page, 'Sam')
    await open(page, 'Groups')
    await page.getByRole('link', { name: 'Ravens' }).waitFor()
    await choose('button', /^Filters$/)
    await choose('menuitem', 'Without a head')
    await page.getByText('Nothing matches.').waitFor()
  }, 180_000)

  test('whoever leaves a list while it is about to search is not brought back to it', async () => {
    await open(page, 'Rule entries')
    await page.getByRole('textbox', { name: 'Search' }).fill('Snuff')
    // The list searches half a second after the last key: here, while the next page is rendered.
    await page.getByRole('link', { name: 'Create' }).evaluate((link: HTMLElement) => {
      link.click()
      const end = performance.now() + 600
      while (performance.now() < end);
    })
    await title(/^New /)
    // The timers of the list have run by then, because they were due before.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
    expect(page.url()).toMatch(/create$/)
  })

  test('a message is answered by mail, and a member becomes staff, which the audit log shows', async () => {
    await open(page, 'Inbox')
    await page.getByRole('link', { name: 'A lost lantern' }).press('Enter')
    await page.getByLabel('Your answer').fill('It hangs in the hall.')
    await button('Send answer').click()
    await page.getByRole('article').getByText('It hangs in the hall.').waitFor()
    await built.server.mailTo('ines@example.org', /It hangs in the hall\./)
    await open(page, 'Members')
    await page.getByRole('textbox', { name: 'Search' }).fill('Dora')
    await page.getByRole('link', { name: 'Dora', exact: true }).click()
    await title('Dora')
    await page.getByLabel('Role').selectOption('staff')
    await confirm('Change role')
    await shown('The role has changed.')
    await open(page, 'Audit log')
    await page.getByRole('link', { name: 'Sam changed the role of “Dora”' }).click()
    await title('Changed the role of “Dora”')
    expect(await page.getByRole('deletion').allTextContents()).toEqual(['player'])
    expect(await page.getByRole('insertion').allTextContents()).toEqual(['staff'])
  })

  test('a sample is downloaded, and a folder is imported as one and undone', async () => {
    await open(page, 'Import and export')
    const [sample] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Markdown', exact: true }).click(),
    ])
    const bytes = await bytesOf(sample)
    expect(bytes).toEqual(readFileSync(join(SAMPLES_FOLDER, 'markdown.zip')))
    const folder = join(mkdtempSync(join(tmpdir(), 'desk-')), 'Mühlental')
    for (const [name, content] of await unzipped(bytes)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), content)
    }
    await page.getByLabel('Choose a folder').setInputFiles(folder)
    await shown('Mühlental.zip')
    await confirm('Import now')
    await shown('The import is done:')
    await confirm('Undo import')
    await shown(/^\d+ records are as before\.$/)
    rmSync(dirname(folder), { recursive: true })
  })

  test('a file is tried out and imported, and a record created on a desk that the browser has translated', async () => {
    const translate = () => page.evaluate(translatePage)
    await open(page, 'Import and export')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download: Rules' }).click(),
    ])
    const text = (await bytesOf(download)).toString()
    await page.getByLabel('Choose files').setInputFiles({
      name: 'rules.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text.replace(/"title":\s*"[^"]+"/, '"title": "Renamed by an import"')),
    })
    await shown('This is what an import would do:')
    await confirm('Import now')
    await shown('The import is done:')
    await open(page, 'Rule entries')
    await page.getByRole('textbox', { name: 'Search' }).fill('Renamed by an import')
    await page.getByRole('link', { name: 'Renamed by an import' }).waitFor()

    await translate()
    await open(page, 'Glossary types')
    await translate()
    await page.getByRole('link', { name: 'Create' }).click()
    await title(/^New /)
    await translate()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Towers')
    await button('Save').click()
    await page.getByRole('row').filter({ hasText: 'Towers' }).waitFor()
  })
})
