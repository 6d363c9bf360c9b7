import { readFile } from 'node:fs/promises'
import Database from 'better-sqlite3'
import { axeFindings } from '#test/helpers/axe.ts'
import { logIn } from '#test/helpers/browser.ts'
import { builtSite } from '#test/helpers/builtSite.ts'

describe('the public site on the real server', () => {
  const built = builtSite()

  const count = (sql: string): number => {
    const db = new Database(`${built.site.dataDir}/discordia.sqlite`, { readonly: true })
    const row = db.prepare(sql).get() as { n: number }
    db.close()
    return row.n
  }

  describe('Landing page (SPEC 2)', () => {
    test('the main button says join now and goes to /auth/register when there is no access token', async () => {
      await built.page.goto('/discordia/')
      await built.page.getByRole('main').getByRole('link', { name: 'join now' }).click()
      await built.page.waitForURL('**/auth/register')
    })

    test('the main button says my account and goes to the dashboard when logged in; no contact form', async () => {
      await logIn(built.page, 'mira@discordia.example')
      await built.page.getByRole('region', { name: 'Latest News' }).waitFor()
      expect(await built.page.getByRole('form', { name: 'Contact' }).count()).toBe(0)
      await built.page.getByRole('main').getByRole('link', { name: 'my account' }).click()
      await built.page.waitForURL('**/discordia/dashboard')
    })

    test('a scroll-down arrow scrolls to the world introduction section', async () => {
      await built.page.goto('/discordia/')
      await built.page.getByRole('button', { name: 'Scroll to world introduction' }).click()
      const region = built.page.getByRole('region', { name: 'World introduction' })
      await built.page.waitForFunction(() => window.scrollY > 100)
      expect((await region.boundingBox())?.y).toBeLessThan(200)
    })

    test('latest news shows at most 3 items and a see-all-news link', async () => {
      await built.page.goto('/discordia/')
      const region = built.page.getByRole('region', { name: 'Latest News' })
      await region.getByRole('article').first().waitFor()
      expect(await region.getByRole('article').count()).toBe(3)
      await region.getByRole('link', { name: 'See all news' }).click()
      await built.page.waitForURL('**/discordia/news&events/')
    })

    test('without items, or when the call fails, the news-error text is shown', async () => {
      await built.page.route('**/api/contents/latest', (route) => route.fulfill({ json: [] }))
      await built.page.goto('/discordia/')
      const region = built.page.getByRole('region', { name: 'Latest News' })
      await region.getByRole('status').getByText('There was an error loading the news.').waitFor()
    })

    test('one visit is logged for one load, and a failure is swallowed', async () => {
      const before = count('select coalesce(sum(hits), 0) as n from visits')
      const logged = built.page.waitForResponse('**/visits/log-visit/')
      await built.page.goto('/discordia/')
      await logged
      await built.settled()
      expect(count('select sum(hits) as n from visits')).toBe(before + 1)
      await built.page.route('**/visits/log-visit/', (route) => route.abort())
      await built.page.reload()
      await built.page
        .getByRole('region', { name: 'Latest News' })
        .getByRole('article')
        .first()
        .waitFor()
    })
  })

  describe('Contact form (SPEC 2, 4, 5, 8)', () => {
    const form = () => built.page.getByRole('form', { name: 'Contact' })
    async function fill() {
      await built.page.goto('/discordia/')
      for (const [name, text] of [
        ['Name', 'Wanda'],
        ['Email', 'wanda@example.org'],
        ['Subject', 'A seat'],
        ['Message', 'Is there a free chair in Halm?'],
      ] as const)
        await form().getByRole('textbox', { name }).fill(text)
    }

    test('a message is stored, mailed to the organisation, and thanked for; a double click sends one', async () => {
      await fill()
      await form().getByRole('button', { name: 'Send' }).dblclick()
      await built.page
        .getByRole('status')
        .getByText("Thanks for reaching out! We'll get back to you as soon as possible.")
        .waitFor()
      const mail = await built.site.mailTo('contact@discordia.example', /free chair in Halm/)
      expect(mail).toMatch(/Reply-To: wanda@example.org/i)
      expect(count('select count(*) as n from contact_messages')).toBe(1)
    })

    test('all fields are required, by the browser’s own validation', async () => {
      await built.page.goto('/discordia/')
      await form().getByRole('button', { name: 'Send' }).click()
      const invalid = await form().evaluate((element) =>
        [...element.querySelectorAll(':invalid')].map((field) => field.getAttribute('name')),
      )
      expect(invalid).toEqual(['name', 'email', 'subject', 'message'])
    })

    test('a failure gives no feedback and keeps what was typed', async () => {
      await fill()
      await built.page.route('**/email/send-form', (route) =>
        route.fulfill({ status: 500, body: 'no' }),
      )
      const failed = built.page.waitForResponse('**/email/send-form')
      await form().getByRole('button', { name: 'Send' }).click()
      await failed
      await form().getByRole('button', { name: 'Send' }).waitFor()
      expect(await form().getByRole('textbox', { name: 'Message' }).inputValue()).toContain(
        'free chair',
      )
    })
  })

  describe('News and events (SPEC 2, 4, 5)', () => {
    const list = () => built.page.getByRole('region', { name: 'News and events list' })
    const cards = () => list().getByRole('article')
    async function open(query = '') {
      await built.page.goto(`/discordia/news&events/${query}`)
      await cards().first().waitFor()
    }
    const pick = (filter: string, option: string) =>
      built.page.getByRole('combobox', { name: new RegExp(`^${filter}`) }).selectOption(option)
    /** Waits until exactly so many cards are there. */
    const expectCards = async (count: number) => {
      await cards().nth(count).waitFor({ state: 'detached' })
      expect(await cards().count()).toBe(count)
    }
    const showMore = async () => {
      await built.page.getByRole('button', { name: 'Show More' }).click()
      await cards().nth(4).waitFor()
    }

    test('4 cards are shown initially and each show-more adds 4; a filter resets to 4', async () => {
      await open()
      await expectCards(4)
      await showMore()
      await expectCards(8)
      await built.page.getByRole('checkbox', { name: 'Show Events' }).click()
      await expectCards(4)
    })

    test('with both checkboxes off there is nothing to display', async () => {
      await open()
      await built.page.getByRole('checkbox', { name: 'Show News' }).click()
      await built.page.getByRole('checkbox', { name: 'Show Events' }).click()
      await built.page.getByRole('status').getByText('There is nothing to display.').waitFor()
    })

    test('events are filtered by scope, and by type where Both matches either', async () => {
      const events: { title: string; event_scope: string; event_type: string }[] = await (
        await fetch(`${built.site.url}/api/contents/activeEvents`)
      ).json()
      await open()
      await built.page.getByRole('checkbox', { name: 'Show News' }).click()
      await pick('Location', 'National')
      await pick('Type', 'Online')
      const expected = events.filter(
        (event) =>
          event.event_scope === 'National' && ['Online', 'Both'].includes(event.event_type),
      )
      const wanted = expected.slice(0, 4).map(({ title }) => title)
      expect(wanted).not.toEqual([])
      const heading = (name?: string) =>
        cards().getByRole('heading', { level: 3, ...(name !== undefined && { name, exact: true }) })
      for (const title of wanted) await heading(title).waitFor()
      await expectCards(wanted.length)
      expect((await heading().allTextContents()).sort()).toEqual(wanted.sort())
    })

    test('filters and visible count survive reload and back', async () => {
      await open()
      await built.page.getByRole('checkbox', { name: 'Show Events' }).click()
      await showMore()
      await built.page.reload()
      await cards().first().waitFor()
      await expectCards(8)
      expect(await built.page.getByRole('checkbox', { name: 'Show Events' }).isChecked()).toBe(
        false,
      )
      await built.page.getByRole('link', { name: 'Downloads' }).click()
      await built.page.getByRole('heading', { level: 1, name: 'Downloads' }).waitFor()
      await built.page.goBack()
      await cards().first().waitFor()
      await expectCards(8)
    })

    test.each(['Escape', 'Close', 'Close dialog', 'backdrop'])(
      'the modal shows type, title, date and description, and closes by %s',
      async (way) => {
        await open()
        const title = await cards().first().getByRole('heading', { level: 3 }).textContent()
        await cards().first().getByRole('button', { name: 'Read more' }).click()
        const dialog = built.page.getByRole('dialog', { name: title ?? '' })
        await dialog.getByRole('button', { name: 'Close', exact: true }).waitFor()
        expect(await dialog.locator('time').count()).toBeGreaterThan(0)
        if (way === 'Escape') expect(await axeFindings(built.page)).toEqual([])
        if (way === 'Escape') await built.page.keyboard.press('Escape')
        else if (way === 'backdrop') await built.page.mouse.click(5, 400)
        else await dialog.getByRole('button', { name: way, exact: true }).click()
        await dialog.waitFor({ state: 'hidden' })
      },
    )

    test('the modal opens also when the detail cannot be fetched', async () => {
      await built.page.route('**/api/contents/get*/*', (route) =>
        route.fulfill({ status: 500, json: {} }),
      )
      await open()
      await cards().first().getByRole('button', { name: 'Read more' }).click()
      await built.page
        .getByRole('dialog')
        .getByRole('button', { name: 'Close', exact: true })
        .waitFor()
    })

    test('hostile texts stay texts and hostile addresses are not used', async () => {
      await built.page.route('**/api/contents/active', (route) =>
        route.fulfill({
          json: [
            {
              id: 1,
              type: 'News',
              title: '<img src=x onerror="window.hit=1">',
              short_description: '<script>window.hit=1</script>',
              background_image: 'javascript:window.hit=1',
            },
          ],
        }),
      )
      await open()
      await cards().getByText('<img src=x onerror="window.hit=1">').first().waitFor()
      expect(await built.page.evaluate(() => 'hit' in window)).toBe(false)
      expect(await built.page.locator('[src^="javascript:"], [href^="javascript:"]').count()).toBe(
        0,
      )
    })
  })

  describe('Single news page (SPEC 2)', () => {
    const firstOf = async (list: 'active' | 'activeEvents') =>
      (
        (await (await fetch(`${built.site.url}/api/contents/${list}`)).json()) as {
          id: number
          title: string
        }[]
      )[0]

    test('shows title, date, description, a Next Article link and up to 3 more titles', async () => {
      const news = await firstOf('active')
      await built.page.goto(`/discordia/news/${news?.id}`)
      const hero = built.page.getByRole('region', { name: 'Article header' })
      await hero.getByRole('heading', { level: 1, name: news?.title }).waitFor()
      expect(await built.page.title()).toBe(`${news?.title} – Discordia`)
      const more = built.page.getByRole('region', { name: 'More Articles' }).getByRole('link')
      expect(await more.count()).toBeLessThanOrEqual(3)
      expect(await axeFindings(built.page)).toEqual([])
      const next = built.page.getByRole('link', { name: 'Next Article' })
      const target = await next.getAttribute('href')
      await next.click()
      await built.page.waitForURL(`**${target}`)
    })

    test('an event is found when the news detail is not, and offers its calendar entry', async () => {
      const event = await firstOf('activeEvents')
      await built.page.goto(`/discordia/news/${event?.id}`)
      await built.page.getByRole('heading', { level: 1, name: event?.title }).waitFor()
      const link = built.page.getByRole('link', { name: /Add to calendar/ })
      const ics = await fetch(new URL((await link.getAttribute('href')) ?? '', built.site.url))
      expect(await ics.text()).toContain('BEGIN:VEVENT')
    })

    test('an unknown id keeps the frame and a default picture, without a redirect', async () => {
      await built.page.goto('/discordia/news/999999')
      await built.page.getByRole('region', { name: 'Article header' }).waitFor()
      expect(new URL(built.page.url()).pathname).toBe('/discordia/news/999999')
    })

    test('the served page carries title, description and picture for link previews', async () => {
      const news = await firstOf('active')
      const html = await (await fetch(`${built.site.url}/discordia/news/${news?.id}`)).text()
      expect(html).toContain('og:title')
      expect(html).toContain('og:image')
      expect(html).toContain('application/ld+json')
    })
  })

  describe('Downloads (SPEC 2, 4, 5, 8)', () => {
    const rows = () => built.page.getByRole('list', { name: 'Files' }).getByRole('listitem')
    beforeEach(async () => {
      await built.page.goto('/discordia/downloads')
      await rows().first().waitFor()
    })

    test('the search matches display names in any case; nothing found says so', async () => {
      await built.page.getByRole('searchbox', { name: 'Search for files...' }).fill('CHARACTER')
      expect(await rows().count()).toBe(1)
      await built.page.getByRole('searchbox').fill('no such file at all')
      await built.page
        .getByRole('status')
        .getByText('There are no files matching the search term.')
        .waitFor()
    })

    test('a category without files says so', async () => {
      await built.page.getByRole('combobox', { name: /^Category/ }).selectOption('Sound and Music')
      await built.page
        .getByRole('status')
        .getByText('There are currently no files to download for this category.')
        .waitFor()
    })

    test('a file without a description says so', async () => {
      await built.page.getByRole('button', { name: /^Session Log/ }).click()
      await built.page.getByText('This file has no extra description').waitFor()
    })

    test('the Download button saves the real file under its download_file_name', async () => {
      await built.page.getByRole('button', { name: /^Character Sheet/ }).click()
      const [download] = await Promise.all([
        built.page.waitForEvent('download'),
        rows().getByRole('button', { name: 'Download', exact: true }).click(),
      ])
      expect(download.suggestedFilename()).toBe('Discordia-Character-Sheet.pdf')
      const saved = await readFile(await download.path())
      expect(
        saved.equals(await readFile('server/db/seed/files/downloads/character-sheet.pdf')),
      ).toBe(true)
    })
  })
})
