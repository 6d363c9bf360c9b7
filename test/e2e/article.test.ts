import type { ContentDetail, ContentItem } from '#contract/schemas/content.ts'
import { watchCalls } from '#test/helpers/browser/apiCalls.ts'
import { answerWith, apiAnswer, tableCalls } from '#test/helpers/browser/apiEdge.ts'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { aContentItem, id } from '#test/helpers/builders.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'

/** An id that the server does not know: what is there of it is what the test says. */
const OURS = 9001
const bells: ContentDetail = aContentItem({ id: id(OURS), title: 'The bells of Harrow' })

describe('the single news page', () => {
  const built = builtSite()
  const hero = () => built.page.getByRole('region', { name: 'Article header', exact: true })
  const title = (name: string) => hero().getByRole('heading', { level: 1, name, exact: true })
  const picture = () => hero().locator('img')
  const body = () => built.page.getByRole('article', { name: 'Article', exact: true })
  const next = () => built.page.getByRole('link', { name: 'Next Article', exact: true })
  const more = () => built.page.getByRole('region', { name: 'More Articles', exact: true })
  const open = (of: number) => built.page.goto(`/discordia/news/${of}`)

  const itemsOf = (list: 'active' | 'activeEvents') =>
    apiAnswer<ContentItem[]>(built.site, `/contents/${list}`)
  const detailOf = (call: 'get' | 'getEvent', of = 0) =>
    apiAnswer<ContentDetail>(built.site, `/contents/${call}/${of}`)
  const firstNews = async () => detailOf('get', (await itemsOf('active'))[0]?.id)
  const firstEvent = async () => detailOf('getEvent', (await itemsOf('activeEvents'))[0]?.id)

  /** Opens the page of a story that only this test knows. */
  const openOurs = async (detail: object, upcoming: unknown = []) => {
    await answerWith(built.page, `/contents/get/${OURS}`, detail)
    await answerWith(built.page, `/contents/getNext/${OURS}`, upcoming)
    await open(OURS)
  }
  const expectText = async (description: string) => {
    await body().waitFor()
    const words = await body().textContent()
    for (const paragraph of description.split(/\n\s*\n/)) expect(words).toContain(paragraph.trim())
  }
  const expectPicture = async (start: string) => {
    await built.page.waitForFunction((src) => {
      const image = document.querySelector<HTMLImageElement>('main section img')
      return image?.currentSrc.includes(src) && image.complete && image.naturalWidth > 0
    }, start)
    expect(await picture().getAttribute('src')).toContain(start)
  }

  describe('Single news page: hero and description (behaviour 2, 7; ruling 22)', () => {
    test('news: the hero shows background image, title, short description and news date; below it the description', async () => {
      const story = await firstNews()
      const calls = watchCalls(built.page)
      await open(story.id)
      await title(story.title).waitFor()
      await hero().getByText(story.short_description, { exact: true }).waitFor()
      expect(await hero().locator('time').getAttribute('datetime')).toBe(story.news_date)
      expect(await hero().locator('time').textContent()).toMatch(/\b\d{4}\b/)
      await expectText(story.description)
      expect(await picture().getAttribute('src')).toBe(story.background_image)
      const [top, below] = [await hero().boundingBox(), await body().boundingBox()]
      expect(below?.y).toBeGreaterThanOrEqual((top?.y ?? 0) + (top?.height ?? 0))
      expect(await built.page.title()).toBe(`${story.title} – Discordia`)
      await built.settled()
      expect(tableCalls(calls).sort()).toEqual([
        `GET /contents/get/${story.id}`,
        `GET /contents/getNext/${story.id}`,
      ])
      expect(await axeFindings(built.page)).toEqual([])
    })

    test('event: the event detail is tried when the news detail was not found, silently; its date is the event date', async () => {
      const event = await firstEvent()
      const calls = watchCalls(built.page)
      await open(event.id)
      await title(event.title).waitFor()
      await hero().getByText(event.short_description, { exact: true }).waitFor()
      expect(await hero().locator('time').first().getAttribute('datetime')).toBe(event.event_date)
      await expectText(event.description)
      expect(await picture().getAttribute('src')).toBe(event.background_image)
      await built.settled()
      expect(tableCalls(calls).filter((call) => !call.includes('getNext'))).toEqual([
        `GET /contents/get/${event.id}`,
        `GET /contents/getEvent/${event.id}`,
      ])
      expect(await built.page.getByRole('alert').count()).toBe(0)
    })

    test('an event offers its calendar entry', async () => {
      const event = await firstEvent()
      await open(event.id)
      const link = built.page.getByRole('link', { name: /Add to calendar/ })
      const ics = await fetch(new URL((await link.getAttribute('href')) ?? '', built.site.url))
      expect(await ics.text()).toContain('BEGIN:VEVENT')
    })

    test('no id is that of a news item and of an event', async () => {
      const [news, events] = await Promise.all([itemsOf('active'), itemsOf('activeEvents')])
      const ids = [...news, ...events].map((item) => item.id)
      expect(ids.length).toBeGreaterThan(20)
      expect(new Set(ids).size).toBe(ids.length)
    })

    test('an image that does not come gives way to the default one of its type', async () => {
      await openOurs({ ...bells, background_image: '/images/no-such.webp' })
      await title(bells.title).waitFor()
      await expectPicture('/images/default-news')
    })
  })

  describe('Single news page: upcoming items (behaviour 2, 7, 9)', () => {
    test('Next Article goes to the first of them, More Articles lists up to 3 titles, each with its page', async () => {
      const story = await firstNews()
      const upcoming = await apiAnswer<ContentItem[]>(built.site, `/contents/getNext/${story.id}`)
      await open(story.id)
      await next().waitFor()
      expect(await next().getAttribute('href')).toBe(`/discordia/news/${upcoming[0]?.id}`)
      const listed = await more()
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]))
      expect(listed).toEqual(
        upcoming.slice(0, 3).map((item) => [item.title, `/discordia/news/${item.id}`]),
      )
      expect(listed).toHaveLength(3)
      await next().click()
      await title(upcoming[0]?.title ?? '').waitFor()
      expect(new URL(built.page.url()).pathname).toBe(`/discordia/news/${upcoming[0]?.id}`)
    })

    test('one of the titles leads to its page, which begins at its top', async () => {
      const story = await firstNews()
      const upcoming = await apiAnswer<ContentItem[]>(built.site, `/contents/getNext/${story.id}`)
      await open(story.id)
      await built.page.setViewportSize({ width: 800, height: 500 })
      const link = more().getByRole('link', { name: upcoming[2]?.title, exact: true })
      await link.scrollIntoViewIfNeeded()
      expect(await built.page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
      await link.click()
      await title(upcoming[2]?.title ?? '').waitFor()
      await built.page.waitForFunction(() => window.scrollY === 0)
    })
  })

  describe('Single news page: failures are silent (behaviour 7, 8; ruling 22)', () => {
    test('an unknown id: both are tried, then a hero with a default image, and no redirect', async () => {
      const calls = watchCalls(built.page)
      expect((await open(999_999))?.status()).toBe(404)
      await expectPicture('/images/default-news')
      await built.settled()
      expect(new URL(built.page.url()).pathname).toBe('/discordia/news/999999')
      expect(tableCalls(calls).filter((call) => !call.includes('getNext'))).toEqual([
        'GET /contents/get/999999',
        'GET /contents/getEvent/999999',
      ])
      expect(await built.page.getByRole('alert').count()).toBe(0)
      await built.page.getByRole('link', { name: 'Back to News & Events' }).click()
      await built.page.waitForURL('**/discordia/news&events/')
    })
  })

  test('on paper it is all its words, dark on white, and nothing to press', async () => {
    const [story] = await apiAnswer<ContentItem[]>(built.site, '/contents/activeEvents')
    await open(story?.id ?? 0)
    await built.page.getByText(story?.short_description ?? '', { exact: true }).waitFor()
    await built.page.emulateMedia({ media: 'print' })
    const hero = built.page.getByRole('region', { name: 'Article header' })
    for (const text of [story?.title, story?.short_description]) {
      const line = hero.getByText(text ?? '', { exact: true })
      expect(await line.isVisible()).toBe(true)
      expect(await line.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)')
    }
    expect(await hero.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      'rgba(0, 0, 0, 0)',
    )
    for (const pressed of ['Add to calendar', 'Next Article', 'Accept', 'Login'])
      expect([pressed, await built.page.getByText(pressed, { exact: true }).isVisible()]).toEqual([
        pressed,
        false,
      ])
  })

  test('the served page carries title, description and picture for link previews', async () => {
    const story = await firstNews()
    const html = await (await fetch(`${built.site.url}/discordia/news/${story.id}`)).text()
    expect(html).toContain('og:title')
    expect(html).toContain('og:image')
    expect(html).toContain('application/ld+json')
  })
})
