import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { dropdown } from '#test/helpers/browser/dropdown.ts'
import {
  aPicture,
  bringFile,
  entryDialog,
  fillEntry,
  openEntryForm,
  sendEntry,
  subEntry,
} from '#test/helpers/browser/entryForm.ts'
import { signIn, tokensOf } from '#test/helpers/browser/signIn.ts'
import { toastOn } from '#test/helpers/browser/toast.ts'
import { onlyAlone } from '#test/helpers/cluster/notOnCluster.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'

type Entry = { title: string; image: string | null; entry_subtype_name: string | null }

const WRONG_TYPE = 'Invalid file type. Please select a JPEG or PNG image.'

describe('the form for a glossary entry, with real files and storage (behaviour 2, 5, 7)', () => {
  const built = builtSite({ world: smallWorld })
  const form = () => entryDialog(built.page)
  const name = () => form().getByRole('textbox', { name: 'Name', exact: true })
  const text = () => subEntry(built.page, 1).getByRole('textbox', { name: 'Text', exact: true })
  const submit = () => form().getByRole('button', { name: 'Send Item for Review', exact: true })
  const image = () => form().getByLabel('Image', { exact: true })
  const preview = () => form().getByRole('img', { name: 'Preview of the image' })
  const card = (title: string) => built.page.getByRole('article', { name: title, exact: true })
  const created = () =>
    toastOn(built.page, 'status', 'You have created a new entry. It will be under approval.')
  const openPage = async () => {
    await built.page.goto('/discordia/world')
    await built.page.getByRole('article').first().waitFor()
    await built.settled()
  }
  const open = async (username = 'Ben') => {
    await signIn(built.page, built.server, username)
    await openPage()
    await openEntryForm(built.page)
  }
  const own = async (search: string): Promise<Entry[]> => {
    const { access } = await tokensOf(built.server, 'ben@example.org')
    const query = new URLSearchParams({ showMyEntries: 'true', search })
    const response = await fetch(`${built.server.url}/api/glossary/entries/?${query}`, {
      headers: { Authorization: `Bearer ${access}` },
    })
    return (await response.json()) as Entry[]
  }
  /** The preview is the picture itself. */
  const drawn = () =>
    built.page.waitForFunction(() => {
      const img = document.querySelector<HTMLImageElement>('[role="dialog"] img')
      return img?.naturalWidth === 300 && img.naturalHeight === 200
    })

  test('an image is chosen by click, drop or paste, shown, and cleared; another type is refused', async () => {
    await open()
    const chooser = built.page.waitForEvent('filechooser')
    await image().click()
    const jpeg = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await aPicture('jpeg') }
    await (await chooser).setFiles(jpeg)
    await drawn()
    const png = { name: 'a.png', mimeType: 'image/png', buffer: await aPicture('png') }
    const gif = { name: 'a.gif', mimeType: 'image/gif', buffer: await aPicture('gif') }
    for (const way of ['drop', 'paste'] as const) {
      await form().getByRole('button', { name: 'Clear image' }).click()
      await preview().waitFor({ state: 'detached' })
      await bringFile(built.page, way, png)
      await drawn()
      await bringFile(built.page, way, gif)
      await form().getByRole('alert').filter({ hasText: WRONG_TYPE }).waitFor()
    }
  })

  test('a file that the browser cannot draw is refused, whatever its name promises', async () => {
    await open()
    const buffer = Buffer.from('not a picture')
    await image().setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await form().getByRole('alert').filter({ hasText: WRONG_TYPE }).waitFor()
    expect(await preview().count()).toBe(0)
  })

  test('pasted text goes into its field', async () => {
    await open()
    await name().fill('A Ladder')
    await built.page.keyboard.press('Control+A')
    await built.page.keyboard.press('Control+C')
    const title = subEntry(built.page, 1).getByRole('textbox', { name: 'Sub-title' })
    await title.focus()
    await built.page.keyboard.press('Control+V')
    expect(await title.inputValue()).toBe('A Ladder')
    expect(await preview().count()).toBe(0)
  })

  test('a picture is stored without its metadata, shown in the card, and deleted with the entry', async () => {
    onlyAlone('it looks into the folder of stored files')
    const stored = () =>
      readdirSync(join(built.server.dataDir, 'uploads'), { recursive: true }).length
    const before = stored()
    await open()
    await fillEntry(built.page, 'The Painted Spoon')
    const buffer = await aPicture('jpeg')
    expect((await sharp(buffer).metadata()).exif).toBeDefined()
    await bringFile(built.page, 'drop', { name: '../a.jpg', mimeType: 'image/jpeg', buffer })
    await preview().waitFor()
    await sendEntry(built.page)
    await created()
    const [entry] = await own('Painted Spoon')
    const url = built.server.url + (entry?.image ?? '')
    const kept = await sharp(Buffer.from(await (await fetch(url)).arrayBuffer())).metadata()
    expect([kept.width, kept.height, kept.exif]).toEqual([300, 200, undefined])
    expect(stored()).toBeGreaterThan(before)

    const spoon = card('The Painted Spoon')
    await spoon.getByRole('button', { name: 'The Painted Spoon', exact: true }).click()
    await built.page.waitForFunction((src) => {
      const img = document.querySelector<HTMLImageElement>(`article img[src="${src}"]`)
      return (img?.naturalWidth ?? 0) > 0
    }, entry?.image ?? '')
    await spoon.getByRole('button', { name: 'Delete Entry' }).click()
    await built.page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await spoon.waitFor({ state: 'detached' })
    expect((await fetch(url)).status).toBe(404)
  })

  test('a lost response of the first step makes no second entry', async () => {
    const first = '**/glossary/user-entries/'
    await open()
    await fillEntry(built.page, 'The Lost Response')
    await built.page.route(first, async (route) => {
      await route.fetch()
      await route.abort()
    })
    const failed = built.page.waitForEvent('requestfailed')
    await sendEntry(built.page)
    await failed
    await form().locator('[aria-busy="true"]').waitFor({ state: 'detached' })
    await built.page.unroute(first)
    await sendEntry(built.page)
    await created()
    expect(await own('The Lost Response')).toHaveLength(1)
  })

  test('can be filled in and sent by the keyboard alone', async () => {
    await signIn(built.page, built.server, 'Ben')
    await openPage()
    const { keyboard } = built.page
    const tabTo = async (target: Locator) => {
      const isThere = () => target.evaluate((at) => at === document.activeElement)
      for (let steps = 0; steps < 12 && !(await isThere()); steps += 1) await keyboard.press('Tab')
      expect(await isThere()).toBe(true)
    }
    await built.page.getByRole('button', { name: 'Create new glossary item' }).focus()
    await keyboard.press('Enter')
    await name().waitFor()
    await keyboard.type('A Thing of Keys')
    await tabTo(image())
    await tabTo(dropdown(form(), 'Type'))
    await keyboard.press('Enter')
    await form().getByRole('option', { name: 'Creatures' }).waitFor()
    await keyboard.type('creat')
    await keyboard.press('Enter')
    await tabTo(dropdown(form(), 'Sub-Type'))
    await keyboard.press('ArrowDown')
    await form().getByRole('option', { name: 'Small ones' }).waitFor()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await form().getByRole('button', { name: 'Sub-Type Small ones' }).waitFor()
    await tabTo(subEntry(built.page, 1).getByRole('textbox', { name: 'Sub-title' }))
    await keyboard.type('By keys')
    await tabTo(text())
    await keyboard.type('One after the other.')
    await tabTo(submit())
    await keyboard.press('Enter')
    await created()
    const [entry] = await own('Thing of Keys')
    expect(entry?.entry_subtype_name).toBe('Small ones')
  })

  test('a draft outlives a reload, and is gone after a logout', async () => {
    await open()
    await fillEntry(built.page, 'The Drafty Hall')
    await built.page.keyboard.press('Escape')
    await form().waitFor({ state: 'detached' })
    await openPage()
    await openEntryForm(built.page)
    expect(await name().inputValue()).toBe('The Drafty Hall')
    await form().getByRole('button', { name: 'Type Customs', exact: true }).waitFor()
    await form().getByRole('button', { name: 'Close', exact: true }).click()
    await form().waitFor({ state: 'detached' })
    await built.page.getByRole('link', { name: 'Logout' }).click()
    await built.page.getByRole('button', { name: 'Leave', exact: true }).click()
    await built.page.waitForURL('**/auth/login')
    const stored = await built.page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    expect(stored).not.toContain('The Drafty Hall')
    await open('Dora')
    expect(await name().inputValue()).toBe('')
  })

  test('an entry that was deleted in another tab: the second deletion fails, and both lists are right', async () => {
    await signIn(built.page, built.server, 'Ann')
    const second = await built.visitor.context.newPage()
    const tabs = [built.page, second]
    const moth = (page: typeof second) => page.getByRole('article', { name: 'Pending moth 2' })
    for (const page of tabs) {
      await page.goto('/discordia/world?show=mine')
      await moth(page).waitFor()
    }
    for (const page of tabs) {
      await moth(page).getByRole('button', { name: 'Delete Entry' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Yes', exact: true }).click()
      const isFirst = page === built.page
      if (isFirst) await toastOn(page, 'status', 'You deleted the entry.')
      else await toastOn(page, 'alert', 'Error deleting the entry, please try again.')
    }
    for (const page of tabs) {
      await moth(page).waitFor({ state: 'detached' })
      await page.getByRole('article', { name: 'Pending moth 1' }).waitFor()
    }
  })
})
