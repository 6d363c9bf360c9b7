import type { ContentDetail, ContentItem } from '#contract/schemas/content.ts'
import { callsTo, watchCalls } from '#test/helpers/browser/apiCalls.ts'
import { answerWith, apiAnswer, holdBack } from '#test/helpers/browser/apiEdge.ts'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { visit } from '#test/helpers/browser/browser.ts'
import { aContentItem, id } from '#test/helpers/builders.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'

const bells = aContentItem({ id: id(9001), title: 'The bells of Harrow' })

describe('the modal of the news and events page', () => {
  const built = builtSite()
  const card = (title: string) => built.page.getByRole('article', { name: title, exact: true })
  const readMore = (title: string) =>
    card(title).getByRole('button', { name: 'Read more', exact: true })
  const anyDialog = () => built.page.getByRole('dialog')
  const dialog = (title: string) => built.page.getByRole('dialog', { name: title, exact: true })
  const closeIn = (title: string) =>
    dialog(title).getByRole('button', { name: 'Close', exact: true })
  const picture = (title: string) => dialog(title).locator('img').first()

  const listed = async (stories: ContentItem[]) => {
    const ofKind = (kind: string) => stories.filter(({ type }) => type === kind)
    await answerWith(built.page, '/contents/active', ofKind('News'))
    await answerWith(built.page, '/contents/activeEvents', ofKind('Event'))
    for (const story of stories) await answerWith(built.page, `/contents/get*/${story.id}`, story)
    await built.page.goto('/discordia/news&events/')
  }
  const openStory = async (title: string) => {
    await readMore(title).click()
    await closeIn(title).waitFor()
  }
  /** What the server lists first, and the detail that it has of it. */
  const firstOf = async (list: 'active' | 'activeEvents', detail: 'get' | 'getEvent') => {
    const [item] = await apiAnswer<ContentItem[]>(built.site, `/contents/${list}`)
    return apiAnswer<ContentDetail>(built.site, `/contents/${detail}/${item?.id}`)
  }

  describe('News and events page: read more (behaviour 2, 7)', () => {
    test.each([
      ['News', 'active', 'get'],
      ['Event', 'activeEvents', 'getEvent'],
    ] as const)(
      '%s: it has type, title, date, description, background image and a close action',
      async (kind, list, call) => {
        const story = await firstOf(list, call)
        const calls = watchCalls(built.page)
        await built.page.goto('/discordia/news&events/')
        await openStory(story.title)
        const shown = dialog(story.title)
        expect(await shown.getAttribute('aria-modal')).toBe('true')
        await shown.getByRole('heading', { level: 2, name: story.title, exact: true }).waitFor()
        await shown.getByText(kind, { exact: true }).waitFor()
        const date = story.news_date ?? story.event_date
        expect(await shown.locator('time').first().getAttribute('datetime')).toBe(date)
        expect(await shown.locator('time').first().textContent()).toMatch(/\b\d{4}\b/)
        const words = (await shown.textContent()) ?? ''
        for (const paragraph of story.description.split(/\n\s*\n/))
          expect(words).toContain(paragraph.trim())
        expect(await picture(story.title).getAttribute('src')).toBe(story.background_image)
        expect(callsTo(calls, 'GET /contents/get').map((each) => each.call)).toEqual([
          `GET /contents/${call}/${story.id}`,
        ])
        expect(await axeFindings(built.page)).toEqual([])
      },
    )

    test('it is large, centred and scrollable; its close controls stay in sight', async () => {
      const description = Array.from({ length: 60 }, (_, line) => `Line ${line}.`).join('\n\n')
      await listed([{ ...bells, description }])
      await openStory(bells.title)
      const scrolled = await dialog(bells.title).evaluate((element) => {
        const panels = [...element.querySelectorAll('*')]
        const scroller = panels.find((each) => each.scrollHeight > each.clientHeight + 100)
        scroller?.scrollTo(0, scroller.scrollHeight)
        const { left = 0, top = 0, width = 0, height = 0 } = scroller?.getBoundingClientRect() ?? {}
        return {
          width,
          offCentre: Math.abs(left + width / 2 - document.documentElement.clientWidth / 2),
          offMiddle: Math.abs(top + height / 2 - window.innerHeight / 2),
        }
      })
      expect(scrolled.width).toBeGreaterThan(600)
      expect(scrolled.offCentre).toBeLessThan(12)
      expect(scrolled.offMiddle).toBeLessThan(12)
      const last = await dialog(bells.title).getByText('Line 59.').boundingBox()
      expect((last?.y ?? 1e9) + (last?.height ?? 0)).toBeLessThan(900)
      expect(await closeIn(bells.title).isVisible()).toBe(true)
    })
  })

  describe('News list: the modal (behaviour 4, 8; ruling 29)', () => {
    test('opens after the detail fetch, not before', async () => {
      const story = await firstOf('active', 'get')
      await built.page.goto('/discordia/news&events/')
      // Once, so that nothing but the answer can be what a second opening waits for.
      await openStory(story.title)
      await closeIn(story.title).click()
      await anyDialog().waitFor({ state: 'detached' })
      const release = await holdBack(built.page, `/contents/get/${story.id}`)
      const asked = built.page.waitForRequest(`**/api/contents/get/${story.id}`)
      await readMore(story.title).click()
      await asked
      await readMore(story.title).and(built.page.locator('[aria-busy="true"]')).waitFor()
      expect(await anyDialog().count()).toBe(0)
      release()
      await closeIn(story.title).waitFor()
    })

    test.each([
      ['the close control', () => closeIn(bells.title).click()],
      ['the header close button', () => dialog(bells.title).getByLabel('Close dialog').click()],
      ['the backdrop', () => built.page.mouse.click(5, 400)],
      ['Escape', () => built.page.keyboard.press('Escape')],
    ])('closes via %s, and the focus goes back to its button', async (_way, close) => {
      await listed([bells])
      await openStory(bells.title)
      const isInside = () =>
        dialog(bells.title).evaluate((element) => element.contains(document.activeElement))
      expect(await isInside()).toBe(true)
      await close()
      await anyDialog().waitFor({ state: 'detached' })
      await built.page.waitForFunction(() => document.activeElement?.textContent === 'Read more')
    })

    test('stands at z-index 1050 and fades in and out (behaviour 9)', async () => {
      const moving = await visit(built.browser, built.site, { reducedMotion: 'no-preference' })
      await moving.page.goto('/discordia/news&events/')
      await moving.page.getByRole('button', { name: 'Read more' }).first().click()
      const shown = moving.page.getByRole('dialog')
      await shown.getByRole('button', { name: 'Close', exact: true }).waitFor()
      const style = await shown.evaluate((element) => {
        const { zIndex, transitionProperty, transitionDuration } = getComputedStyle(element)
        return { zIndex, transitionProperty, seconds: Number.parseFloat(transitionDuration) }
      })
      expect(style).toEqual({
        zIndex: '1050',
        transitionProperty: 'opacity',
        seconds: expect.any(Number),
      })
      expect(style.seconds).toBeGreaterThan(0)
      await moving.page.keyboard.press('Escape')
      await shown.waitFor({ state: 'detached' })
      expect(moving.complaints).toEqual([])
      await moving.close()
    })
  })
})
