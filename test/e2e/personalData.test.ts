import { buffer } from 'node:stream/consumers'
import type { Browser, Download, Page } from 'playwright-core'
import { runAdmin } from '#server/admin/run.ts'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { openBrowser, type Visit, visit } from '#test/helpers/browser/browser.ts'
import { logInAtDesk, open } from '#test/helpers/browser/desk.ts'
import {
  confirmOwner,
  type GuardedWorld,
  openSettings,
  section,
  startGuardedWorld,
} from '#test/helpers/browser/ownAccount.ts'
import { emailOf, signIn } from '#test/helpers/browser/signIn.ts'
import { thumbFindings } from '#test/helpers/browser/thumbs.ts'
import { toastOn } from '#test/helpers/browser/toast.ts'
import { unzipped } from '#test/helpers/server/unzipped.ts'

const DATA = 'Your data'
const DELETION = 'Delete your account'
/** CSS pixels. */
const SMALL = { width: 360, height: 780 }

/** The files of an archive that the browser has downloaded. */
const archiveIn = async (download: Download) =>
  unzipped(await buffer(await download.createReadStream()))

describe('members have their data, and leave (behaviour 12.6)', () => {
  let world: GuardedWorld
  let browser: Browser
  let visitors: Visit[]

  beforeAll(async () => {
    world = await startGuardedWorld()
    browser = await openBrowser()
  })
  beforeEach(() => {
    visitors = []
  })
  afterEach(async () => {
    await Promise.all(visitors.map((visitor) => visitor.close()))
    expect(visitors.flatMap((visitor) => visitor.complaints)).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await world?.server.stop()
  })

  const newcomer = async (url = world.server.url, size = {}): Promise<Page> => {
    const visitor = await visit(browser, { url }, size)
    visitors.push(visitor)
    return visitor.page
  }
  const button = (page: Page, topic: string, name: string) =>
    section(page, topic).getByRole('button', { name, exact: true })
  /** Answers the question in the dialog. */
  const answer = (page: Page, name: string) =>
    page.getByRole('dialog', { name: 'Delete my account' }).getByRole('button', { name }).click()
  const effects = (page: Page) =>
    section(page, DELETION).getByRole('list', { name: 'What will happen' }).getByRole('listitem')
  /** The notice of the deletion, above all tabs. */
  const notice = (page: Page) => page.getByRole('link', { name: 'Keep it', exact: true })

  async function askForDeletion(page: Page): Promise<void> {
    await button(page, DELETION, 'Delete my account').click()
    await answer(page, 'Delete my account')
    await confirmOwner(page)
    await toastOn(page, 'status', 'Your account will be deleted. You can still keep it.')
  }

  test('an archive is made in the background, told by mail and downloaded after a confirmation', async () => {
    const page = await newcomer()
    await signIn(page, world.server, 'Ann')
    await openSettings(page)
    await button(page, DATA, 'Request your data').click()
    await toastOn(page, 'status', 'Your archive is being made.')
    await world.server.mailTo(emailOf('Ann'), /Your data is ready/)
    await openSettings(page)
    await section(page, DATA)
      .getByText(/Your archive is ready \(\d+ kB\)/)
      .waitFor()
    const started = page.waitForEvent('download')
    await button(page, DATA, 'Download').click()
    await confirmOwner(page)
    const download = await started
    expect(download.suggestedFilename()).toBe('discordia-my-data.zip')
    const files = await archiveIn(download)
    expect(files.get('index.html')?.toString()).toContain('<dd>Ann</dd>')
    expect(JSON.parse(files.get('data/groups.json')?.toString() ?? '')).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'Ravens' })]),
    )
    const again = await page.goto(download.url()).catch(() => null)
    expect(again?.status()).toBe(404)
  })

  test('the readable page of the archive needs no connection and no scripts', async () => {
    const page = await newcomer()
    await signIn(page, world.server, 'Ben')
    await openSettings(page)
    await button(page, DATA, 'Request your data').click()
    await world.server.mailTo(emailOf('Ben'), /Your data is ready/)
    await openSettings(page)
    const started = page.waitForEvent('download')
    await button(page, DATA, 'Download').click()
    await confirmOwner(page)
    const files = await archiveIn(await started)
    const reader = await newcomer(undefined, SMALL)
    await reader.setContent(files.get('index.html')?.toString() ?? '')
    await reader.getByRole('heading', { name: 'Your data at Discordia' }).waitFor()
    await reader.getByRole('heading', { name: 'Groups', exact: true }).waitFor()
    expect(await reader.locator('script, link, img').count()).toBe(0)
    expect(
      await reader.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
  })

  test('before an account is deleted it is said what will happen, asked, and it can be withdrawn', async () => {
    const page = await newcomer()
    await signIn(page, world.server, 'Cleo')
    await openSettings(page)
    await effects(page).first().waitFor()
    expect((await effects(page).allTextContents()).join(' ')).toContain(
      '"Dora" becomes the owner of the group "Owls".',
    )
    await button(page, DELETION, 'Delete my account').click()
    await answer(page, 'Keep my account')
    expect(await notice(page).count()).toBe(0)
    await askForDeletion(page)
    await notice(page).waitFor()
    await page.getByRole('tab', { name: 'Groups' }).click()
    await notice(page).click()
    await button(page, DELETION, 'Keep my account').click()
    await toastOn(page, 'status', 'Your account stays.')
    await notice(page).waitFor({ state: 'detached' })
    await world.server.mailTo(emailOf('Cleo'), /Your Discordia account stays/)
  })

  test('"That was not me" in the mail keeps the account', async () => {
    const page = await newcomer()
    await signIn(page, world.server, 'Dora')
    await openSettings(page)
    await askForDeletion(page)
    const mail = await world.server.mailTo(emailOf('Dora'), /will be deleted/)
    const mailbox = await newcomer()
    await mailbox.goto(/https?:\S+\/account\/not-me\/[\w-]+/.exec(mail)?.[0] ?? '')
    await mailbox.getByRole('button', { name: 'That was not me' }).click()
    await mailbox.waitForURL('**/auth/verified-change-password/**')
    expect(
      await world.server.values('select count(*) from users where deletion_due_at is not null'),
    ).toEqual([0])
  })

  test('at the desk a superuser starts both; a deleted account is logged out everywhere', async () => {
    const page = await newcomer()
    await signIn(page, world.server, 'Ben')
    await openSettings(page)
    const desk = await newcomer(world.server.deskUrl)
    await desk.goto('/')
    await logInAtDesk(desk, 'Sam')
    await open(desk, 'Members')
    await desk.getByRole('cell', { name: 'Ben', exact: true }).click()
    for (const [action, told] of [
      ['Send their data', 'The archive is being made; the member gets a mail when it is ready.'],
      ['Delete the account', 'The account will be deleted in 14 days; the member gets a mail.'],
      ['Keep the account', 'The account stays.'],
    ] as const) {
      await desk.getByRole('button', { name: action, exact: true }).click()
      await desk.getByRole('dialog').getByRole('button', { name: action }).click()
      await desk.getByText(told).waitFor()
    }
    const lines: string[] = []
    const add = (line: string) => void lines.push(line)
    const env = { DATA_DIR: world.server.dataDir }
    const output = { print: add, complain: add }
    expect([
      await runAdmin(['delete-member', emailOf('Ben'), '--now'], env, output),
      lines,
    ]).toEqual([0, ['The account of Ben is deleted, and everything about its member.']])
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor()
  })

  test('axe finds nothing on it, and on a small screen a thumb reaches every control', async () => {
    const page = await newcomer(undefined, SMALL)
    await signIn(page, world.server, 'Cleo')
    await openSettings(page)
    await askForDeletion(page)
    // Without the toast, which lies over the page for five seconds.
    await openSettings(page)
    await button(page, DELETION, 'Keep my account').waitFor()
    expect([...(await axeFindings(page)), ...(await thumbFindings(page))]).toEqual([])
  })
})
