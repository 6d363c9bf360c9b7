import type { ContentItem } from '#contract/schemas/content.ts'
import { watchCalls } from '#test/helpers/browser/apiCalls.ts'
import {
  answerWith,
  apiAnswer,
  FAILURES,
  failWith,
  noted,
  tableCalls,
} from '#test/helpers/browser/apiEdge.ts'
import { aContentItem } from '#test/helpers/builders.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { choose, chosenIn, optionsOf } from '#test/helpers/browser/dropdown.ts'

describe('the news and events page', () => {
  const built = builtSite()
  const list = () => built.page.getByRole('region', { name: 'News and events list' })
  const cards = () => list().getByRole('article')
  const heading = (name?: string) =>
    cards().getByRole('heading', { level: 3, ...(name !== undefined && { name, exact: true }) })
  const box = (name: string) => built.page.getByRole('checkbox', { name, exact: true })
  const showMore = () => built.page.getByRole('button', { name: 'Show More', exact: true })
  const nothing = () =>
    list().getByRole('status').getByText('There is nothing to display.', { exact: true })

  const open = async (query = '') => {
    await built.page.goto(`/discordia/news&events/${query}`)
    await cards().first().waitFor()
  }
  const openWith = async (someNews: ContentItem[], someEvents: ContentItem[], query = '') => {
    await answerWith(built.page, '/contents/active', someNews)
    await answerWith(built.page, '/contents/activeEvents', someEvents)
    await open(query)
  }
  /** Waits until exactly so many cards are there. */
  const expectCards = async (count: number) => {
    await cards().nth(count).waitFor({ state: 'detached' })
    await cards()
      .nth(count - 1)
      .waitFor()
  }
  /** Waits until these cards are there, in any order, and no others. */
  const expectTitles = async (wanted: readonly string[]) => {
    for (const title of wanted) await heading(title).waitFor()
    await expectCards(wanted.length)
    expect((await heading().allTextContents()).sort()).toEqual([...wanted].sort())
  }

  describe('News and events page (behaviour 2, 4, 7; ruling 21, 30)', () => {
    test('at first both checkboxes are on and both filters, of three choices each, stand at Any', async () => {
      const calls = watchCalls(built.page)
      await open()
      await built.page.getByRole('heading', { level: 1, name: 'News & Events' }).waitFor()
      expect(await built.page.title()).toBe('News & Events – Discordia')
      for (const name of ['Show News', 'Show Events'])
        expect(await box(name).isChecked()).toBe(true)
      for (const [name, options] of [
        ['Location', ['Any', 'National', 'International']],
        ['Type', ['Any', 'Online', 'Offline']],
      ] as const) {
        expect(await optionsOf(built.page, name, options[2])).toEqual(options)
        expect(await chosenIn(built.page, name)).toBe('Any')
      }
      await built.settled()
      expect(tableCalls(calls).sort()).toEqual([
        'GET /contents/active',
        'GET /contents/activeEvents',
      ])
    })

    test.each(['/discordia/news&events', '/discordia/news&events/', '/discordia/news%26events/'])(
      '%s leads to it',
      async (path) => {
        await built.page.goto(path)
        await built.page.getByRole('heading', { level: 1, name: 'News & Events' }).waitFor()
        await cards().first().waitFor()
      },
    )

    test('a card shows kind, title, date, short description and a read-more button', async () => {
      const [[story], [event]] = await Promise.all([
        apiAnswer<ContentItem[]>(built.site, '/contents/active'),
        apiAnswer<ContentItem[]>(built.site, '/contents/activeEvents'),
      ])
      await open()
      for (const [kind, item] of [
        ['News', story],
        ['Event', event],
      ] as const) {
        const card = list().getByRole('article', { name: item?.title ?? '', exact: true })
        await card.getByRole('heading', { level: 3, name: item?.title, exact: true }).waitFor()
        await card.getByText(item?.short_description ?? '', { exact: true }).waitFor()
        await card.getByText(kind, { exact: true }).waitFor()
        expect(await card.locator('time').getAttribute('datetime')).toBe(item?.date)
        expect(await card.locator('time').textContent()).toMatch(/\b\d{4}\b/)
        await card.getByRole('button', { name: 'Read more', exact: true }).waitFor()
      }
    })
  })

  describe('News filter (behaviour 5)', () => {
    test('the events of the server are filtered by scope and type; its news are not', async () => {
      const all = await apiAnswer<ContentItem[]>(built.site, '/contents/activeEvents')
      const wanted = all
        .filter(({ event_scope }) => event_scope === 'National')
        .filter(({ event_type }) => event_type === 'Online' || event_type === 'Both')
      expect(wanted.length).toBeGreaterThan(0)
      await open()
      await box('Show News').click()
      await choose(built.page, 'Location', 'National')
      await choose(built.page, 'Type', 'Online')
      await expectTitles(wanted.slice(0, 4).map(({ title }) => title))
      await box('Show News').click()
      const stories = await apiAnswer<ContentItem[]>(built.site, '/contents/active')
      for (const { title } of stories.slice(0, 2)) await heading(title).waitFor()
    })

    test('a checkbox shows at once what was chosen, and a second choice keeps the first', async () => {
      await open()
      const events = await box('Show Events').elementHandle()
      const checked = await box('Show News').evaluate((news, other) => {
        const boxes = [news, other] as HTMLInputElement[]
        for (const each of boxes) each.click()
        return boxes.map((each) => each.checked)
      }, events)
      expect(checked).toEqual([false, false])
      await built.page.waitForURL('**?news=off&events=off')
      expect(await box('Show News').isChecked()).toBe(false)
      expect(await box('Show Events').isChecked()).toBe(false)
    })

    test('checkboxes, filters and visible count survive reload and back', async () => {
      await open()
      await box('Show News').click()
      await choose(built.page, 'Location', 'International')
      const all = (await apiAnswer<ContentItem[]>(built.site, '/contents/activeEvents'))
        .filter(({ event_scope }) => event_scope === 'International')
        .map(({ title }) => title)
      expect(all.length).toBeGreaterThan(4)
      await expectTitles(all.slice(0, 4))
      await showMore().click()
      await expectTitles(all)
      const expectTheSame = async () => {
        await expectTitles(all)
        expect(await box('Show News').isChecked()).toBe(false)
        expect(await chosenIn(built.page, 'Location')).toBe('International')
      }
      await built.page.reload()
      await expectTheSame()
      await built.page.getByRole('link', { name: 'Downloads' }).click()
      await built.page.getByRole('heading', { level: 1, name: 'Downloads' }).waitFor()
      await built.page.goBack()
      await expectTheSame()
    })
  })

  describe('A news or events fetch failure is logged, and the loading indicator is turned off (behaviour 8)', () => {
    const retry = () => built.page.getByRole('main').getByRole('button', { name: 'Try again' })

    test.each(FAILURES)('both: it %s', async (_how, status) => {
      await failWith(built.page, '/contents/active*', status)
      await Promise.all([
        noted(built.page, /^listNews failed/),
        noted(built.page, /^listEvents failed/),
        built.page.goto('/discordia/news&events/'),
      ])
      await nothing().waitFor()
      await built.settled()
      await built.page.unroute('**/api/contents/active*')
      await retry().click()
      await expectCards(4)
    })

    test.each([
      ['listNews', '/contents/active', 'Show News'],
      ['listEvents', '/contents/activeEvents', 'Show Events'],
    ])('%s alone: the other list is shown', async (call, path, failed) => {
      await failWith(built.page, path, 500)
      await Promise.all([noted(built.page, new RegExp(`^${call} failed: 500$`)), open()])
      await built.settled()
      await retry().waitFor()
      await box(failed).click()
      await retry().waitFor({ state: 'detached' })
      await expectCards(4)
    })

    test('hostile texts stay texts and hostile addresses are not used', async () => {
      const title = '<img src=x onerror="window.hit=1">'
      const background_image = 'javascript:window.hit=1'
      const short_description = '<script>window.hit=1</script>'
      await openWith([aContentItem({ title, short_description, background_image })], [])
      await heading(title).waitFor()
      await cards().getByText(short_description).waitFor()
      expect(await built.page.evaluate(() => 'hit' in window)).toBe(false)
      const used = built.page.locator('[src^="javascript:"], [href^="javascript:"]')
      expect(await used.count()).toBe(0)
    })
  })

  test('the feeds are offered after a way through the site too, each as what it is', async () => {
    await built.page.goto('/discordia/')
    await built.page.getByRole('link', { name: 'See all news' }).click()
    await cards().first().waitFor()
    const subscribe = built.page.getByRole('region', { name: 'Subscribe' })
    const links = await subscribe
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    const types = await Promise.all(
      links.map(async (url) => (await fetch(url)).headers.get('content-type')?.split(';')[0]),
    )
    expect(types).toEqual(['application/atom+xml', 'application/atom+xml', 'text/calendar'])
    expect(await built.page.locator('link[rel="canonical"]').count()).toBe(0)
    expect(await built.page.title()).toBe('News & Events – Discordia')
  })
})
