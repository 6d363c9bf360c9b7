import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { axeFindings } from '#test/helpers/axe.ts'
import { logIn } from '#test/helpers/browser.ts'
import { builtSite } from '#test/helpers/builtSite.ts'

describe('rules and glossary on the real server', () => {
  const built = builtSite()

  describe('Rules page (SPEC 2)', () => {
    const open = async () => {
      await built.page.goto('/discordia/rules')
      await built.page.getByRole('tabpanel').getByRole('link').first().waitFor()
    }

    test('the first video is selected by default; a click in the list switches; captions are there', async () => {
      await open()
      const region = built.page.getByRole('region', { name: 'Rules videos' })
      const videos = region.getByRole('list', { name: 'Videos' }).getByRole('button')
      expect(await videos.first().getAttribute('aria-current')).toBe('true')
      await videos.nth(1).click()
      const title = await videos.nth(1).textContent()
      expect(title).toContain((await region.locator('video').getAttribute('aria-label')) ?? 'none')
      expect(await region.locator('video track[kind="captions"]').count()).toBe(1)
      expect(await axeFindings(built.page)).toEqual([])
    })

    test('Quick Rules is the default tab; switching clears the search', async () => {
      await open()
      expect(
        await built.page.getByRole('tab', { name: 'Quick Rules' }).getAttribute('aria-selected'),
      ).toBe('true')
      await built.page.getByRole('searchbox', { name: 'Search for entries...' }).fill('seed')
      await built.page.getByRole('tab', { name: 'Basic Rules' }).click()
      expect(
        await built.page.getByRole('searchbox', { name: 'Search for entries...' }).inputValue(),
      ).toBe('')
      await built.page.getByRole('heading', { level: 3 }).first().waitFor()
    })

    test('a burst of keys asks once, and what is not found says so', async () => {
      await open()
      const asked: string[] = []
      built.page.on('request', (request) => {
        if (request.url().includes('/rules/quick-entries/')) asked.push(request.url())
      })
      await built.page
        .getByRole('searchbox', { name: 'Search for entries...' })
        .pressSequentially('zzzz-nothing', { delay: 20 })
      await built.page.getByRole('status').getByText('No quick rules found.').waitFor()
      expect(asked).toHaveLength(1)
    })

    test('the category dropdown has its own search box', async () => {
      await open()
      await built.page.getByRole('button', { name: /^Category/ }).click()
      await built.page.getByRole('searchbox', { name: 'Search categories' }).fill('trouble')
      await built.page.getByRole('option', { name: 'In trouble' }).click()
      await built.page.getByRole('heading', { level: 2, name: 'In trouble' }).waitFor()
      await built.page
        .getByRole('heading', { level: 2, name: 'At the dice' })
        .waitFor({ state: 'detached' })
    })

    test('an entry opens its built.page; Back restores the rules as they were left', async () => {
      await open()
      await built.page.getByRole('tab', { name: 'Basic Rules' }).click()
      const answered = built.page.waitForResponse(/\/rules\/entries\/\?.*search=ripple/)
      await built.page.getByRole('searchbox', { name: 'Search for entries...' }).fill('ripple')
      const [found] = (await (await answered).json()) as { title: string }[]
      await built.page
        .getByRole('tabpanel')
        .getByRole('link', { name: found?.title, exact: true })
        .click()
      await built.page.getByRole('heading', { level: 1, name: found?.title }).waitFor()
      await built.page.goBack()
      await built.page.getByRole('tab', { name: 'Basic Rules', selected: true }).waitFor()
      expect(
        await built.page.getByRole('searchbox', { name: 'Search for entries...' }).inputValue(),
      ).toBe('ripple')
    })
  })

  describe('Rule item page (SPEC 2)', () => {
    const entries = async (): Promise<{ id: number; title: string; nextId: number | null }[]> =>
      (await fetch(`${built.site.url}/api/rules/entries/`)).json()

    test('a direct link finds the entry: sections, related entries, references, Next', async () => {
      const [first] = await entries()
      await built.page.goto(`/discordia/ruleItem/${first?.id}`)
      await built.page.getByRole('heading', { level: 1, name: first?.title }).waitFor()
      const side = built.page.getByRole('complementary', { name: 'Rule information' })
      await side.getByRole('heading', { level: 2, name: 'Basic Rule' }).waitFor()
      const related = built.page
        .getByRole('region', { name: 'You might be interested in:' })
        .getByRole('link')
      await related.first().waitFor()
      expect(await related.count()).toBe(3)
      await built.page
        .getByRole('region', { name: 'References' })
        .getByText('No references available')
        .waitFor()
      expect(await axeFindings(built.page)).toEqual([])
      await built.page.getByRole('button', { name: 'Next' }).click()
      await built.page.waitForURL(`**/ruleItem/${first?.nextId}`)
      await built.page.getByRole('link', { name: 'Back to Rules Page' }).click()
      await built.page.waitForURL('**/discordia/rules')
    })

    test('an entry without sections and an unknown id say so', async () => {
      const bare = (await entries()).find(({ title }) => title === 'Warfare between towns')
      for (const id of [bare?.id, 999_999]) {
        await built.page.goto(`/discordia/ruleItem/${id}`)
        await built.page.getByText('This rule has no sections to display.').waitFor()
      }
    })
  })

  describe('Glossary page (SPEC 2, 4)', () => {
    const region = () => built.page.getByRole('region', { name: 'Glossary entries' })
    const cards = () => region().getByRole('article')
    const open = async (query = '') => {
      await built.page.goto(`/discordia/world${query}`)
      await cards().first().waitFor()
    }

    test('10 entries, Show More adds 10, a filter resets; logged out there is no add button', async () => {
      await open()
      expect(await cards().count()).toBe(10)
      expect(
        await built.page.getByRole('button', { name: 'Create new glossary item' }).count(),
      ).toBe(0)
      expect(await built.page.getByRole('checkbox', { name: 'Show my entries' }).count()).toBe(0)
      await built.page.getByRole('button', { name: 'Show More' }).click()
      await cards().nth(19).waitFor()
      await built.page.getByRole('checkbox', { name: 'User-made Entries only' }).click()
      await cards().nth(10).waitFor({ state: 'detached' })
      await region().getByRole('img', { name: 'User-made entry' }).first().waitFor()
    })

    test('searching forgives marks and case; nothing found says so', async () => {
      await open()
      await built.page.getByRole('searchbox', { name: 'Search the glossary' }).fill('GLÀSS EEL')
      await region().getByRole('article', { name: 'Glass Eel' }).waitFor()
      await built.page.getByRole('searchbox', { name: 'Search the glossary' }).fill('zzzz-nothing')
      await built.page
        .getByRole('status')
        .getByText('There are no glossary entries to display.')
        .waitFor()
    })

    test('a card expands to its sections and minimises again', async () => {
      await open()
      const toggle = cards().first().getByRole('button').first()
      await toggle.click()
      await cards().first().getByRole('heading', { level: 4 }).first().waitFor()
      expect(await axeFindings(built.page)).toEqual([])
      await cards().first().getByRole('button', { name: 'minimize' }).click()
      expect(await toggle.getAttribute('aria-expanded')).toBe('false')
    })

    test('the two checkboxes exclude each other; own entries show their state', async () => {
      await logIn(built.page, 'mira@discordia.example')
      await open()
      const [users, mine] = ['User-made Entries only', 'Show my entries'].map((name) =>
        built.page.getByRole('checkbox', { name }),
      )
      await users?.click()
      await mine?.click()
      expect([await users?.isChecked(), await mine?.isChecked()]).toEqual([false, true])
      await region().getByRole('note').filter({ hasText: '(Pending)' }).first().waitFor()
      await region().getByRole('note').filter({ hasText: '(Rejected)' }).first().waitFor()
    })

    test('a new entry with a picture is sent, shown as pending to its author alone, and deleted', async () => {
      await logIn(built.page, 'tomas@discordia.example')
      await open()
      await built.page.getByRole('button', { name: 'Create new glossary item' }).click()
      const form = built.page.getByRole('dialog', { name: 'Create New Glossary Item' })
      await form.getByRole('textbox', { name: 'Name' }).fill('The Borrowed Ladder')
      await form.getByRole('button', { name: 'Send Item for Review' }).click()
      await form
        .getByRole('alert')
        .filter({ hasText: 'A type is required to create an Item.' })
        .waitFor()
      await form.getByRole('button', { name: /^Type/ }).click()
      await built.page.getByRole('option', { name: 'Customs' }).click()
      await form.getByRole('button', { name: 'Send Item for Review' }).click()
      await form
        .getByRole('group', { name: 'Sub-entry 1' })
        .getByRole('alert')
        .getByText('Sub-entry cannot be empty')
        .waitFor()
      expect(await axeFindings(built.page)).toEqual([])
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
      const before = readdirSync(join(built.site.dataDir, 'uploads'), { recursive: true }).length
      await form.getByRole('button', { name: 'Send Item for Review' }).click()
      await built.page
        .getByText('You have created a new entry. It will be under approval.')
        .waitFor()
      expect(
        readdirSync(join(built.site.dataDir, 'uploads'), { recursive: true }).length,
      ).toBeGreaterThan(before)
      expect(await built.page.getByRole('checkbox', { name: 'Show my entries' }).isChecked()).toBe(
        true,
      )

      const others = await (
        await fetch(`${built.site.url}/api/glossary/entries/?search=Borrowed%20Ladder`)
      ).json()
      expect(others).toEqual([])

      const card = region().getByRole('article', { name: 'The Borrowed Ladder' })
      await card.getByRole('button', { name: 'Delete Entry' }).click()
      const dialog = built.page.getByRole('dialog', { name: 'Delete Entry' })
      await dialog.getByText('Are you sure you want to delete "The Borrowed Ladder"?').waitFor()
      await dialog.getByRole('button', { name: 'Yes' }).click()
      await built.page.getByText('You deleted the entry.').waitFor()
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
    await built.page.route('**/api/glossary/entries/?*', (route) => route.fulfill({ json: many }))
    await built.page.goto('/discordia/world')
    await built.page
      .getByRole('region', { name: 'Glossary entries' })
      .getByRole('article')
      .first()
      .waitFor()
    await built.settled()
    const slow = await built.visitor.context.newCDPSession(built.page)
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    /** Time from a click to the next frame that the browser has drawn. Milliseconds. */
    const interaction = (name: string, role: 'button' | 'checkbox') =>
      built.page.getByRole(role, { name }).evaluate(
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
    await built.page
      .getByRole('region', { name: 'Glossary entries' })
      .getByRole('article')
      .nth(9)
      .waitFor()
  })
})
