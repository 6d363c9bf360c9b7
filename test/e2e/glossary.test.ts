import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { axeFindings } from '#test/helpers/axe.ts'
import { logIn, openBrowser, type Visit, visit } from '#test/helpers/browser.ts'
import { type Site, startSite } from '#test/helpers/site.ts'

describe('rules and glossary on the real server', () => {
  let site: Site
  let browser: Browser
  let visitor: Visit
  let page: Page

  beforeAll(async () => {
    site = await startSite()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
    site?.remove()
  })
  beforeEach(async () => {
    visitor = await visit(browser, site)
    page = visitor.page
  })
  afterEach(async () => {
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  const settled = () => page.locator('main[aria-busy="false"]').waitFor()

  describe('Rules page (SPEC 2)', () => {
    const open = async () => {
      await page.goto('/discordia/rules')
      await page.getByRole('tabpanel').getByRole('link').first().waitFor()
    }

    test('the first video is selected by default; a click in the list switches; captions are there', async () => {
      await open()
      const region = page.getByRole('region', { name: 'Rules videos' })
      const videos = region.getByRole('list', { name: 'Videos' }).getByRole('button')
      expect(await videos.first().getAttribute('aria-current')).toBe('true')
      await videos.nth(1).click()
      const title = await videos.nth(1).textContent()
      expect(title).toContain((await region.locator('video').getAttribute('aria-label')) ?? 'none')
      expect(await region.locator('video track[kind="captions"]').count()).toBe(1)
      expect(await axeFindings(page)).toEqual([])
    })

    test('Quick Rules is the default tab; switching clears the search', async () => {
      await open()
      expect(
        await page.getByRole('tab', { name: 'Quick Rules' }).getAttribute('aria-selected'),
      ).toBe('true')
      await page.getByRole('searchbox', { name: 'Search for entries...' }).fill('seed')
      await page.getByRole('tab', { name: 'Basic Rules' }).click()
      expect(
        await page.getByRole('searchbox', { name: 'Search for entries...' }).inputValue(),
      ).toBe('')
      await page.getByRole('heading', { level: 3 }).first().waitFor()
    })

    test('a burst of keys asks once, and what is not found says so', async () => {
      await open()
      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/rules/quick-entries/')) asked.push(request.url())
      })
      await page
        .getByRole('searchbox', { name: 'Search for entries...' })
        .pressSequentially('zzzz-nothing', { delay: 20 })
      await page.getByRole('status').getByText('No quick rules found.').waitFor()
      expect(asked).toHaveLength(1)
    })

    test('the category dropdown has its own search box', async () => {
      await open()
      await page.getByRole('button', { name: /^Category/ }).click()
      await page.getByRole('searchbox', { name: 'Search categories' }).fill('trouble')
      await page.getByRole('option', { name: 'In trouble' }).click()
      await page.getByRole('heading', { level: 2, name: 'In trouble' }).waitFor()
      await page
        .getByRole('heading', { level: 2, name: 'At the dice' })
        .waitFor({ state: 'detached' })
    })

    test('an entry opens its page; Back restores the rules as they were left', async () => {
      await open()
      await page.getByRole('tab', { name: 'Basic Rules' }).click()
      const answered = page.waitForResponse(/\/rules\/entries\/\?.*search=ripple/)
      await page.getByRole('searchbox', { name: 'Search for entries...' }).fill('ripple')
      const [found] = (await (await answered).json()) as { title: string }[]
      await page
        .getByRole('tabpanel')
        .getByRole('link', { name: found?.title, exact: true })
        .click()
      await page.getByRole('heading', { level: 1, name: found?.title }).waitFor()
      await page.goBack()
      await page.getByRole('tab', { name: 'Basic Rules', selected: true }).waitFor()
      expect(
        await page.getByRole('searchbox', { name: 'Search for entries...' }).inputValue(),
      ).toBe('ripple')
    })
  })

  describe('Rule item page (SPEC 2)', () => {
    const entries = async (): Promise<{ id: number; title: string; nextId: number | null }[]> =>
      (await fetch(`${site.url}/api/rules/entries/`)).json()

    test('a direct link finds the entry: sections, related entries, references, Next', async () => {
      const [first] = await entries()
      await page.goto(`/discordia/ruleItem/${first?.id}`)
      await page.getByRole('heading', { level: 1, name: first?.title }).waitFor()
      const side = page.getByRole('complementary', { name: 'Rule information' })
      await side.getByRole('heading', { level: 2, name: 'Basic Rule' }).waitFor()
      const related = page
        .getByRole('region', { name: 'You might be interested in:' })
        .getByRole('link')
      await related.first().waitFor()
      expect(await related.count()).toBe(3)
      await page
        .getByRole('region', { name: 'References' })
        .getByText('No references available')
        .waitFor()
      expect(await axeFindings(page)).toEqual([])
      await page.getByRole('button', { name: 'Next' }).click()
      await page.waitForURL(`**/ruleItem/${first?.nextId}`)
      await page.getByRole('link', { name: 'Back to Rules Page' }).click()
      await page.waitForURL('**/discordia/rules')
    })

    test('an entry without sections and an unknown id say so', async () => {
      const bare = (await entries()).find(({ title }) => title === 'Warfare between towns')
      for (const id of [bare?.id, 999_999]) {
        await page.goto(`/discordia/ruleItem/${id}`)
        await page.getByText('This rule has no sections to display.').waitFor()
      }
    })
  })

  describe('Glossary page (SPEC 2, 4)', () => {
    const region = () => page.getByRole('region', { name: 'Glossary entries' })
    const cards = () => region().getByRole('article')
    const open = async (query = '') => {
      await page.goto(`/discordia/world${query}`)
      await cards().first().waitFor()
    }

    test('10 entries, Show More adds 10, a filter resets; logged out there is no add button', async () => {
      await open()
      expect(await cards().count()).toBe(10)
      expect(await page.getByRole('button', { name: 'Create new glossary item' }).count()).toBe(0)
      expect(await page.getByRole('checkbox', { name: 'Show my entries' }).count()).toBe(0)
      await page.getByRole('button', { name: 'Show More' }).click()
      await cards().nth(19).waitFor()
      await page.getByRole('checkbox', { name: 'User-made Entries only' }).click()
      await cards().nth(10).waitFor({ state: 'detached' })
      await region().getByRole('img', { name: 'User-made entry' }).first().waitFor()
    })

    test('searching forgives marks and case; nothing found says so', async () => {
      await open()
      await page.getByRole('searchbox', { name: 'Search the glossary' }).fill('GLÀSS EEL')
      await region().getByRole('article', { name: 'Glass Eel' }).waitFor()
      await page.getByRole('searchbox', { name: 'Search the glossary' }).fill('zzzz-nothing')
      await page
        .getByRole('status')
        .getByText('There are no glossary entries to display.')
        .waitFor()
    })

    test('a card expands to its sections and minimises again', async () => {
      await open()
      const toggle = cards().first().getByRole('button').first()
      await toggle.click()
      await cards().first().getByRole('heading', { level: 4 }).first().waitFor()
      expect(await axeFindings(page)).toEqual([])
      await cards().first().getByRole('button', { name: 'minimize' }).click()
      expect(await toggle.getAttribute('aria-expanded')).toBe('false')
    })

    test('the two checkboxes exclude each other; own entries show their state', async () => {
      await logIn(page, 'mira@discordia.example')
      await open()
      const [users, mine] = ['User-made Entries only', 'Show my entries'].map((name) =>
        page.getByRole('checkbox', { name }),
      )
      await users?.click()
      await mine?.click()
      expect([await users?.isChecked(), await mine?.isChecked()]).toEqual([false, true])
      await region().getByRole('note').filter({ hasText: '(Pending)' }).first().waitFor()
      await region().getByRole('note').filter({ hasText: '(Rejected)' }).first().waitFor()
    })

    test('a new entry with a picture is sent, shown as pending to its author alone, and deleted', async () => {
      await logIn(page, 'tomas@discordia.example')
      await open()
      await page.getByRole('button', { name: 'Create new glossary item' }).click()
      const form = page.getByRole('dialog', { name: 'Create New Glossary Item' })
      await form.getByRole('textbox', { name: 'Name' }).fill('The Borrowed Ladder')
      await form.getByRole('button', { name: 'Send Item for Review' }).click()
      await form
        .getByRole('alert')
        .filter({ hasText: 'A type is required to create an Item.' })
        .waitFor()
      await form.getByRole('button', { name: /^Type/ }).click()
      await page.getByRole('option', { name: 'Customs' }).click()
      await form.getByRole('button', { name: 'Send Item for Review' }).click()
      await form
        .getByRole('group', { name: 'Sub-entry 1' })
        .getByRole('alert')
        .getByText('Sub-entry cannot be empty')
        .waitFor()
      expect(await axeFindings(page)).toEqual([])
      await form.getByRole('textbox', { name: 'Sub-title' }).fill('In use')
      await form.getByRole('textbox', { name: 'Text' }).fill('Everybody owns it on Tuesdays.')
      await form.locator('input[type="file"]').setInputFiles({
        name: 'ladder.png',
        mimeType: 'image/png',
        buffer: await sharp({
          create: { width: 300, height: 200, channels: 3, background: '#b8862d' },
        })
          .png()
          .toBuffer(),
      })
      const before = readdirSync(join(site.dataDir, 'uploads'), { recursive: true }).length
      await form.getByRole('button', { name: 'Send Item for Review' }).click()
      await page.getByText('You have created a new entry. It will be under approval.').waitFor()
      expect(
        readdirSync(join(site.dataDir, 'uploads'), { recursive: true }).length,
      ).toBeGreaterThan(before)
      expect(await page.getByRole('checkbox', { name: 'Show my entries' }).isChecked()).toBe(true)

      const others = await (
        await fetch(`${site.url}/api/glossary/entries/?search=Borrowed%20Ladder`)
      ).json()
      expect(others).toEqual([])

      const card = region().getByRole('article', { name: 'The Borrowed Ladder' })
      await card.getByRole('button', { name: 'Delete Entry' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete Entry' })
      await dialog.getByText('Are you sure you want to delete "The Borrowed Ladder"?').waitFor()
      await dialog.getByRole('button', { name: 'Yes' }).click()
      await page.getByText('You deleted the entry.').waitFor()
      await card.waitFor({ state: 'detached' })
    })
  })

  test('10,000 entries from a server that ignores limit: filtering and Show More stay quick at 4x slowdown', async () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({
      id: i + 1,
      title: `Entry ${String(i).padStart(5, '0')}`,
      description: 'One of ten thousand.',
      image: null,
      entry_type: 1,
      entry_type_detail: { name: 'People', icon: null },
      entry_subtype: null,
      entry_subtype_name: null,
      created_by: { username: 'ada', is_staff: true },
      pending: false,
      is_rejected: false,
    }))
    await page.route('**/api/glossary/entries/?*', (route) => route.fulfill({ json: many }))
    await page.goto('/discordia/world')
    await page
      .getByRole('region', { name: 'Glossary entries' })
      .getByRole('article')
      .first()
      .waitFor()
    await settled()
    const slow = await visitor.context.newCDPSession(page)
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    /** Time from a click to the next frame that the browser has drawn. Milliseconds. */
    const interaction = (name: string, role: 'button' | 'checkbox') =>
      page.getByRole(role, { name }).evaluate(
        (element) =>
          new Promise<number>((done) => {
            const started = performance.now()
            ;(element as HTMLElement).click()
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - started)))
          }),
      )
    const more = await interaction('Show More', 'button')
    const filter = await interaction('User-made Entries only', 'checkbox')
    process.stdout.write(
      `measured: 10,000 entries, 4x slower: Show More ${more.toFixed(0)} ms, filter ${filter.toFixed(0)} ms\n`,
    )
    await page
      .getByRole('region', { name: 'Glossary entries' })
      .getByRole('article')
      .nth(9)
      .waitFor()
  })
})
