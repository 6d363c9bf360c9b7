import type { Locator, Page } from 'playwright-core'
import { axeFindings } from '../../test/helpers/browser/axe.ts'
import { visit } from '../../test/helpers/browser/browser.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { bundle } from '../../test/helpers/browser/bundle.ts'
import {
  aPicture,
  bringFile,
  entryDialog,
  fillEntry,
  openEntryForm,
  sendEntry,
  subEntry,
} from '../../test/helpers/browser/entryForm.ts'
import type {} from '../../test/helpers/browser/harness/staleCalls.ts'
import { hold } from '../../test/helpers/browser/hold.ts'
import { signIn } from '../../test/helpers/browser/signIn.ts'
import { thumbFindings } from '../../test/helpers/browser/thumbs.ts'
import { toastOn } from '../../test/helpers/browser/toast.ts'
import { DAY } from '../../test/helpers/fixtures/contents.ts'
import { addGameSession, addGroup } from '../../test/helpers/fixtures/gameSessions.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import { calendarProgram } from '../../test/helpers/server/calendarProgram.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'

/** CSS pixels. */
const SMALL = { width: 360, height: 780 }
const MINE = '/discordia/world?show=mine'

/** The small world and a group of Ann's that plays four times. */
async function world(server: DeskServer): Promise<void> {
  await smallWorld(server)
  const { db, clock } = server.deps
  const users = await db.selectFrom('users').select(['id', 'username']).execute()
  const ann = users.find(({ username }) => username === 'Ann')
  if (ann === undefined) throw new Error('No Ann')
  const evenings = [1, 2, 3, 4].map((day) => clock() + day * DAY)
  await addGameSession(server, await addGroup(server, 'Herons', ann.id), {}, evenings)
}

const built = builtSite({ world })

const isFocused = (target: Locator) => target.and(target.page().locator(':focus')).waitFor()
async function expectClean(page: Page): Promise<void> {
  // The sticky header covers parts of targets unless the page is at its top.
  await page.evaluate(() => window.scrollTo(0, 0))
  expect([...(await axeFindings(page)), ...(await thumbFindings(page))]).toEqual([])
}
/** The visitor's page, as one of the small world's members. */
async function member(name: string, size?: typeof SMALL): Promise<Page> {
  if (size) await built.page.setViewportSize(size)
  await signIn(built.page, built.server, name)
  return built.page
}

