import { readFile } from 'node:fs/promises'
import { callsTo, watchCalls } from '#test/helpers/browser/apiCalls.ts'
import { holdBack } from '#test/helpers/browser/apiEdge.ts'
import { bytesOf } from '#test/helpers/browser/browser.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { signIn } from '#test/helpers/browser/signIn.ts'
import { toastOn } from '#test/helpers/browser/toast.ts'
import { DOWNLOADED, smallWorld } from '#test/helpers/fixtures/smallWorld.ts'
import { translatePage } from '#test/helpers/screens/translatePage.ts'
import { colors, darkColors } from '../../tailwind.config.ts'

const PDF = 'RPG-Initiative-Online.pdf'
const COOKIE = 'Discordia-consent-cookie'
const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`

describe('what a browser keeps, saves, plays and translates', () => {
  const built = builtSite({ world: smallWorld })
  const button = (name: string | RegExp) => built.page.getByRole('button', { name, exact: true })
  const heading = () => built.page.getByRole('heading', { level: 1 })

  describe('the consent banner (behaviour 4.13, 9.7; ruling 50)', () => {
    const banner = () => built.page.getByRole('region', { name: 'Cookie consent', exact: true })
    const accept = () => banner().getByRole('button', { name: 'Accept', exact: true })

    test('stays at the bottom of the window, and covers neither the arrow of the landing page nor what Tab reaches', async () => {
      const { page } = built
      await page.goto('/discordia/')
      await built.settled()
      const foot = async () => {
        const { y = 0, height = 0 } = (await banner().boundingBox()) ?? {}
        return Math.round(y + height)
      }
      const arrow = page.getByRole('button', { name: 'Scroll to world introduction' })
      const { y = 0, height = 0 } = (await arrow.boundingBox()) ?? {}
      expect(y).toBeGreaterThan(0)
      expect(y + height).toBeLessThanOrEqual((await banner().boundingBox())?.y ?? 0)
      await page.getByRole('region', { name: 'World introduction' }).scrollIntoViewIfNeeded()
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
      expect(await foot()).toBe(page.viewportSize()?.height)

      await page.getByRole('link', { name: 'Downloads' }).first().click()
      const files = page.getByRole('list', { name: 'Files' }).getByRole('button')
      await files.first().focus()
      const top = (await banner().boundingBox())?.y ?? 0
      for (const _file of await files.all()) {
        const end = await page.evaluate(
          () => document.activeElement?.getBoundingClientRect().bottom,
        )
        expect(end).toBeLessThanOrEqual(top)
        await page.keyboard.press('Tab')
      }
    })

    test('comes back until a real cookie keeps it away, as an earlier spelling does, and gives the focus back', async () => {
      const { page } = built
      const stored = async () =>
        (await built.visitor.context.cookies()).filter(({ name }) => name === COOKIE)
      await page.goto('/auth/login')
      await accept().waitFor()
      await page.reload()
      const email = page.getByRole('textbox', { name: 'Email' })
      await email.focus()
      await accept().click()
      await banner().waitFor({ state: 'detached' })
      expect(await email.evaluate((field) => field === document.activeElement)).toBe(true)
      expect(await stored()).toMatchObject([{ path: '/', sameSite: 'Lax' }])
      await built.visitor.context.clearCookies()
      const earlier = { name: COOKIE.toLowerCase(), value: 'true', url: built.server.url }
      await built.visitor.context.addCookies([earlier])
      await page.reload()
      await heading().waitFor()
      expect(await banner().count()).toBe(0)
      const [cookie] = await stored()
      expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(300 * 24 * 60 * 60)
      await built.visitor.context.clearCookies()
      await page.reload()
      await heading().waitFor()
      await accept().click()
      expect(await heading().evaluate((title) => title === document.activeElement)).toBe(true)
    })
  })

  test('the videos of the rules have captions, and play by the keyboard (behaviour 2.10)', async () => {
    await built.page.goto('/discordia/rules')
    await built.settled()
    const videos = built.page.getByRole('region', { name: 'Rules videos' })
    await videos.getByRole('button', { name: /^Play video/ }).focus()
    await built.page.keyboard.press('Space')
    await built.page.waitForFunction(() => {
      const film = document.querySelector('video')
      const captions = film?.textTracks[0]
      return film && !film.paused && captions?.mode === 'showing' && captions.cues?.length
    })
    // The player has the focus, and its own controls.
    await built.page.keyboard.press('Space')
    await built.page.waitForFunction(() => {
      const film = document.querySelector<HTMLVideoElement>('video[controls]:focus')
      return film?.paused
    })
  })

  test('a download is the stored file under its name; it shows its progress, in our gold, and starts once', async () => {
    const { page } = built
    const calls = watchCalls(page)
    await page.goto('/discordia/downloads')
    await button('Table 2').click()
    const release = await holdBack(page, '/downloads/download/*')
    await button('Download').dblclick()
    const progress = page.getByRole('progressbar', { name: 'Downloading Table 2' })
    const colour = () => progress.evaluate((bar) => getComputedStyle(bar).backgroundColor)
    expect(await colour()).toBe(rgb(colors.gold.deep))
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await colour()).toBe(rgb(darkColors.gold.deep))
    const arrival = page.waitForEvent('download')
    release()
    const saved = await arrival
    expect(saved.suggestedFilename()).toBe('Table-2.csv')
    expect((await bytesOf(saved)).equals(DOWNLOADED)).toBe(true)
    await progress.waitFor({ state: 'detached' })
    expect(callsTo(calls, 'GET /downloads/download/')).toHaveLength(1)

    await page.getByRole('link', { name: 'RPG Initiative' }).first().click()
    const book = page.waitForEvent('download')
    await button('Download PDF Book').click()
    expect((await book).suggestedFilename()).toBe(PDF)
    expect((await bytesOf(await book)).equals(await readFile(`public/rulebook/${PDF}`))).toBe(true)
  })

  test('a page that the browser has translated keeps working: menu, search and dashboard of a small window (decision 023)', async () => {
    const { page } = built
    const translate = () => page.evaluate(translatePage)
    await signIn(page, built.server, 'Ann')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/discordia/downloads')
    await built.settled()
    await translate()
    await button('Menu').click()
    await translate()
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Rules' }).click()
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor()
    await translate()
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: 'Search the whole site' })
    for (const text of ['rule', 'creature']) {
      await search.fill(text)
      await page.getByRole('option').first().waitFor()
      await translate()
    }
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await button('Menu').click()
    await menu.getByRole('link', { name: /^My Account/ }).click()
    await button(/^Ravens/).waitFor()
    await translate()
    await page.getByRole('textbox', { name: 'New group name' }).fill('Herons')
    await button('Create group').click()
    await toastOn(page, 'status', "Group with the name 'Herons' created!")
    await translate()
    await button('Disband').first().click()
    await page.getByRole('dialog').waitFor()
    await translate()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await built.settled()
      await translate()
    }
    expect(await page.getByText('This page fell apart').count()).toBe(0)
  })
})