describe('the form for a glossary entry, with real files, keys and storage (behaviour 2.13, 5.10, 7.7)', () => {
  const created = (page: Page) =>
    toastOn(page, 'status', 'You have created a new entry. It will be under approval.')
  const card = (page: Page, title: string) =>
    page.getByRole('article', { name: title, exact: true })

  test('an image is chosen, dropped, pasted or refused; the entry is sent with it after a reload of the page', async () => {
    const page = await member('Ben')
    const form = entryDialog(page)
    const name = form.getByRole('textbox', { name: 'Name', exact: true })
    const image = form.getByLabel('Image', { exact: true })
    const preview = form.getByRole('img', { name: 'Preview of the image' })
    const refusal = form
      .getByRole('alert')
      .filter({ hasText: 'Invalid file type. Please select a JPEG or PNG image.' })
    /** Whether the preview shows the picture itself. */
    const drawn = () =>
      page.waitForFunction(() => {
        const img = document.querySelector<HTMLImageElement>('[role="dialog"] img')
        return img?.naturalWidth === 300 && img.naturalHeight === 200
      })
    await page.goto(MINE)
    await openEntryForm(page)
    await name.fill('A Ladder')
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Control+C')
    const subTitle = subEntry(page, 1).getByRole('textbox', { name: 'Sub-title' })
    await subTitle.focus()
    await page.keyboard.press('Control+V')
    expect(await subTitle.inputValue()).toBe('A Ladder')
    expect(await preview.count()).toBe(0)

    const chooser = page.waitForEvent('filechooser')
    await image.click()
    const jpeg = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await aPicture('jpeg') }
    await (await chooser).setFiles(jpeg)
    await drawn()
    await form.getByRole('button', { name: 'Clear image' }).click()
    await preview.waitFor({ state: 'detached' })
    const png = { name: 'a.png', mimeType: 'image/png', buffer: await aPicture('png') }
    await bringFile(page, 'paste', png)
    await drawn()
    // A file that the browser cannot decode, with the name of a picture.
    await image.setInputFiles({ ...png, buffer: Buffer.from('not a picture') })
    await refusal.waitFor()

    await fillEntry(page, 'The Painted Spoon')
    await page.reload()
    await openEntryForm(page)
    expect(await name.inputValue()).toBe('The Painted Spoon')
    await form.getByRole('button', { name: 'Type Customs', exact: true }).waitFor()
    await bringFile(page, 'drop', { ...jpeg, name: '../a.jpg' })
    await drawn()
    await sendEntry(page)
    await created(page)
    const spoon = card(page, 'The Painted Spoon')
    await spoon.getByRole('button', { name: 'The Painted Spoon', exact: true }).click()
    await page.waitForFunction(() =>
      [...document.querySelectorAll('article')].some(
        (one) =>
          one.textContent?.includes('The Painted Spoon') &&
          [...one.querySelectorAll('img')].some((img) => img.naturalWidth > 0),
      ),
    )
    await spoon.getByRole('button', { name: 'Delete Entry' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await spoon.waitFor({ state: 'detached' })
  })
})

test('changes by others appear without a reload, also those made while the network was away (behaviour 12.11)', async () => {
  const streamOf = (page: Page) => page.waitForResponse('**/api/users/live/')
  /** The dashboard of a member, once its stream of changes is open. */
  async function dashboardOf(page: Page, name: string): Promise<Page> {
    await signIn(page, built.server, name)
    const isFollowing = streamOf(page)
    await page.goto('/discordia/dashboard')
    await isFollowing
    return page
  }
  const ann = await dashboardOf(built.page, 'Ann')
  const dora = await dashboardOf(await built.newcomer(), 'Dora')
  const field = ann.getByRole('textbox', { name: 'Invite new member' })
  const invite = async (name: string) => {
    await field.fill(name)
    await ann.getByRole('button', { name: 'Invite', exact: true }).click()
  }
  const isInvited = dora.getByRole('tab', { name: 'Invites (1 pending)' })
  await ann.getByRole('button', { name: 'Lone Wolf' }).click()
  await invite('Dora')
  await isInvited.waitFor()
  await field.fill('Cle')
  await isInvited.click()
  await dora.getByRole('tabpanel').getByRole('button', { name: 'Accept' }).click()
  await ann.getByRole('listitem').filter({ hasText: 'Dora' }).first().waitFor()
  expect(await field.inputValue()).toBe('Cle')
  await isFocused(field)

  await ann.getByRole('button', { name: 'Lone Wolf' }).click()
  await dora.context().setOffline(true)
  await ann.getByRole('button', { name: /^Herons \(/ }).click()
  await invite('Dora')
  await ann.getByRole('list', { name: 'Pending invites' }).getByText('Dora').waitFor()
  expect(await isInvited.count()).toBe(0)
  const isFollowing = streamOf(dora)
  await dora.context().setOffline(false)
  expect(await (await isFollowing).request().headerValue('last-event-id')).toMatch(/^\d+-\d+$/)
  await isInvited.waitFor()
})

describe('one session in many tabs (behaviour 4.1)', () => {
  test('5 tabs with 20 stale calls each make exactly one refresh, and all are answered', async () => {
    // The harness logs failed loads to the console, so it has a visit of its own.
    const { context, page: first, close } = await visit(built.browser, built.server)
    await signIn(first, built.server, 'Ann')
    const body = await bundle('test/helpers/browser/harness/staleCalls.ts')
    await context.route('**/harness.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body }),
    )
    // An empty page, so that only the harness sends requests.
    await context.route('**/harness', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><title>harness</title><script src="/harness.js"></script>',
      }),
    )
    await first.evaluate(() => localStorage.setItem('access_token', 'stale'))
    const tabs = [first, ...(await Promise.all([1, 2, 3, 4].map(() => context.newPage())))]
    await Promise.all(tabs.map((tab) => tab.goto('/harness')))
    const last = 'select max(id) from refresh_tokens'
    const [before] = await built.server.values(last)
    const answered = await Promise.all(tabs.map((tab) => tab.evaluate(() => window.callMany(20))))
    expect(answered).toEqual([20, 20, 20, 20, 20])
    // Each refresh that reached the server has inserted a token.
    expect(await built.server.values(last)).toEqual([Number(before) + 1])
    await close()
  })

  test('logout in one tab reaches the others and the server, and leaves settings alone', async () => {
    const first = await member('Ann')
    const context = first.context()
    await first.goto('/discordia/dashboard')
    const second = await context.newPage()
    await second.goto('/discordia/dashboard')
    await second.getByRole('tab', { name: 'Groups' }).waitFor()
    await first.evaluate(() => {
      localStorage.setItem('recent_searches', '["dice"]')
      localStorage.setItem('invite_link', `${Date.now()} secret`)
      localStorage.setItem('theme', 'dark')
    })
    const token = await first.evaluate(() => localStorage.getItem('access_token'))
    const ended = first.waitForResponse('**/api/users/logout/')
    await first.getByRole('link', { name: 'Logout' }).click()
    await Promise.all([first.waitForURL('**/auth/login'), second.waitForURL('**/auth/login')])
    const left = await first.evaluate(() => Object.keys(localStorage).toSorted())
    const settings = ['logout', 'passkeys', 'reports', 'selectedLanguage', 'selectedLanguage2']
    expect(left.filter((key) => !settings.includes(key))).toEqual(['theme'])
    expect((await ended).status()).toBe(200)
    const headers = { Authorization: `Bearer ${token}` }
    const profile = await context.request.get('/api/users/profile/', { headers })
    expect(profile.status()).toBe(401)
  })
})

test('the calendar of a member: what is next does not move the groups below it; a link for programs works without a login (behaviour 12.10)', async () => {
  const page = await member('Ann', SMALL)
  // Held back, so that a list that moves would be noticed.
  const release = await hold(page, '**/api/users/next/')
  await page.goto('/discordia/dashboard')
  const groups = page.getByRole('list', { name: 'Groups' })
  await groups.waitFor()
  const panel = page.getByRole('region', { name: 'Coming up' })
  const before = await groups.boundingBox()
  release()
  await panel.getByText('You’re invited to this group').waitFor()
  expect(await groups.boundingBox()).toEqual(before)
  await panel.getByRole('button', { name: /^Show all/ }).press('Enter')
  const session = panel.getByRole('link', { name: /^Herons: The sunken/ }).first()
  await session.waitFor()
  await expectClean(page)
  await page.emulateMedia({ media: 'print' })
  expect(await session.isVisible()).toBe(true)
  expect(await panel.getByRole('button', { name: /^Show/ }).count()).toBe(0)
  await page.emulateMedia({ media: null })
  await session.press('Enter')
  const card = page.locator('li', { hasText: 'Herons (' }).last()
  await card.getByRole('button', { name: /^Herons/, expanded: true }).waitFor()
  await isFocused(card)

  await page.getByRole('button', { name: 'Calendar links' }).click()
  const section = page.getByRole('region', { name: 'Calendar links' })
  const device = `Phone, which is a long name${'-and-longer'.repeat(4)}`
  await section.getByRole('textbox', { name: 'Device or app' }).fill(device)
  await page.keyboard.press('Enter')
  const url = await section.getByText(/\/api\/calendar\//).textContent()
  await expectClean(page)
  const link = `${built.server.url}${new URL(url ?? '').pathname}`
  const program = calendarProgram().open(await (await fetch(link)).text())
  const titles = program.shown(0, Date.UTC(2100, 0)).map(({ title }) => title)
  expect(titles.filter((title) => /The sunken/.test(title))).toHaveLength(4)
  await section.getByRole('button', { name: 'I’ve added it' }).press('Enter')
  await section.getByRole('button', { name: `Remove the link for ${device}` }).click()
  const question = page.getByRole('dialog', { name: 'Remove calendar link' })
  await question.getByRole('button', { name: 'Yes' }).click()
  await section.getByText('You have no calendar links yet.').waitFor()
  expect((await fetch(link)).status).toBe(404)
})
